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
import { createForeignWatch } from './foreign-watch'
import { createRecentCommands } from './recent-commands'
import { seenChanges, type ChangedRows, type WaitingChange } from './seen-changes'
import { exactKeyPart } from '@main/lib/key-part'

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
  readonly close: () => void
}

export interface LiveOptions {
  readonly clock: Clock
  readonly authorize: (context: CallContext, permission: 'row.read') => void
  /** Returns the open database of a project. */
  readonly database: (projectId: string) => Promise<Database>
  /** Returns a table by its name in the database, as a principal sees it. */
  readonly table: FindTable
}

/** Changes within this time go in one message, so that a thousand writes are not a thousand repaints. */
const gatherMs = 50
/** Listeners of all projects together: each is an open connection. */
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

export function createLive({ clock, authorize, database, table: named }: LiveOptions): Live {
  const listeners = new Set<Listener>()
  const recent = createRecentCommands(clock)
  const foreign = createForeignWatch({
    database,
    changed: (projectId) => tell(projectId, { kind: 'elsewhere' }),
  })

  const push = (listener: Listener, change: LiveChange, rows?: ChangedRows): void => {
    if (listener.waiting.length >= changesWaiting)
      listener.waiting.splice(0, Infinity, { change: { kind: 'elsewhere' } })
    else listener.waiting.push(rows === undefined ? { change } : { change, rows })
    listener.wake()
  }

  const tell = (projectId: string, change: LiveChange, rows?: ChangedRows): void => {
    for (const listener of listeners) if (listener.projectId === projectId) push(listener, change, rows)
  }

  return {
    onRows: (event) => {
      if (listeners.size === 0) return
      const { projectId, table, who, kind, before, after } = event
      foreign.ownChange(projectId)
      const change: LiveChange = {
        kind: 'rows',
        table: table.name,
        change: kind,
        keys: event.keys.length > liveKeysMax ? [] : currentKeys(event),
        rows: event.keys.length,
        ...(event.change !== undefined && { changeId: event.change }),
        ...(who.email !== null && { by: who.email }),
        ...(who.client !== undefined && { client: who.client }),
      }
      tell(projectId, change, { kind, before, after })
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
      if (listeners.size === 0) return
      foreign.ownChange(projectId)
      tell(projectId, change)
    },

    notified: (userId) => {
      for (const listener of listeners) if (listener.userId === userId) push(listener, { kind: 'notice' })
    },

    announced: (projectId, text, by) => {
      const reached = [...listeners].filter((each) => each.projectId === projectId && each.userId !== null)
      for (const listener of reached) push(listener, { kind: 'announcement', text, ...(by !== null && { by }) })
      return reached.length
    },

    changed: (projectId, changes) => tell(projectId, { kind: 'command', changes }),

    rightsChanged: (projectId, userId) => {
      for (const listener of listeners)
        if (listener.projectId === projectId && listener.userId === userId)
          push(listener, { kind: 'command', changes: ['project'] })
    },

    imported: ({ projectId, actor }, tables) => {
      if (projectId === undefined || listeners.size === 0) return
      foreign.ownChange(projectId)
      const by = actor.email === null ? {} : { by: actor.email }
      // The requesting window gets it too, because its rows are stale as well.
      tell(projectId, { kind: 'command', changes: ['schema', 'rows'], ...by })
      for (const { table, rows } of tables)
        tell(projectId, { kind: 'rows', table, change: 'create', keys: [], rows, ...by })
    },

    open: async ({ projectId, ageMs, signal, recheck }) => {
      const context = await recheck()
      authorize(context, 'row.read')
      const { userId } = context.actor
      const own = [...listeners].filter((each) => each.userId === userId).length
      if (listeners.size >= listenersMax || own >= listenersOfOneMax)
        throw new AppError('TOO_MANY_REQUESTS', { seconds: 5 })
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

    close: foreign.close,
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
