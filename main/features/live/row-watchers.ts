import type { StoredValue } from '@common/columns/column-type'
import type { ServerEvent } from './server-events'

type StoredRow = Readonly<Record<string, StoredValue>>

/** Changed rows of a table, by any server. */
export interface WatchedChange {
  readonly kind: 'create' | 'update' | 'delete'
  /** Name of the table in the database. */
  readonly table: string
  /** Current keys, in order. */
  readonly keys: readonly (readonly string[])[]
  /** Rows before and after, in the order of the keys; empty if they aren't known. */
  readonly before: readonly StoredRow[]
  readonly after: readonly StoredRow[]
}

/** Gets the changed rows of a project, such as a subscription of GraphQL. */
export interface RowWatcher {
  readonly projectId: string
  readonly userId: number | null
  readonly changed: (change: WatchedChange) => void
  /** Rows changed, but nothing names them. @param table  undefined: any */
  readonly missed: (table?: string) => void
}

export interface RowWatchers {
  readonly count: () => number
  readonly ofUser: (userId: number | null) => number
  /** @returns the function that ends the watch */
  readonly add: (watcher: RowWatcher) => () => void
  readonly changed: (projectId: string, change: WatchedChange) => void
  readonly missed: (projectId?: string, table?: string) => void
  /** Passes on an event of another server. */
  readonly received: (event: ServerEvent) => void
}

export function createRowWatchers(): RowWatchers {
  const watchers = new Set<RowWatcher>()
  const each = (projectId: string | undefined, call: (watcher: RowWatcher) => void): void => {
    for (const watcher of watchers) if (projectId === undefined || watcher.projectId === projectId) call(watcher)
  }
  const changed: RowWatchers['changed'] = (projectId, change) => each(projectId, (watcher) => watcher.changed(change))
  const missed: RowWatchers['missed'] = (projectId, table) => each(projectId, (watcher) => watcher.missed(table))
  return {
    count: () => watchers.size,
    ofUser: (userId) => [...watchers].filter((watcher) => watcher.userId === userId).length,
    add: (watcher) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    changed,
    missed,
    received: (event) => {
      if (event.to !== 'project' || event.change.kind !== 'rows') return
      const { projectId, change, rows = { before: [], after: [] } } = event
      const { change: kind, table, keys } = change
      if (keys.length === 0) missed(projectId, table)
      else changed(projectId, { kind, table, keys, before: rows.before, after: rows.after })
    },
  }
}
