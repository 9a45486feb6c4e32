import { liveKeysMax, type LiveChange } from '@common/live'
import type { StoredValue } from '@common/columns/column-type'
import type { Actor, Table } from '@common/model'
import type { Subject } from '@common/operations'
import { AppError } from '@common/errors'
import { permits } from '@common/principal'
import type { FindTable } from '@common/principal/sight'
import type { Database } from '@main/db/database'
import type { CallContext } from '@main/operations/context'
import type { CommandDone } from '@main/operations/module'
import type { Clock } from '@main/lib/clock'
import { exactKeyPart } from '@main/lib/key-part'
import { createForeignWatch } from './foreign-watch'
import { createRecentCommands } from './recent-commands'
import { seenChanges, type ChangedRows, type WaitingChange } from './seen-changes'
import { createRowWatchers, type RowWatcher } from './row-watchers'
import type { ServerChannel } from './server-channel'
import { decodeEvent, encodeEvent, type ServerEvent } from './server-events'

export { createServerChannel, type ServerChannel } from './server-channel'

/** A change of rows, from the data engine. */
export interface RowsChanged {
  readonly kind: 'create' | 'update' | 'delete'
  readonly projectId: string
  readonly table: Table
  readonly keys: readonly (readonly string[])[]
  readonly before: readonly Readonly<Record<string, StoredValue>>[]
  readonly after: readonly Readonly<Record<string, StoredValue>>[]
  readonly who: Actor
  /** Id of the change in the change log. */
  readonly change?: string
}

export interface LiveCall {
  readonly projectId: string
  /** The stream begins with the commands of this time, up to ten seconds. NaN for none. */
  readonly ageMs: number
  readonly signal: AbortSignal
  /** Returns the current context of the caller, whose rights can end. */
  readonly recheck: () => Promise<CallContext>
}

/** Streams events of a project to its open windows. */
export interface Live {
  readonly onRows: (change: RowsChanged) => void
  readonly onCommand: (command: CommandDone) => void
  /** Notifies the user's windows of a new notice. */
  readonly notified: (userId: number) => void
  /** Shows a message in the windows of members. @returns the number of these windows */
  readonly announced: (projectId: string, text: string, by: string | null) => number
  /** Publishes a change that a call outside the project made. */
  readonly changed: (projectId: string, changes: readonly Subject[]) => void
  /** Refreshes the user's windows of a project after a change of rights. Ends their streams if no right is left. */
  readonly rightsChanged: (projectId: string, userId: number) => void
  /** Publishes an import with too many rows to name. */
  readonly imported: (
    context: CallContext,
    tables: readonly { readonly table: string; readonly rows: number }[],
  ) => void
  /**
   * Streams changes of a project as JSON lists, until the client disconnects or loses its rights.
   *
   * @throws AppError NOT_SIGNED_IN, PROJECT_NOT_FOUND, NOT_ALLOWED, TOO_MANY_REQUESTS
   */
  readonly open: (call: LiveCall) => Promise<AsyncIterable<string>>
  /**
   * Names all changed rows of a project, whichever server changed them. @returns the function that ends it
   *
   * @throws AppError TOO_MANY_REQUESTS
   */
  readonly watchRows: (watcher: RowWatcher) => () => void
  readonly close: () => Promise<void>
}

export interface LiveOptions {
  readonly clock: Clock
  readonly authorize: (context: CallContext, permission: 'row.read') => void
  /** Returns the open database of a project. */
  readonly database: (projectId: string) => Promise<Database>
  /** Returns a table by its name in the database, as a principal sees it. */
  readonly table: FindTable
  /** Carries events to the other servers of the meta store. Undefined without any. */
  readonly channel?: ServerChannel | undefined
  /** Measures the delay of events of other servers. */
  readonly lag?: ((seconds: number) => void) | undefined
}

/** Changes within this time go in one message, so that a thousand writes are not a thousand repaints. */
const gatherMs = 50
/** Listeners and watchers of all projects together: each is an open connection. */
const listenersMax = 500
/** Maximum number of streams per user, so that none takes all. */
const listenersOfOneMax = 50
/** Maximum queue of a slow client. Beyond it, the client gets one event that it missed some. */
const changesWaiting = 500

