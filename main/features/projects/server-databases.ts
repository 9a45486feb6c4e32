import { serverKindFacts } from '@common/dialects'
import { AppError, type ErrorCode } from '@common/errors'
import { message, type Message } from '@common/messages'
import type { Project } from '@common/model'
import type { ConnectionSettings, ServerKind } from '@common/model/connection'
import { hostList } from '@common/model/hosts'
import type { ConnectionFailure } from '@common/model/connection-test'
import type { Database } from '@main/db/database'
import type { Servers } from '@main/db/pool'
import type { ProjectRepository, StoredConnection } from './repository'

/** Failures that can pass by themselves or after the server is restarted. */
const passing: readonly ConnectionFailure[] = [
  'hostUnknown',
  'refused',
  'unreachable',
  'timeout',
  'closed',
  'tooManyConnections',
  'starting',
  'unknown',
]

/** Failures of one host, which are no news about a cluster: its servers fail for different reasons. */
const ofOneHost: readonly ConnectionFailure[] = ['hostUnknown', 'refused', 'unreachable', 'timeout', 'closed']

/** Opens projects on database servers. Errors name the server and suggest a remedy. */
export function createServerDatabases(options: {
  readonly repository: Pick<ProjectRepository, 'connection'>
  readonly servers: Servers
  /** True if the key of stored connections is locked. */
  readonly isLocked: () => boolean
}): (project: Project) => Promise<Database> {
  const { repository, servers, isLocked } = options
  return async (project) => {
    const connection = await repository.connection(project.id)
    if (connection === undefined) {
      const reason = message(isLocked() ? 'connectionFailures.locked' : 'connectionFailures.notReadable')
      throw new AppError('DATABASE_REFUSED', { name: project.title, reason })
    }
    return openServerDatabase(servers, connection, project.title)
  }
}

/** Opens a database. Its errors name the server, and `name`. */
export async function openServerDatabase(
  servers: Pick<Servers, 'open' | 'failureOf'>,
  connection: StoredConnection,
  name: string,
): Promise<Database> {
  const { settings } = connection
  const explained = (error: unknown): unknown => {
    if (!(error instanceof AppError) || error.code !== 'DATABASE_UNAVAILABLE') return error
    // Basalt itself has closed it, so the server isn't at fault.
    if (error.details['reason'] !== undefined)
      return new AppError(error.code, { ...error.details, name }, { cause: error })
    const failure = servers.failureOf(settings.kind, error)
    const code = passing.includes(failure) ? 'DATABASE_UNAVAILABLE' : 'DATABASE_REFUSED'
    const { host, port } = settings
    const isCluster = hostList(host, port).length > 1
    const reason = isCluster && ofOneHost.includes(failure) ? {} : { reason: failureReason(failure, settings) }
    return new AppError(code, { name, host, ...(!isCluster && { port }), ...reason }, { cause: error })
  }
  try {
    return explaining(await servers.open(connection), explained)
  } catch (error) {
    throw explained(error)
  }
}

/** The same database, whose errors are explained. */
function explaining(database: Database, explained: (error: unknown) => unknown): Database {
  const explain = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw explained(error)
    })
  const query = database.query?.bind(database)
  const openSqlSession = database.openSqlSession?.bind(database)
  const atOneMoment = database.atOneMoment?.bind(database)
  return {
    dialect: database.dialect,
    read: (statement, options) => explain(database.read(statement, options)),
    readJson: (statement, shape, options) => explain(database.readJson(statement, shape, options)),
    ...(openSqlSession && { openSqlSession: (options) => explain(openSqlSession(options)) }),
    ...(query && { query: (sql, options) => explain(query(sql, options)) }),
    ...(atOneMoment && { atOneMoment: (work, options) => explain(atOneMoment(work, options)) }),
    transact: (steps, options) => explain(database.transact(steps, options)),
    changeSchema: (steps, options) => explain(database.changeSchema(steps, options)),
    schemaSettled: () => explain(database.schemaSettled()),
    schemaVersion: (asked) => explain(database.schemaVersion(asked)),
    dataVersion: () => explain(database.dataVersion()),
    close: () => database.close(),
  }
}

/** Returns why a connection fails. It never holds a driver's words or a secret. */
export function failureReason(failure: ConnectionFailure, settings: ConnectionSettings): Message {
  const { kind, host, port, user, database, schema } = settings
  return message(`connectionFailures.${failure}`, { kind: nameOfKind(kind), host, port, user, database, schema })
}

const nameOfKind = (kind: ServerKind): string => serverKindFacts[kind].name

/** Returns the error for a failed new connection, in the words of S1 §5. */
export function newConnectionError(failure: ConnectionFailure, settings: ConnectionSettings, cause: unknown): AppError {
  const details = { failure, reason: failureReason(failure, settings) }
  return new AppError(codeOfNew(failure), details, { cause })
}

function codeOfNew(failure: ConnectionFailure): ErrorCode {
  switch (failure) {
    case 'credentialsRefused':
    case 'userNotAllowed':
      return 'DATABASE_CREDENTIALS_INVALID'
    case 'createForbidden':
      return 'DATABASE_CREATE_FORBIDDEN'
    default:
      return passing.includes(failure) ? 'DATABASE_CONNECTION_FAILED' : 'CONNECTION_FAILED'
  }
}
