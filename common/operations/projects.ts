import { knexTarget, knexTestTarget } from '@common/dialects'
import { projectSources, projectTypes } from '@common/model'
import { connectionEdit, connectionSettings, connectionView, serverKinds } from '@common/model/connection'
import { connectionTestResult } from '@common/model/connection-test'
import { projectRoles } from '@common/permissions'
import { wireMessage } from '@common/messages'
import { isVariableName } from '@common/variables'
import { z } from 'zod'
import { defineOperations } from './define'
import { usedErrors, usedTemplate } from './templates'

const title = z.string()
const projectType = z.enum(projectTypes).default('rest')

/** An entry of projectList (wire §5), with additional facts for the project list. */
export const projectListEntry = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(['started', 'stopped']),
  description: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  opened_at: z.string().nullable(),
  user_id: z.number(),
  owner: z.string(),
  is_creator: z.number(),
  allowed: z.boolean(),
  projectType: z.enum(projectTypes),
  prefix: z.string(),
  /** Windows stage edits of its records and confirm other writes. */
  production: z.boolean(),
  /** Name of the working environment. */
  environment: z.string(),
  /** The system role held, or the rank of a custom role. */
  role: z.string(),
  /** Title of a custom role; null for a system role. */
  role_title: z.string().nullable(),
  /** Permissions of this role. `projectOpen` lowers them to those of a previewed role. */
  permissions: z.array(z.string()),
  source: z.enum(projectSources),
  fileName: z.string(),
  fileBytes: z.number().nullable(),
  /** Address of the database server; null for files. */
  server: z.object({ kind: z.enum(serverKinds), host: z.string(), port: z.number(), database: z.string() }).nullable(),
  tableCount: z.number().nullable(),
})
export type ProjectListEntry = z.infer<typeof projectListEntry>

const created = z.object({
  id: z.string(),
  title: z.string(),
  description: z.null(),
  config: z.string(),
  prefix: z.string(),
})

/** Wire §4.4: 0 or -1, the text of S1 §5, and the result of each step. */
/** Variables of an environment in a project file of the original. */
const apiClientFile = z.looseObject({
  data: z
    .array(
      z.looseObject({
        key: z.string().refine(isVariableName),
        value: z.string().max(20_000).default(''),
        enabled: z.boolean().default(true),
      }),
    )
    .max(200)
    .default([]),
})

export const tested = z.object({
  code: z.union([z.literal(0), z.literal(-1)]),
  message: z.string(),
  /** The message as data. */
  reason: wireMessage,
  object: connectionTestResult,
})

export const connectionErrors = [
  'PROJECT_TITLE_INVALID',
  'NOT_SUPPORTED',
  'DATABASE_CREDENTIALS_INVALID',
  'DATABASE_CONNECTION_FAILED',
  'DATABASE_CREATE_FORBIDDEN',
  'CONNECTION_FAILED',
] as const

const apiServer = {
  door: 'legacy',
  changes: ['project'],
  scope: 'project',
  permission: 'project.configure',
  input: z.strictObject({}),
  output: z.null(),
  errors: [],
} as const

const projectFolder = z.string().max(4_096).optional()

