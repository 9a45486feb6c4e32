import {
  deleteFrom,
  insertOrUpdate,
  metaTables,
  requestFacts,
  valueNames,
  type MetaStore,
  type MetaStep,
} from '@main/db/meta'

/**
 * Stopped and started APIs of projects (S1 §4). A stopped API rejects scripts; users and other projects aren't
 * affected.
 */
export interface ApiServers {
  /** @param sinceMs  the state may have been read since then, by `performance.now()`. Default: now */
  readonly isRunning: (projectId: string, sinceMs?: number) => boolean | Promise<boolean>
  /** Ids of stopped projects. */
  readonly stopped: () => Promise<ReadonlySet<string>>
  readonly start: (projectId: string) => Promise<void>
  readonly stop: (projectId: string, now: string) => Promise<void>
  /** Addresses at which others reach the APIs, by project. */
  readonly cloudUrls: () => Promise<ReadonlyMap<string, string>>
  /** @param cloudUrl  empty for none */
  readonly setCloudUrl: (projectId: string, cloudUrl: string, now: string) => Promise<void>
}

const { store: values } = metaTables
const stoppedName = valueNames.stopped('')

const cloudUrlName = 'cloud_url:'

const forgetStopped = (projectId: string): MetaStep => deleteFrom(values, { name: valueNames.stopped(projectId) })
const forgetCloudUrl = (projectId: string): MetaStep => deleteFrom(values, { name: `${cloudUrlName}${projectId}` })

/** Removes the facts about the API of a deleted project. */
export const forgetApiServer = (projectId: string): MetaStep[] => [forgetStopped(projectId), forgetCloudUrl(projectId)]

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
    isRunning: (projectId, sinceMs) => {
      if (!store.exclusive)
        return requestFacts(store)
          .project(projectId, sinceMs)
          .then(({ isStopped }) => !isStopped)
      const ids = cached()
      return ids === undefined ? load().then((stopped) => !stopped.has(projectId)) : !ids.has(projectId)
    },
    stopped: async () => cached() ?? load(),
    start: async (projectId) => {
      await store.transact([forgetStopped(projectId)])
    },
    stop: async (projectId, now) => {
      await store.transact([
        insertOrUpdate(values, ['name'], { name: valueNames.stopped(projectId), value: '', updated_at: now }),
      ])
    },
    cloudUrls: async () => {
      const rows = await store.select(values, 'WHERE name LIKE ? ORDER BY name', [`${cloudUrlName}%`])
      return new Map(rows.map(({ name, value }) => [name.slice(cloudUrlName.length), value]))
    },
    setCloudUrl: async (projectId, cloudUrl, now) => {
      const name = `${cloudUrlName}${projectId}`
      await store.transact([
        cloudUrl === ''
          ? forgetCloudUrl(projectId)
          : insertOrUpdate(values, ['name'], { name, value: cloudUrl, updated_at: now }),
      ])
    },
  }
}
