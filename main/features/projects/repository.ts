import { defaultEnvironment } from '@common/constants'
import { projectSources, projectTypes, type Project } from '@common/model'
import { connectionSettings, type ConnectionSettings } from '@common/model/connection'
import type { ProjectRole } from '@common/permissions'
import { rankOfRole, type HeldRole } from '@common/permissions/custom-role'
import {
  deleteFrom,
  insertInto,
  insertOrUpdate,
  metaTables,
  requestFacts,
  updateIn,
  type MetaStore,
  type ProjectRow,
  type MetaStep,
} from '@main/db/meta'
import { heldRoleOf, joinRole, roleColumns } from '@main/features/access'
import { shownEmail } from '@main/features/auth'
import type { SecretBox } from '@main/lib/secret-box'
import { z } from 'zod'
import { forgetApiServer } from './api-servers'

const { environments, projects, projectUsers, models, columns, schemaChanges, store: values } = metaTables

/** A project with the facts of one member. */
export interface Membership {
  readonly project: Project
  readonly role: HeldRole
  readonly ownerEmail: string
  readonly openedAt: string | null
}

/** A member of a project. */
export interface Member {
  readonly email: string
  /** The rank of a custom role. */
  readonly role: ProjectRole
}

/** Stored connection to a database server, encrypted. */
export interface StoredConnection {
  readonly settings: ConnectionSettings
  /** True if the user who entered the address may not reach this machine and its network. */
  readonly publicOnly: boolean
}
const storedConnection = z.strictObject({ settings: connectionSettings, publicOnly: z.boolean() })

/** A deleted project whose file hasn't been moved yet. */
export interface PendingRemoval {
  readonly id: string
  readonly fileName: string
}

/** SQL of projects and their members. */
export interface ProjectRepository {
  readonly find: (id: string) => Promise<Project | undefined>
  readonly all: () => Promise<Project[]>
  /** Returns the projects of a user, most recently opened first. */
  readonly ofMember: (userId: number, projectId?: string) => Promise<Membership[]>
  /** Returns the members of a project, sorted by address. */
  readonly members: (id: string) => Promise<Member[]>
  /** Adds a project with its owner, its connection and metadata, atomically. */
  readonly add: (project: Project, metadata: readonly MetaStep[], connection?: StoredConnection) => Promise<void>
  /** With its secrets; undefined for files, and when it cannot be read any more. */
  readonly connection: (id: string) => Promise<StoredConnection | undefined>
  /** Decrypts a connection that a project or one of its environments stores. */
  readonly openConnection: (projectId: string, sealed: string) => StoredConnection | undefined
  readonly sealConnection: (projectId: string, connection: StoredConnection) => string
  /** Sets the connection in use, also of the environment that it belongs to. */
  readonly setConnection: (id: string, connection: StoredConnection, now: string) => Promise<void>
  /** Returns the path of a stored file name. */
  readonly fileOf: (source: Project['source'], stored: string) => string
  /** Returns the file of the default environment, and the files of the others. */
  readonly files: (project: Project) => Promise<{ readonly home: string; readonly others: readonly string[] }>
  /**
   * Returns a version that changes with the connection and the file, on any server.
   *
   * @param sinceMs  the version may have been read since then, by `performance.now()`. Default: now
   */
  readonly connectionVersion: (id: string, sinceMs?: number) => Promise<string>
  readonly rename: (id: string, title: string, now: string) => Promise<void>
  readonly setProduction: (id: string, production: boolean, now: string) => Promise<void>
  readonly markOpened: (id: string, userId: number, now: string) => Promise<void>
  /** Removes everything about a project. `removal` is stored until its file is moved. */
  readonly remove: (id: string, removal: PendingRemoval | null, now: string) => Promise<void>
  readonly pendingRemovals: () => Promise<PendingRemoval[]>
  readonly removalDone: (id: string) => Promise<void>
}

const removalName = 'removed_project:'

/**
 * @param fileOf  returns the path of a built-in database from its stored base name
 * @param secrets  for connections
 */
