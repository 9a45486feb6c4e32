import type { StoredValue } from '@common/columns/column-type'
import { Lru } from '@main/lib/lru'
import { sharedBatches } from '@main/lib/shared-batches'
import { sharedReads } from '@main/lib/shared-reads'
import type { MetaStore } from './store'
import { valueNames } from './value-names'

/** Facts of a project on which cached answers depend. */
export interface ProjectFacts {
  /** Changes with the connection and the file. */
  readonly connection: string
  /** Changes with every change of metadata. */
  readonly metadata: string
  /** True if scripts may not call the API. */
  readonly isStopped: boolean
  /** Monotonic time at which the read began: the facts are not older. */
  readonly beganMs: number
}

/** Reads what requests need from a store that other servers change too. Requests of the same moment share the queries. */
export interface RequestFacts {
  /**
   * Returns the columns `expires_at` and `personColumns` of an open session, with the role in a project. The same query
   * reads the facts of the project.
   */
  readonly session: (sessionId: string, projectId: string) => Promise<readonly StoredValue[] | undefined>
  /** @param sinceMs  returns facts that were read since then, by `performance.now()`. Default: now, so it reads them */
  readonly project: (projectId: string, sinceMs?: number) => Promise<ProjectFacts>
}

/** A person `u`, with the role `m` in the project `p`. */
export const personColumns =
  'u.id, u.email, u.firstname, u.lastname, u.user_role, u.super_admin, u.email_verified, p.id, m.roles, p.access_revision'
const sessionColumns = `s.expires_at, ${personColumns}`
const sessionColumnCount = sessionColumns.split(',').length
const factColumns = 'p.connection, p.filename, v.value, c.name'
const joinValues = 'LEFT JOIN nc_store v ON v.name = ? LEFT JOIN nc_store c ON c.name = ?'

const sessionsSql = (count: number): string => `SELECT s.id, ${sessionColumns}, ${factColumns}
  FROM nc_sessions s
  JOIN xc_users u ON u.id = s.user_id
  LEFT JOIN nc_projects p ON p.id = ?
  LEFT JOIN nc_projects_users m ON m.project_id = p.id AND m.user_id = u.id
  ${joinValues}
  WHERE s.id IN (${Array(count).fill('?').join(', ')}) AND u.suspended_at IS NULL`
const projectSql = `SELECT ${factColumns} FROM nc_projects p ${joinValues} WHERE p.id = ?`

/** Numbers of sessions in a statement: few texts, which the database prepares. */
const sizes = [1, 4, 16] as const
const largest = 16
const projectsCached = 1_000

const factsOf = new WeakMap<MetaStore, RequestFacts>()

/** Returns the facts of a store; always the same object, which shares queries among all its callers. */
export function requestFacts(store: MetaStore): RequestFacts {
  const known = factsOf.get(store)
  if (known !== undefined) return known
  const made = createRequestFacts(store)
  factsOf.set(store, made)
  return made
}

function createRequestFacts(store: Pick<MetaStore, 'read'>): RequestFacts {
  const newest = new Lru<string, ProjectFacts>(projectsCached)
  const sessionReads = new Lru<string, (sessionId: string) => Promise<readonly StoredValue[] | undefined>>(
    projectsCached,
  )

  const keep = (projectId: string, row: readonly StoredValue[] | undefined, beganMs: number): ProjectFacts => {
    const [connection, filename, version, stopped] = row ?? []
    const facts = {
      connection: `${String(connection ?? '')} ${String(filename ?? '')}`,
      metadata: String(version ?? ''),
      isStopped: typeof stopped === 'string',
      beganMs,
    }
    if ((newest.get(projectId)?.beganMs ?? -Infinity) < beganMs) newest.set(projectId, facts)
    return facts
  }

  const readSome = async (projectId: string, ids: readonly string[]): Promise<StoredValue[][]> => {
    const size = sizes.find((each) => each >= ids.length) ?? largest
    const padded = Array.from({ length: size }, (_, at) => ids[at] ?? ids[0] ?? '')
    const names = [valueNames.metadataVersion(projectId), valueNames.stopped(projectId)]
    const beganMs = performance.now()
    const rows = await store.read(sessionsSql(size), [projectId, ...names, ...padded])
    if (rows.length > 0) keep(projectId, rows[0]?.slice(1 + sessionColumnCount), beganMs)
    return rows
  }

  const readSessions = async (
    projectId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, readonly StoredValue[]>> => {
    const parts = Array.from({ length: Math.ceil(ids.length / largest) }, (_, at) =>
      readSome(projectId, ids.slice(at * largest, (at + 1) * largest)),
    )
    const rows = (await Promise.all(parts)).flat()
    return new Map(rows.map(([id, ...columns]) => [String(id), columns.slice(0, sessionColumnCount)]))
  }

  const readProject = sharedReads(async (projectId) => {
    const names = [valueNames.metadataVersion(projectId), valueNames.stopped(projectId)]
    const beganMs = performance.now()
    const [row] = await store.read(projectSql, [...names, projectId])
    return keep(projectId, row, beganMs)
  })

  return {
    session: (sessionId, projectId) => {
      const read = sessionReads.get(projectId) ?? sharedBatches((ids) => readSessions(projectId, ids))
      sessionReads.set(projectId, read)
      return read(sessionId)
    },
    project: async (projectId, sinceMs = performance.now()) => {
      const known = newest.get(projectId)
      return known !== undefined && known.beganMs >= sinceMs ? known : readProject(projectId)
    },
  }
}