interface Listener {
  readonly projectId: string
  readonly userId: number | null
  readonly waiting: WaitingChange[]
  wake: () => void
}

export function createLive(options: LiveOptions): Live {
  const { clock, authorize, database, table: named, channel } = options
  const listeners = new Set<Listener>()
  const watchers = createRowWatchers()
  const recent = createRecentCommands(clock)
  const foreign = createForeignWatch({
    database,
    changed: (projectId) => void deliver({ to: 'project', projectId, change: { kind: 'elsewhere' } }),
  })

  const push = (listener: Listener, change: LiveChange, rows?: ChangedRows): void => {
    if (listener.waiting.length >= changesWaiting)
      listener.waiting.splice(0, Infinity, { change: { kind: 'elsewhere' } })
    else listener.waiting.push(rows === undefined ? { change } : { change, rows })
    listener.wake()
  }

  /** @throws AppError TOO_MANY_REQUESTS */
  const checkRoom = (userId: number | null): void => {
    const own = [...listeners].filter((each) => each.userId === userId).length + watchers.ofUser(userId)
    if (listeners.size + watchers.count() >= listenersMax || own >= listenersOfOneMax)
      throw new AppError('TOO_MANY_REQUESTS', { seconds: 5 })
  }

  /** Delivers an event to the windows of this server. @returns their number */
  const deliver = (event: ServerEvent): number => {
    const { change } = event
    const reached = [...listeners].filter((each) => concerns(event, each))
    for (const listener of reached) push(listener, change, event.to === 'project' ? event.rows : undefined)
    return reached.length
  }
  /** Delivers an event to the windows of all servers. @returns the number of windows of this one */
  const publish = (event: ServerEvent): number => {
    channel?.publish(() => encodeEvent(event, channel.bytesMax))
    return deliver(event)
  }
  channel?.subscribe({
    isWanted: () => listeners.size > 0 || watchers.count() > 0,
    missed: () => {
      watchers.missed()
      for (const listener of listeners) push(listener, { kind: 'elsewhere' })
    },
    received: (text, lagMs) => {
      const event = decodeEvent(text)
      options.lag?.(lagMs / 1_000)
      if (event.to === 'project' && event.change.kind === 'command') recent.add(event.projectId, event.change)
      watchers.received(event)
      deliver(event)
    },
  })

  return {
    onRows: (event) => {
      if (listeners.size === 0 && watchers.count() === 0 && channel === undefined) return
      const { projectId, table, who, kind, before, after } = event
      const isWatched = watchers.count() > 0
      const keys = isWatched || event.keys.length <= liveKeysMax ? currentKeys(event) : []
      if (isWatched) {
        const watched = table.primaryKey.length === 0 ? event.keys : keys
        watchers.changed(projectId, { kind, table: table.name, keys: watched, before, after })
      }
      foreign.ownChange(projectId)
      const change: LiveChange = {
        kind: 'rows',
        table: table.name,
        change: kind,
        keys: keys.length > liveKeysMax ? [] : keys,
        rows: event.keys.length,
        ...(event.change !== undefined && { changeId: event.change }),
        ...(who.email !== null && { by: who.email }),
        ...(who.client !== undefined && { client: who.client }),
      }
      publish({ to: 'project', projectId, change, rows: { kind, before, after } })
    },

    onCommand: ({ operation: { changes = [] }, context: { projectId, actor, change: logged } }) => {
      if (projectId === undefined) return
      const change: LiveChange = {
        kind: 'command',
        changes,
        ...(logged?.named !== undefined && { changeId: logged.named }),
        ...(actor.email !== null && { by: actor.email }),
        ...(actor.client !== undefined && { client: actor.client }),
      }
      recent.add(projectId, change)
      if (listeners.size > 0) foreign.ownChange(projectId)
      publish({ to: 'project', projectId, change })
    },

    notified: (userId) => void publish({ to: 'user', userId, change: { kind: 'notice' } }),

    announced: (projectId, text, by) =>
      publish({
        to: 'users',
        projectId,
        change: { kind: 'announcement', text, ...(by !== null && { by }) },
      }),

    changed: (projectId, changes) => void publish({ to: 'project', projectId, change: { kind: 'command', changes } }),

    rightsChanged: (projectId, userId) =>
      void publish({ to: 'member', projectId, userId, change: { kind: 'command', changes: ['project'] } }),

    imported: ({ projectId, actor }, tables) => {
      if (projectId === undefined) return
      foreign.ownChange(projectId)
      const by = actor.email === null ? {} : { by: actor.email }
      // The requesting window gets it too, because its rows are stale as well.
      const toProject = (change: LiveChange): number => publish({ to: 'project', projectId, change })
      toProject({ kind: 'command', changes: ['schema', 'rows'], ...by })
      for (const { table, rows } of tables) {
        toProject({ kind: 'rows', table, change: 'create', keys: [], rows, ...by })
        watchers.missed(projectId, table)
      }
    },

    open: async ({ projectId, ageMs, signal, recheck }) => {
      const context = await recheck()
      authorize(context, 'row.read')
      const { userId } = context.actor
      checkRoom(userId)
      const waiting = recent.since(projectId, ageMs).map((change) => ({ change }))
      const listener: Listener = { projectId, userId, waiting, wake: () => undefined }
      listeners.add(listener)
      const unwatch = foreign.watch(projectId)
      const end = (): void => {
        listeners.delete(listener)
        unwatch()
        listener.wake()
      }
      signal.addEventListener('abort', end, { once: true })
      if (signal.aborted) end()
      return messages(listener, { signal, recheck, authorize, named, end })
    },

    watchRows: (watcher) => {
      checkRoom(watcher.userId)
      return watchers.add(watcher)
    },

    close: async () => {
      foreign.close()
      await channel?.close()
    },
  }
}

