import type { ErrorCode } from '@common/errors'
import type { Permission } from '@common/permissions'
import type { z } from 'zod'

/** Where an operation acts: inside one project (needs `project_id`) or on the installation. */
export type OperationScope = 'installation' | 'project'

/**
 * A subject of commands and queries. A command names those it changes, a query those it reads: from these facts follow
 * stale answers in the page, live updates of other windows, notifications and the question before writes in production.
 */
export type Subject =
  /** The whole project, for example after a change of its database. Makes every response about the project stale. */
  | 'project'
  /** The list of projects: titles, state, members. */
  | 'projects'
  /** Tables, columns, keys, links and indexes in the database of a project. */
  | 'schema'
  /** Facts about tables that Basalt stores itself: titles, order, icons. */
  | 'metadata'
  | 'rows'
  | 'views'
  /** Links for visitors. */
  | 'shares'
  | 'comments'
  | 'follows'
  | 'notices'
  | 'trash'
  | 'snapshots'
  /** Entries of the gallery of templates. */
  | 'templates'
  | 'imports'
  | 'files'
  /** Lines of the audit. Every command changes it, so commands don't name it. */
  | 'history'
  /** Environments of a project with their variables. */
  | 'environments'
  /** Plugins of a project. */
  | 'plugins'
  /** API tokens of a project. */
  | 'tokens'
  /** Sessions and users. */
  | 'account'
  /** Roles of the project and their rules. Every response about the project may depend on them. */
  | 'access'
  /** Scheduled jobs and their runs. */
  | 'jobs'
  /** Stored requests of the API client. */
  | 'apiRequests'
  /** Settings of the installation: mail server, sign-up, address in links. */
  | 'installation'

/**
 * One operation of the application. The declaration yields the HTTP route `POST {dashboard}/?q=sqlOp_{name}`, the IPC
 * call, the typed client, the permission check and the tests.
 */
export type Operation = Command | Query

/** An operation that changes data. */
export interface Command extends Declaration {
  readonly changes: readonly Subject[]
  readonly reads?: undefined
  /** The command deletes its project: no further request about the project can succeed. */
  readonly removesProject?: true
  /** Name of the table that no longer exists under this name. Requests about it would fail. */
  readonly removesTable?: (input: never) => string | undefined
}

/** An operation that only reads. */
export interface Query extends Declaration {
  readonly reads: readonly Subject[]
  readonly changes?: undefined
}

interface Declaration {
  /**
   * `legacy`: a call of the original. Existing scripts send keys that it never read, so the server ignores and reports
   * unknown keys (wire §1) instead of rejecting them.
   */
  readonly door?: 'legacy'
  /** A key of our own form of a legacy call. Input with this key is strict: the server rejects unknown keys. */
  readonly ownKey?: string
  readonly scope: OperationScope
  readonly permission: Permission
  readonly input: z.ZodType
  readonly output: z.ZodType
  /**
   * The operation may be called with a file: a multipart call with the parts `file`, and `input` with the input as JSON
   * text unless it is empty. At the dashboard address, the part `json` holds the envelope, and `project_id` is in the
   * address.
   */
  readonly takesFile?: true
  /** Specific error codes, in addition to those that any call can return. */
  readonly errors: readonly ErrorCode[]
  /**
   * Own path in addition to the dashboard call, such as sign-in. `:name` parts and the query become part of the input.
   */
  readonly http?: {
    readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
    /** Methods of the original that do the same. */
    readonly alsoMethods?: readonly ('GET' | 'POST')[]
    readonly path: string
    /** Description of the call in the API document. */
    readonly summary: string
    readonly aliases?: readonly string[]
  }
  /** The response is plain text with headers from the handler, because old scripts expect no JSON. */
  readonly asText?: true
  /** Reachable only by its own path, never through the dashboard call. */
  readonly ownPathOnly?: true
  /**
   * Needs the whole schema of the project, so principals from whom access rules hide something can't call it. Every
   * operation with the permission `schema.change` is one.
   */
  readonly wholeSchema?: true
  /** About the user and the roles themselves: the page calls it without the previewed role (S1 §6). */
  readonly withoutPreview?: true
  /** Starts or ends sessions: the page doesn't refresh its own one after a 401. */
  readonly withoutRefresh?: true
  /** Only an undo calls it: it takes facts that the change log stores. */
  readonly undoOnly?: true
  /**
   * Visitors of a shared view or form may call it. Its handler starts from what the principal sees, never from a name in
   * the input.
   */
  readonly forVisitors?: true
}

export type Operations = Readonly<Record<string, Operation>>

/** Declares operations and preserves their literal types. */
export function defineOperations<const T extends Operations>(operations: T): T {
  return operations
}

/** True if a response that reads these subjects may be stale after these changes. */
export function isStaleAfter(reads: readonly Subject[], changes: readonly Subject[]): boolean {
  return (
    changes.includes('project') ||
    changes.includes('access') ||
    reads.some((subject) => subject === 'history' || changes.includes(subject))
  )
}

/** True for commands that write to the database of a project. */
export function writesDatabase({ scope, changes = [] }: Operation): boolean {
  return scope === 'project' && changes.some((subject) => databaseSubjects.has(subject))
}

/** True for operations about the tables or rows in the database of a project. */
export function isAboutDatabase({ scope, changes, reads }: Operation): boolean {
  return scope === 'project' && (changes ?? reads ?? []).some((subject) => databaseSubjects.has(subject))
}

/** Restoring from and purging the trash are writes too. */
const databaseSubjects: ReadonlySet<Subject> = new Set<Subject>(['schema', 'rows', 'trash'])

export type InputOf<T extends Operation> = z.infer<T['input']>
export type OutputOf<T extends Operation> = z.infer<T['output']>