export function createProjectRepository(
  store: MetaStore,
  fileOf: (fileName: string) => string,
  secrets: SecretBox,
): ProjectRepository {
  const openConnection = (projectId: string, sealed: string): StoredConnection | undefined => {
    const text = secrets.open(sealed, projectId)
    return text === undefined ? undefined : storedConnection.safeParse(JSON.parse(text)).data
  }
  const sealConnection = (projectId: string, connection: StoredConnection): string =>
    secrets.seal(JSON.stringify(connection), projectId)
  const connectionOf = ({ id, connection }: ProjectRow): StoredConnection | undefined =>
    connection === null ? undefined : openConnection(id, connection)

  const pathOf = (source: Project['source'], stored: string): string => (source === 'builtIn' ? fileOf(stored) : stored)

  const projectOf = (row: ProjectRow): Project => {
    const source = projectSources.find((known) => known === row.source) ?? 'file'
    return {
      id: row.id,
      title: row.title,
      type: projectTypes.find((known) => known === row.type) ?? 'rest',
      source,
      filename: pathOf(source, row.filename),
      prefix: row.prefix,
      production: row.production === 1,
      ...(row.working_environment !== null && { environment: row.working_environment }),
      ownerId: row.owner_id,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      ...(source === 'server' ? serverFacts(connectionOf(row)) : {}),
    }
  }

  return {
    openConnection,
    sealConnection,
    fileOf: pathOf,

    files: async ({ id, source, filename }) => {
      const rows = await store.select(environments, { project_id: id })
      const own = rows.flatMap((row) => (row.filename === null ? [] : [{ ...row, path: pathOf(source, row.filename) }]))
      const home = own.find(({ name }) => name === defaultEnvironment)?.path ?? filename
      return { home, others: own.map(({ path }) => path).filter((path) => path !== home) }
    },

    find: async (id) => {
      const row = await store.find(projects, { id })
      return row && projectOf(row)
    },

    all: async () => (await store.select(projects, 'ORDER BY created_at, id')).map(projectOf),

    ofMember: (userId, projectId) => membershipsOf(store, projectOf, userId, projectId),
    members: (id) => membersOf(store, id),

    add: async (project, metadata, connection) => {
      const { id, title, type, source, prefix, production, ownerId, createdAt, updatedAt } = project
      await store.transact([
        insertInto(projects, {
          id,
          title,
          type,
          source,
          filename: source === 'builtIn' ? `${id}.sqlite` : project.filename,
          prefix,
          ...(production && { production: 1 }),
          ...(connection === undefined ? {} : { connection: sealConnection(id, connection) }),
          owner_id: ownerId,
          created_at: createdAt,
          updated_at: updatedAt,
        }),
        insertInto(projectUsers, { project_id: id, user_id: ownerId, roles: 'owner', created_at: createdAt }),
        ...metadata,
      ])
    },

    connection: async (id) => {
      const row = await store.find(projects, { id })
      return row && connectionOf(row)
    },

    setConnection: async (id, connection, now) => {
      const change = { connection: sealConnection(id, connection), updated_at: now }
      const working = (await store.find(projects, { id }))?.working_environment ?? defaultEnvironment
      const own = await store.find(environments, 'WHERE project_id = ? AND name = ? AND connection IS NOT NULL', [
        id,
        working,
      ])
      // The row of an environment holds its connection too, if the project has several databases.
      const owner = own === undefined ? defaultEnvironment : working
      await store.transact([
        updateIn(projects, change, { id }, { expectRows: 1 }),
        updateIn(environments, change, 'project_id = ? AND name = ? AND connection IS NOT NULL', [id, owner]),
      ])
    },

    // Where this process alone writes, it knows of every change.
    connectionVersion: async (id, sinceMs) =>
      store.exclusive ? '' : (await requestFacts(store).project(id, sinceMs)).connection,

    rename: async (id, title, now) => {
      await store.transact([updateIn(projects, { title, updated_at: now }, { id }, { expectRows: 1 })])
    },

    setProduction: async (id, production, now) => {
      const change = { production: production ? 1 : null, updated_at: now }
      await store.transact([updateIn(projects, change, { id }, { expectRows: 1 })])
    },

    markOpened: async (id, userId, now) => {
      await store.transact([updateIn(projectUsers, { opened_at: now }, { project_id: id, user_id: userId })])
    },

    remove: async (id, removal, now) => {
      await store.transact([
        ...(removal === null
          ? []
          : [
              insertOrUpdate(values, ['name'], {
                name: `${removalName}${id}`,
                value: removal.fileName,
                updated_at: now,
              }),
            ]),
        ...[schemaChanges, columns, models, projectUsers].map((table) => deleteFrom(table, { project_id: id })),
        ...forgetApiServer(id),
        deleteFrom(projects, { id }),
      ])
    },

    pendingRemovals: async () => {
      const rows = await store.select(values, `WHERE name LIKE ? ORDER BY name`, [`${removalName}%`])
      return rows.map(({ name, value }) => ({ id: name.slice(removalName.length), fileName: value }))
    },

    removalDone: async (id) => {
      await store.transact([deleteFrom(values, { name: `${removalName}${id}` })])
    },
  }
}

async function membershipsOf(
  store: MetaStore,
  projectOf: (row: ProjectRow) => Project,
  userId: number,
  projectId: string | undefined,
): Promise<Membership[]> {
  const rows = await store.read(
    `SELECT p.id, m.opened_at, u.email, ${roleColumns}
     FROM nc_projects_users m
     JOIN nc_projects p ON p.id = m.project_id
     ${joinRole}
     LEFT JOIN xc_users u ON u.id = p.owner_id
     WHERE m.user_id = ?${projectId === undefined ? '' : ' AND p.id = ?'}
     ORDER BY CASE WHEN m.opened_at IS NULL THEN 1 ELSE 0 END, m.opened_at DESC, p.created_at DESC, p.id`,
    projectId === undefined ? [userId] : [userId, projectId],
  )
  const known = new Map(
    (
      await store.select(projects, 'WHERE id IN (SELECT project_id FROM nc_projects_users WHERE user_id = ?)', [userId])
    ).map((row) => [row.id, projectOf(row)]),
  )
  return rows.flatMap(([id, openedAt, email, ...role]): Membership[] => {
    const project = known.get(String(id))
    const held = heldRoleOf(role)
    if (project === undefined || held === undefined) return []
    return [
      {
        project,
        role: held,
        ownerEmail: typeof email === 'string' ? shownEmail(email) : '',
        openedAt: typeof openedAt === 'string' ? openedAt : null,
      },
    ]
  })
}

async function membersOf(store: MetaStore, id: string): Promise<Member[]> {
  const rows = await store.read(
    `SELECT u.email, ${roleColumns} FROM nc_projects_users m JOIN xc_users u ON u.id = m.user_id ${joinRole}
     WHERE m.project_id = ? ORDER BY u.email`,
    [id],
  )
  return rows.flatMap(([email, ...held]): Member[] => {
    const role = heldRoleOf(held)
    return typeof email === 'string' && role !== undefined ? [{ email: shownEmail(email), role: rankOfRole(role) }] : []
  })
}

/** Returns the public facts of a server, without user and secrets. */
function serverFacts(connection: StoredConnection | undefined): Pick<Project, 'server' | 'inflection'> {
  if (connection === undefined) return {}
  const { kind, host, port, database, inflection } = connection.settings
  return { server: { kind, host, port, database }, inflection }
}
