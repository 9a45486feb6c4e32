import { connectionEdit, connectionView, serverKinds } from '@common/model/connection'
import { isVariableName } from '@common/variables'
import { z } from 'zod'
import { defineOperations } from './define'
import { connectionErrors, tested } from './projects'

/** Limits of a project. */
export const environmentsMax = 50
export const variablesMax = 200
export const variableValueMax = 20_000

const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}]+$/u)
const environment = z.string().min(1).max(100)
const variableName = z.string().refine(isVariableName)

/** A variable of an environment. */
const variable = z.object({
  name: z.string(),
  /** Null for a secret, which no answer contains. */
  value: z.string().nullable(),
  isSecret: z.boolean(),
  /** False for a secret whose key was replaced, so that it has to be entered again. */
  hasValue: z.boolean(),
  /** Disabled variables are unknown in texts. */
  enabled: z.boolean(),
})
export type EnvironmentVariable = z.output<typeof variable>

const listed = z.object({
  name: z.string(),
  /** The working environment: its database and variables are in use. */
  isWorking: z.boolean(),
  /** The environment that every project has. It can't be renamed or deleted. */
  isDefault: z.boolean(),
  /** True if its database is in production. */
  production: z.boolean(),
  /** Address of the own database; null for one that uses the database of the default environment. */
  server: z.object({ kind: z.enum(serverKinds), host: z.string(), port: z.number(), database: z.string() }).nullable(),
  /** Name of the own file of its database; null for one that uses the file of the default environment. */
  file: z.string().nullable(),
  /** Sorted by name. */
  variables: z.array(variable),
})
export type ListedEnvironment = z.output<typeof listed>