function concerns(event: ServerEvent, { projectId, userId }: Listener): boolean {
  switch (event.to) {
    case 'project':
      return projectId === event.projectId
    case 'user':
      return userId === event.userId
    case 'member':
      return projectId === event.projectId && userId === event.userId
    case 'users':
      return projectId === event.projectId && userId !== null
  }
}

async function* messages(
  listener: Listener,
  options: Pick<LiveCall, 'signal' | 'recheck'> &
    Pick<LiveOptions, 'authorize'> & { readonly named: FindTable; readonly end: () => void },
): AsyncGenerator<string> {
  const { signal, recheck, authorize, named, end } = options
  try {
    while (!signal.aborted) {
      if (listener.waiting.length === 0) {
        await new Promise<void>((resolve) => (listener.wake = resolve))
        continue
      }
      await new Promise((resolve) => setTimeout(resolve, gatherMs))
      let context: CallContext
      try {
        context = await recheck()
        authorize(context, 'row.read')
      } catch (error) {
        // The stream ends; reconnecting reports the reason.
        if (error instanceof AppError) return
        throw error
      }
      const { principal } = context
      const changes = await seenChanges(principal, listener.waiting.splice(0), (table) =>
        named(principal, listener.projectId, table),
      )
      if (changes.length === 0) continue
      const mayKnowWho = permits(context.principal, 'row.history')
      yield JSON.stringify(mayKnowWho ? changes : changes.map(withoutName))
    }
  } finally {
    end()
  }
}

/** Subscribers without access to the history don't see its authors. */
function withoutName(change: LiveChange): LiveChange {
  if (change.kind === 'elsewhere' || change.kind === 'notice') return change
  const { by: _, ...rest } = change
  return rest
}

/** An update can change the key. */
function currentKeys({ kind, keys, after, table }: RowsChanged): string[][] {
  if (table.primaryKey.length === 0) return []
  return keys.map((key, at) => {
    const row = kind === 'update' ? after[at] : undefined
    return table.primaryKey.map((name, part) => {
      const column = table.columns.find((each) => each.name === name)
      return row?.[name] === undefined ? (key[part] ?? '') : exactKeyPart(column, row[name])
    })
  })
}
