import { knexTarget, knexTestTarget } from '@common/dialects'
import { projectSources, projectTypes } from '@common/model'
import { connectionEdit, connectionSettings, connectionView, serverKinds } from '@common/model/connection'
import { connectionTestResult } from '@common/model/connection-test'
import { projectRoles } from '@common/permissions'
import { wireMessage } from '@common/messages'
import { z } from 'zod'
import { defineOperations } from './define'

const title = z.string()
const projectType = z.enum(projectTypes).default('rest')

/** A line of projectList (wire §5), with what our project list shows beside it. */
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
  /** Windows stage edits of its records, and ask before other writes. */
  production: z.boolean(),
  role: z.string(),
  source: z.enum(projectSources),
  fileName: z.string(),
  fileBytes: z.number().nullable(),
  /** Where a database on a server is; null for files. */
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

/** Wire §4.4: 0 or -1, S1 §5's sentence, and what was found at each step. */
const tested = z.object({
  code: z.union([z.literal(0), z.literal(-1)]),
  message: z.string(),
  /** The message as data. */
  reason: wireMessage,
  object: connectionTestResult,
})

const connectionErrors = [
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
  /** The caller's projects, most recently opened first. */
  projectList: {
    door: 'legacy',
    reads: ['projects', 'schema'],
    scope: 'installation',
    permission: 'project.list',
    input: z.strictObject({}),
    output: z.array(projectListEntry),
    errors: [],
  },
  /** A project on the built-in database: its own SQLite file in the profile. */
  projectCreateByWebWithXCDB: {
    door: 'legacy',
    changes: ['projects'],
    scope: 'installation',
    permission: 'project.create',
    input: z.strictObject({ title, projectType }),
    output: created,
    errors: ['PROJECT_TITLE_INVALID', 'PROJECT_CREATE_DENIED'],
  },
  /** The built-in sample: a record store of about 5,000 related rows, always the same. */
  projectCreateSample: {
    changes: ['projects'],
    scope: 'installation',
    permission: 'project.create',
    input: z.strictObject({}),
    output: created,
    errors: ['PROJECT_CREATE_DENIED'],
  },
  /** Opens an existing SQLite file in place. Nothing is written to it until somebody edits. */
  projectCreateFromFile: {
    changes: ['projects'],
    scope: 'installation',
    permission: 'project.openFile',
    input: z.strictObject({ title: title.optional(), filename: z.string().min(1).max(4096), projectType }),
    output: created,
    errors: ['PROJECT_TITLE_INVALID', 'DATABASE_FILE_NOT_FOUND', 'DATABASE_FILE_INVALID', 'DATABASE_FILE_FORBIDDEN'],
  },
  /**
   * Tries a connection and changes nothing: a knex configuration (wire §4.4), or our own settings. Answers 200 whether
   * it can be made or not.
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
  /** A project on a database server. Its tables, views and relations are there at once; nothing of it is changed. */
  projectCreateFromConnection: {
    changes: ['projects'],
    scope: 'installation',
    permission: 'project.connect',
    input: z.strictObject({ title, projectType, settings: connectionSettings, production: z.boolean().optional() }),
    output: created,
    errors: connectionErrors,
  },
  /** The same in the words of the original (wire §5): the first database of the working environment counts. */
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
        envs: z.record(z.string(), z.looseObject({ db: z.array(knexTarget).min(1).max(1) })),
      }),
    }),
    output: created,
    errors: [...connectionErrors, 'PROJECT_FOLDER_INVALID'],
  },
  /** The connection of a project, without its secrets. */
  projectConnectionRead: {
    reads: ['projects'],
    scope: 'project',
    permission: 'project.configure',
    input: z.strictObject({}),
    output: connectionView,
    errors: ['CONNECTION_NOT_EDITABLE'],
  },
  /** Tries an edited connection, with the kept secrets where they still count. */
  projectConnectionTest: {
    reads: [],
    scope: 'project',
    permission: 'project.configure',
    input: z.strictObject({ settings: connectionEdit }),
    output: tested,
    errors: ['CONNECTION_NOT_EDITABLE', 'NOT_SUPPORTED', 'TOO_MANY_REQUESTS'],
  },
  /** Changes the connection of a project, once it has been made with the new settings. */
  projectConnectionUpdate: {
    changes: ['project'],
    scope: 'project',
    permission: 'project.configure',
    input: z.strictObject({ settings: connectionEdit }),
    output: connectionView,
    errors: ['CONNECTION_NOT_EDITABLE', ...connectionErrors],
  },
  /** One project as its members see it; marks it as opened by the caller. */
  projectOpen: {
    reads: ['projects', 'schema'],
    scope: 'project',
    permission: 'project.read',
    input: z.strictObject({}),
    output: projectListEntry,
    errors: ['PROJECT_NOT_FOUND', 'DATABASE_UNAVAILABLE'],
  },
  /** Who a cell or a comment of the project can name: the e-mail addresses of its members, in order. */
  projectMemberList: {
    reads: ['projects'],
    scope: 'project',
    permission: 'row.comment',
    input: z.strictObject({}),
    output: z.array(z.object({ email: z.string(), role: z.enum(projectRoles) })),
    errors: [],
  },
  /** Lets the project's APIs answer callers. Wire §5; also by the names of S1 §7. */
  projectStart: apiServer,
  /** Callers of its APIs get 404; people in the dashboard work on. */
  projectStop: apiServer,
  /** The same after its database has been let go and is opened anew. */
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
  /** Marks a project whose database is in production, or takes the mark away. Calls of scripts stay as they are. */
  projectProductionSet: {
    changes: ['projects'],
    scope: 'project',
    permission: 'project.configure',
    input: z.strictObject({ production: z.boolean() }),
    output: z.object({ production: z.boolean() }),
    errors: [],
  },
  /**
   * Removes the project. A built-in database's file goes to the OS trash or to `backups/` and can be put
   * back from there; a file that was opened in place stays where it is.
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
  /** Facts for scripts: where each API of the project answers. Wire §5. */
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
  /** Facts of this installation for support. Wire §4.4. */
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
