import { AppError } from '@common/errors'
import type { Project } from '@common/model'
import type { ConnectionEdit, ConnectionSettings, ConnectionView } from '@common/model/connection'
import { createQueue } from '@common/util/queue'
import type { Servers } from '@main/db/pool'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import { testedConnection, type TestedConnection } from './tested-connection'
import type { ProjectDatabases } from './databases'
import { newProjectIdentity, projectTitle } from './identity'
import type { ProjectRepository, StoredConnection } from './repository'
import { failureReason, newConnectionError } from './server-databases'
import type { NewProject } from './types'

export interface NewServerProject extends NewProject {
  /** The database is in production; false by default. */
  readonly production?: boolean | undefined
}

/** The connecting user. Only the owner of the installation may reach this machine and its network. */
export interface ConnectingPerson {
  readonly isSuperAdmin: boolean
}

/** Connections of projects to database servers. Secrets are write-only. */
export interface ConnectionService {
  readonly test: (settings: ConnectionSettings, person: ConnectingPerson) => Promise<TestedConnection>
  /** Stores the project after a successful connection. */
  readonly create: (given: NewServerProject, settings: ConnectionSettings, person: ConnectingPerson) => Promise<Project>
  /** @throws AppError CONNECTION_NOT_EDITABLE for projects on files, CONNECTION_UNREADABLE, SECRETS_LOCKED */
  readonly read: (projectId: string) => Promise<ConnectionView>
  /** Like `read`; undefined for a connection that can't be read any more. */
  readonly find: (projectId: string) => Promise<ConnectionView | undefined>
  readonly testEdit: (projectId: string, edit: ConnectionEdit, person: ConnectingPerson) => Promise<TestedConnection>
  /**
   * Returns the connection that an edit makes of a stored one, after it has connected. Stores nothing.
   *
   * @param stored  undefined for a new connection
   */
  readonly connected: EditConnection<StoredConnection>
  readonly testEdited: EditConnection<TestedConnection>
  /** Stores new settings after a successful connection. Running work continues with them. */
  readonly update: (projectId: string, edit: ConnectionEdit, person: ConnectingPerson) => Promise<ConnectionView>
}

/** Tries an edit of a stored connection. A stored secret goes only to the place that it was entered for. */
export type EditConnection<T> = (
  stored: StoredConnection | undefined,
  edit: ConnectionEdit,
  person: ConnectingPerson,
) => Promise<T>

/** Limits of concurrent and queued attempts, so that users can't scan networks. */
const attemptsAtOnce = 4
const attemptsWaiting = 20