export const projectOperations = defineOperations({
  /** Lists the caller's projects, most recently opened first. */
  projectList: {
    door: 'legacy',
    reads: ['projects', 'schema'],
    scope: 'installation',
    permission: 'project.list',
    input: z.strictObject({}),
    output: z.array(projectListEntry),
    errors: [],
  },
  /**
   * Creates a project on the built-in database, in its own SQLite file in the profile: empty, or with the tables of a
   * template, all or nothing.
   */
  projectCreate: {
    changes: ['projects'],
    scope: 'installation',
    permission: 'project.create',
    input: z.strictObject({ title, projectType, ...usedTemplate }),
    output: created,
    errors: ['PROJECT_TITLE_INVALID', 'PROJECT_CREATE_DENIED', ...usedErrors],
  },
  /** Creates the sample: a record store of about 5,000 related rows, always the same. */
  projectCreateSample: {
    changes: ['projects'],
    scope: 'installation',
    permission: 'project.create',
    input: z.strictObject({}),
    output: created,
    errors: ['PROJECT_CREATE_DENIED'],
  },
  /** Opens an existing SQLite file in place. Basalt writes nothing to it until a user edits. */
  projectCreateFromFile: {
    changes: ['projects'],
    scope: 'installation',
    permission: 'project.openFile',
    input: z.strictObject({ title: title.optional(), filename: z.string().min(1).max(4096), projectType }),
    output: created,
    errors: ['PROJECT_TITLE_INVALID', 'DATABASE_FILE_NOT_FOUND', 'DATABASE_FILE_INVALID', 'DATABASE_FILE_FORBIDDEN'],
  },
  /**
   * Tests a connection without changes: a knex configuration (wire §4.4), or our own settings. Returns 200 for failures
   * too.
   */
  testConnection: {
    door: 'legacy',
    ownKey: 'settings',
    reads: [],
    scope: 'installation',
    permission: 'project.connect',
    input: z.union([knexTestTarget, z.strictObject({ settings: connectionSettings })]),
    output: tested,
    errors: ['NOT_SUPPORTED', 'TOO_MANY_REQUESTS'],
  },
  /**
   * Creates a project on a database server, with its existing tables, views and relations. Changes nothing in the
   * database.
   */
  projectCreateFromConnection: {
    changes: ['projects'],
    scope: 'installation',
    permission: 'project.connect',
    input: z.strictObject({ title, projectType, settings: connectionSettings, production: z.boolean().optional() }),
    output: created,
    errors: connectionErrors,
  },
  /**
   * Creates a project in the format of the original (wire §5), with its environments, their databases and variables. The
   * database of the default environment, or else of the working one, becomes that of the project.
   */
  projectCreateByWeb: {
    door: 'legacy',
    changes: ['projects'],
    scope: 'installation',
    permission: 'project.connect',
    input: z.strictObject({
      project: z.strictObject({ title, folder: projectFolder, type: z.string().max(40).optional() }),
      projectJson: z.looseObject({
        projectType: projectType.optional(),
        workingEnv: z.string().optional(),
        envs: z.record(
          z
            .string()
            .min(1)
            .max(100)
            .regex(/^[^\p{Cc}]+$/u),
          z.looseObject({ db: z.array(knexTarget).min(1).max(1), apiClient: apiClientFile.optional() }),
        ),
        /** Variables of the working environment, where it has no list of its own. */
        apiClient: apiClientFile.optional(),
      }),
    }),
    output: created,
    errors: [
      ...connectionErrors,
      'PROJECT_FOLDER_INVALID',
      'ENVIRONMENT_NAME_TAKEN',
      'ENVIRONMENT_ON_FILE',
      'ENVIRONMENT_OTHER_KIND',
      'ENVIRONMENTS_FULL',
      'VARIABLES_FULL',
    ],
  },
  /** Returns the connection of a project without its secrets. */
  projectConnectionRead: {
    reads: ['projects'],
    scope: 'project',
    permission: 'project.configure',
    input: z.strictObject({}),
    output: connectionView,
    errors: ['CONNECTION_NOT_EDITABLE', 'CONNECTION_UNREADABLE', 'SECRETS_LOCKED'],
  },
  /** Tests edited connection settings, with the stored secrets where they still apply. */
  projectConnectionTest: {
    reads: [],
    scope: 'project',
    permission: 'project.configure',
    input: z.strictObject({ settings: connectionEdit }),
    output: tested,
    errors: ['CONNECTION_NOT_EDITABLE', 'SECRETS_LOCKED', 'NOT_SUPPORTED', 'TOO_MANY_REQUESTS'],
  },
  /** Changes the connection of a project after a successful test. */
  projectConnectionUpdate: {
    changes: ['project'],
    scope: 'project',
    permission: 'project.configure',
    input: z.strictObject({ settings: connectionEdit }),
    output: connectionView,
    errors: ['CONNECTION_NOT_EDITABLE', 'SECRETS_LOCKED', ...connectionErrors],
  },
  /** Returns a project as its members see it, and marks it as opened by the caller. */
  projectOpen: {
    reads: ['projects', 'schema'],
    scope: 'project',
    permission: 'project.read',
    input: z.strictObject({}),
    output: projectListEntry,
    errors: ['PROJECT_NOT_FOUND', 'DATABASE_UNAVAILABLE'],
  },
  /** Lists the sorted e-mail addresses of the members, for mentions and user cells. */
  projectMemberList: {
    reads: ['projects'],
    scope: 'project',
    permission: 'row.comment',
    input: z.strictObject({}),
    output: z.array(z.object({ email: z.string(), role: z.enum(projectRoles) })),
    errors: [],
  },
  /** Starts the APIs of a project. Wire §5; also under the names of S1 §7. */
  projectStart: apiServer,
  /** Stops the APIs: their callers get 404, the dashboard keeps working. */
  projectStop: apiServer,
  /** Closes and reopens the database, then starts the APIs. */
  projectRestart: apiServer,
  projectAPIServerStart: apiServer,
  projectAPIServerStop: apiServer,
  projectRename: {
    changes: ['projects'],
    scope: 'project',
    permission: 'project.configure',
    input: z.strictObject({ title }),
    output: z.object({ id: z.string(), title: z.string() }),
    errors: ['PROJECT_TITLE_INVALID'],
  },
  /** Marks a project as production, or removes the mark. Scripts aren't affected. */
  projectProductionSet: {
    changes: ['projects'],
    scope: 'project',
    permission: 'project.configure',
    input: z.strictObject({ production: z.boolean() }),
    output: z.object({ production: z.boolean() }),
    errors: [],
  },
  /**
   * Removes a project. The file of a built-in database goes to the trash of the system or to `backups/`, where it can
   * be recovered. A file opened in place stays.
   */
  projectDelete: {
    door: 'legacy',
    changes: ['project', 'projects'],
    removesProject: true,
    scope: 'project',
    permission: 'project.delete',
    input: z.strictObject({}),
    output: z.object({ keptAt: z.enum(['trash', 'backups', 'original']), fileName: z.string() }),
    errors: [],
  },
  /** Returns the addresses of a project's APIs, for scripts. Wire §5. */
  projectApiInfo: {
    door: 'legacy',
    reads: ['projects'],
    scope: 'project',
    permission: 'project.read',
    ownPathOnly: true,
    http: {
      method: 'GET',
      path: '/nc/:project_id/projectApiInfo',
      summary: 'Get the addresses of the APIs of a project',
    },
    input: z.strictObject({ project_id: z.string().optional() }),
    output: z.object({
      info: z.record(
        z.string(),
        z.object({
          swaggerUrl: z.string(),
          apiUrl: z.string(),
          gqlApiUrl: z.string(),
          grpcApiUrl: z.string(),
          apiType: z.string(),
          database: z.string(),
        }),
      ),
      aggregatedInfo: z.object({ list: z.array(z.record(z.string(), z.unknown())), aggregated: z.array(z.unknown()) }),
    }),
    errors: [],
  },
  /** Returns facts about this installation for support. Wire §4.4. */
  ncProjectInfo: {
    door: 'legacy',
    reads: ['projects'],
    scope: 'project',
    permission: 'project.read',
    input: z.strictObject({}),
    output: z.object({
      Node: z.string(),
      Arch: z.string(),
      Platform: z.string(),
      Docker: z.boolean(),
      Database: z.string(),
      ProjectOnRootDB: z.boolean(),
      RootDB: z.string(),
      PackageVersion: z.string(),
    }),
    errors: [],
  },
  projectHasDb: {
    door: 'legacy',
    reads: ['projects'],
    scope: 'project',
    permission: 'project.read',
    input: z.strictObject({}),
    output: z.boolean(),
    errors: [],
  },
})
