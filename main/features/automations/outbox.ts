import { isOfRecords } from '@common/operations/automations'
import type { Database } from '@main/db/database'
import { metaTables, type MetaStore } from '@main/db/meta'
import type { Outbox } from '@main/db/outbox'
import { Lru } from '@main/lib/lru'
import { createAutomationRepository } from './repository'
import type { StoredAutomation } from './types'

/** Which changes automations wait for, for the code that writes rows. */
export interface AutomationOutbox extends Outbox {
  /** Sets the function that takes entries out. */
  readonly drainWith: (drain: (projectId: string, database: Database) => void) => void
  /** Returns the active automations of a project. */
  readonly active: (projectId: string) => Promise<readonly StoredAutomation[]>
}

interface Known {
  readonly version: number
  readonly list: readonly StoredAutomation[]
  readonly watched: ReadonlySet<string>
}

const projectsCached = 1_000

export function createAutomationOutbox(store: MetaStore): AutomationOutbox {
  const repository = createAutomationRepository(store)
  const cache = new Lru<string, Known>(projectsCached)
  let drain = (_projectId: string, _database: Database): void => undefined

  /** Servers that share a store can't know of each other's changes, so they read each time. */
  const knownNow = (projectId: string): Known | undefined => {
    const known = store.exclusive ? cache.get(projectId) : undefined
    return known?.version === store.version(metaTables.automations) ? known : undefined
  }
  const read = async (projectId: string): Promise<Known> => {
    const version = store.version(metaTables.automations)
    const list = await repository.active(projectId)
    const tables = list.flatMap(({ trigger: { kind, table } }) => (isOfRecords(kind) ? [table] : []))
    const known = { version, list, watched: new Set(tables) }
    cache.set(projectId, known)
    return known
  }

  return {
    watched: (projectId) => knownNow(projectId)?.watched ?? read(projectId).then(({ watched }) => watched),
    active: async (projectId) => (knownNow(projectId) ?? (await read(projectId))).list,
    written: (projectId, database) => drain(projectId, database),
    drainWith: (given) => (drain = given),
  }
}