export function createConnectionService(options: {
  readonly repository: ProjectRepository
  readonly servers: Servers
  readonly databases: Pick<ProjectDatabases, 'reopen'>
  readonly clock: Clock
  readonly ids: Ids
  /** True if the key of stored connections is locked. */
  readonly isLocked: () => boolean
}): ConnectionService {
  const { repository, servers, databases, clock, ids } = options
  const { run: inTurn } = createQueue({ concurrency: attemptsAtOnce, maxWaiting: attemptsWaiting })
  const now = (): string => clock.now().toISOString()

  const test = (connection: StoredConnection): Promise<TestedConnection> =>
    inTurn(async () => {
      const object = await servers.test(connection)
      const reason = object.failure === null ? undefined : failureReason(object.failure, connection.settings)
      return testedConnection(object, reason)
    })

  /** Creates missing objects, signs in and reads the tables, like later use. */
  const connectOnce = (connection: StoredConnection): Promise<void> =>
    inTurn(async () => {
      const { settings } = connection
      try {
        if (settings.createIfNotExists) await servers.createMissing(connection)
        const database = await servers.open({ ...connection, max: 1 })
        try {
          await database.dialect.introspect.listTables(database)
        } finally {
          await database.close()
        }
      } catch (error) {
        if (error instanceof AppError && error.code === 'NOT_SUPPORTED') throw error
        throw newConnectionError(servers.failureOf(settings.kind, error), settings, error)
      }
    })

  const freeId = async (title: string): Promise<string> => {
    for (;;) {
      const { id } = newProjectIdentity(title, ids)
      if ((await repository.find(id)) === undefined) return id
    }
  }

  /** Returns undefined if the key of the connection was replaced. Its users enter everything again. */
  const stored = async (projectId: string): Promise<StoredConnection | undefined> => {
    const project = await repository.find(projectId)
    if (project === undefined) throw new AppError('PROJECT_NOT_FOUND')
    if (project.source !== 'server') throw new AppError('CONNECTION_NOT_EDITABLE')
    const connection = await repository.connection(projectId)
    // A new connection couldn't be stored.
    if (connection === undefined && options.isLocked()) throw new AppError('SECRETS_LOCKED')
    return connection
  }

  const connected: EditConnection<StoredConnection> = async (before, edit, person) => {
    const connection = edited(before, edit, person)
    await connectOnce(connection)
    return connection
  }

  return {
    connected,
    testEdited: (before, edit, person) => test(edited(before, edit, person)),
    test: (settings, { isSuperAdmin }) => test({ settings, publicOnly: !isSuperAdmin }),

    create: async ({ production = false, ...given }, settings, { isSuperAdmin }) => {
      const title = projectTitle(given.title)
      const connection = { settings, publicOnly: !isSuperAdmin }
      await connectOnce(connection)
      const { kind, host, port, database, inflection } = settings
      const project: Project = {
        ...given,
        title,
        id: await freeId(title),
        source: 'server',
        filename: '',
        prefix: '',
        production,
        server: { kind, host, port, database },
        inflection,
        createdAt: now(),
        updatedAt: now(),
      }
      await repository.add(project, [], connection)
      return project
    },

    read: async (projectId) => {
      const connection = await stored(projectId)
      if (connection === undefined) throw new AppError('CONNECTION_UNREADABLE')
      return viewOf(connection)
    },

    find: async (projectId) => {
      const connection = await stored(projectId)
      return connection && viewOf(connection)
    },

    testEdit: async (projectId, edit, person) => test(edited(await stored(projectId), edit, person)),

    update: async (projectId, edit, person) => {
      const connection = await connected(await stored(projectId), edit, person)
      await repository.setConnection(projectId, connection, now())
      databases.reopen(projectId)
      return viewOf(connection)
    },
  }
}

/**
 * Returns the new settings. Reuses a saved password or key only for the same server, user, database and encryption
 * (reliability guide, "Outbound requests"). Otherwise the user has to enter it again.
 */
function edited(
  stored: StoredConnection | undefined,
  edit: ConnectionEdit,
  { isSuperAdmin }: ConnectingPerson,
): StoredConnection {
  if (stored === undefined) return { settings: { ...edit, password: edit.password ?? '' }, publicOnly: !isSuperAdmin }
  const before = stored.settings
  const sameAddress = edit.host.toLowerCase() === before.host.toLowerCase() && edit.port === before.port
  const { clientKey: givenKey, ...ssl } = edit.ssl
  const keepsSecrets =
    sameAddress &&
    edit.user === before.user &&
    edit.kind === before.kind &&
    edit.database === before.database &&
    sameProtection(ssl, before.ssl)
  const clientKey = givenKey ?? (keepsSecrets ? before.ssl.clientKey : undefined)
  return {
    settings: {
      ...edit,
      password: edit.password ?? (keepsSecrets ? before.password : ''),
      ssl: { ...ssl, ...(clientKey === undefined || clientKey === '' ? {} : { clientKey }) },
    },
    publicOnly: sameAddress ? stored.publicOnly && !isSuperAdmin : !isSuperAdmin,
  }
}

/** True if encryption and CA stay the same. Another CA could belong to a man in the middle. */
function sameProtection(edit: Omit<ConnectionEdit['ssl'], 'clientKey'>, before: ConnectionSettings['ssl']): boolean {
  return edit.usage === before.usage && (edit.serverCa ?? '') === (before.serverCa ?? '')
}

/** Returns a connection without its secrets. */
export function viewOf({ settings }: StoredConnection): ConnectionView {
  const { password, ssl, ...rest } = settings
  const { clientKey, ...certificates } = ssl
  return {
    ...rest,
    hasPassword: password !== '',
    ssl: { ...certificates, hasClientKey: clientKey !== undefined },
  }
}
