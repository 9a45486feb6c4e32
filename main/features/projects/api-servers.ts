import { deleteFrom, insertOrUpdate, metaTables, type MetaStore, type MetaStep } from '@main/db/meta'

/**
 * Stopped and started APIs of projects (S1 §4). A stopped API rejects scripts; users and other projects aren't
 * affected.
 */
export interface ApiServers {
  readonly isRunning: (projectId: string) => boolean | Promise<boolean>
  /** Ids of stopped projects. */
  readonly stopped: () => Promise<ReadonlySet<string>>
  readonly start: (projectId: string) => Promise<void>
  readonly stop: (projectId: string, now: string) => Promise<void>
}

const { store: values } = metaTables
const stoppedName = 'stopped_project:'

/** Removes the state of a deleted project. */
export const forgetStopped = (projectId: string): MetaStep => deleteFrom(values, { name: `${stoppedName}${projectId}` })

export function createApiServers(store: MetaStore): ApiServers {
  let known: { readonly version: number; readonly ids: ReadonlySet<string> } | undefined

  const load = async (): Promise<ReadonlySet<string>> => {
    const version = store.version(values)
    const rows = await store.select(values, 'WHERE name LIKE ? ORDER BY name', [`${stoppedName}%`])
    const ids = new Set(rows.map(({ name }) => name.slice(stoppedName.length)))
    if (store.exclusive) known = { version, ids }
    return ids
  }
  const cached = (): ReadonlySet<string> | undefined =>
    known?.version === store.version(values) ? known.ids : undefined

  return {
    isRunning: (projectId) => {
      const ids = cached()
      return ids === undefined ? load().then((stopped) => !stopped.has(projectId)) : !ids.has(projectId)
    },
    stopped: async () => cached() ?? load(),
    start: async (projectId) => {
      await store.transact([forgetStopped(projectId)])
    },
    stop: async (projectId, now) => {
      await store.transact([
        insertOrUpdate(values, ['name'], { name: `${stoppedName}${projectId}`, value: '', updated_at: now }),
      ])
    },
  }
}