export const environmentOperations = defineOperations({
  /** Lists the environments, the default one first. */
  environmentList: {
    reads: ['environments', 'projects'],
    scope: 'project',
    permission: 'environment.read',
    input: z.strictObject({}),
    output: z.object({ list: z.array(listed) }),
    errors: [],
  },
  environmentCreate: {
    changes: ['environments'],
    scope: 'project',
    permission: 'environment.manage',
    /** `copyOf` names an environment whose variables are copied, without the values of secrets. */
    input: z.strictObject({ name, copyOf: environment.optional() }),
    output: z.object({ name: z.string() }),
    errors: ['ENVIRONMENT_NAME_TAKEN', 'ENVIRONMENT_NOT_FOUND', 'ENVIRONMENTS_FULL'],
  },
  environmentRename: {
    changes: ['environments'],
    scope: 'project',
    permission: 'environment.manage',
    input: z.strictObject({ environment, name }),
    output: z.object({ name: z.string() }),
    errors: ['ENVIRONMENT_NOT_FOUND', 'ENVIRONMENT_NAME_TAKEN', 'ENVIRONMENT_IS_DEFAULT'],
  },
  /** Deletes an environment with its variables, but not its database. */
  environmentDelete: {
    changes: ['environments'],
    scope: 'project',
    permission: 'environment.manage',
    input: z.strictObject({ environment }),
    output: z.null(),
    errors: ['ENVIRONMENT_NOT_FOUND', 'ENVIRONMENT_IS_DEFAULT', 'ENVIRONMENT_IN_USE'],
  },
  /** Makes another environment the working one: closes the database and opens the one of that environment. */
  environmentChange: {
    changes: ['project', 'environments'],
    scope: 'project',
    permission: 'environment.manage',
    input: z.strictObject({ environment }),
    output: z.object({ environment: z.string() }),
    errors: ['ENVIRONMENT_NOT_FOUND', 'CONNECTION_UNREADABLE'],
  },
  /** Adds a variable, or changes the one with this name. */
  variableSave: {
    changes: ['environments'],
    scope: 'project',
    permission: 'environment.manage',
    input: z.strictObject({
      environment,
      name: variableName,
      /** Name before the change, to rename. */
      formerly: variableName.optional(),
      /** Left out: the stored value. A secret that becomes readable needs a new one. */
      value: z.string().max(variableValueMax).optional(),
      isSecret: z.boolean().default(false),
      enabled: z.boolean().default(true),
    }),
    output: variable,
    errors: [
      'ENVIRONMENT_NOT_FOUND',
      'VARIABLE_NOT_FOUND',
      'VARIABLE_NAME_TAKEN',
      'VARIABLE_VALUE_MISSING',
      'VARIABLES_FULL',
      'SECRETS_LOCKED',
    ],
  },
  variableDelete: {
    changes: ['environments'],
    scope: 'project',
    permission: 'environment.manage',
    input: z.strictObject({ environment, name: variableName }),
    output: z.null(),
    errors: ['ENVIRONMENT_NOT_FOUND', 'VARIABLE_NOT_FOUND'],
  },
  /** Returns the own database of an environment without its secrets; null without one. */
  environmentConnectionRead: {
    reads: ['environments', 'projects'],
    scope: 'project',
    permission: 'environment.manage',
    input: z.strictObject({ environment }),
    output: connectionView.nullable(),
    errors: ['ENVIRONMENT_NOT_FOUND', 'SECRETS_LOCKED'],
  },
  environmentConnectionTest: {
    reads: [],
    scope: 'project',
    permission: 'environment.manage',
    input: z.strictObject({ environment, settings: connectionEdit }),
    output: tested,
    errors: ['ENVIRONMENT_NOT_FOUND', 'ENVIRONMENT_ON_FILE', 'NOT_SUPPORTED', 'SECRETS_LOCKED', 'TOO_MANY_REQUESTS'],
  },
  /** Stores the own database of an environment after a successful test. */
  environmentConnectionSave: {
    changes: ['project', 'environments'],
    scope: 'project',
    permission: 'environment.manage',
    input: z.strictObject({ environment, settings: connectionEdit }),
    output: connectionView,
    errors: [
      'ENVIRONMENT_NOT_FOUND',
      'ENVIRONMENT_IS_DEFAULT',
      'ENVIRONMENT_ON_FILE',
      'ENVIRONMENT_OTHER_KIND',
      'SECRETS_LOCKED',
      ...connectionErrors,
    ],
  },
  /** From then on, the environment uses the database of the default one. */
  environmentConnectionDelete: {
    changes: ['project', 'environments'],
    scope: 'project',
    permission: 'environment.manage',
    input: z.strictObject({ environment }),
    output: z.null(),
    errors: ['ENVIRONMENT_NOT_FOUND', 'ENVIRONMENT_IS_DEFAULT', 'CONNECTION_UNREADABLE'],
  },
  /** Marks the database of an environment as production. For the working one, this is the mark of the project. */
  environmentProductionSet: {
    changes: ['project', 'environments'],
    scope: 'project',
    permission: 'environment.manage',
    input: z.strictObject({ environment, production: z.boolean() }),
    output: z.object({ production: z.boolean() }),
    errors: ['ENVIRONMENT_NOT_FOUND'],
  },
  /** Gives an environment of a project on a file a database file of its own. */
  environmentFileCreate: {
    changes: ['project', 'environments'],
    scope: 'project',
    permission: 'environment.manage',
    /** `tables` creates the tables of the database in use in it, without records. */
    input: z.strictObject({ environment, tables: z.boolean().default(true) }),
    output: z.object({ file: z.string() }),
    errors: [
      'ENVIRONMENT_NOT_FOUND',
      'ENVIRONMENT_IS_DEFAULT',
      'ENVIRONMENT_ON_SERVER',
      'ENVIRONMENT_HAS_FILE',
      'DISK_FULL',
      'DATABASE_UNAVAILABLE',
    ],
  },
  /** Moves the own file of an environment to the backups. The environment uses that of the default one then. */
  environmentFileDelete: {
    changes: ['project', 'environments'],
    scope: 'project',
    permission: 'environment.manage',
    input: z.strictObject({ environment }),
    output: z.null(),
    errors: ['ENVIRONMENT_NOT_FOUND', 'ENVIRONMENT_IS_DEFAULT', 'ENVIRONMENT_IN_USE'],
  },
})
