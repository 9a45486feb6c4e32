import { liveKeysMax, type LiveChange } from '@common/live'
import type { StoredValue } from '@common/columns/column-type'
import type { Actor, Table } from '@common/model'
import { AppError } from '@common/errors'
import { isVisitor, type Principal } from '@common/principal'
import { isListed } from '@common/principal/rules'
import type { Database } from '@main/db/database'
import { permits, type CallContext } from '@main/operations/context'
import type { CommandDone } from '@main/operations/module'
import { createForeignWatch } from './foreign-watch'
import { exactKeyPart } from '@main/lib/key-part'

/** A change of rows, as the data engine tells it. */
export interface RowsChanged {
  readonly kind: 'create' | 'update' | 'delete'
  readonly projectId: string
  readonly table: Table
  readonly keys: readonly (readonly string[])[]
  readonly after: readonly Readonly<Record<string, StoredValue>>[]
  readonly who: Actor
}

export interface LiveCall {
  readonly projectId: string
  readonly signal: AbortSignal
  /** Who calls, asked anew: rights may have ended since the last message. */
  readonly recheck: () => Promise<CallContext>
}

/** Tells open windows what happens in their project while they look at it. */
export interface Live {
  readonly onRows: (change: RowsChanged) => void
  readonly onCommand: (command: CommandDone) => void
  /** Called for each person with a new notice. */
  readonly notified: (userId: number) => void
  /** Told of tables that an import has written rows into, more than are named. */
  readonly imported: (context: CallContext, tables: readonly { readonly tn: string; readonly rows: number }[]) => void
  /**
   * Changes of a project, as lists in JSON text, until the caller leaves or loses his rights.
   *
   * @throws AppError NOT_SIGNED_IN, PROJECT_NOT_FOUND, NOT_ALLOWED, TOO_MANY_REQUESTS
   */
  readonly open: (call: LiveCall) => Promise<AsyncIterable<string>>
  readonly close: () => void
}

export interface LiveOptions {
  readonly authorize: (context: CallContext, permission: 'row.read') => void
  /** The open database of a project. */
  readonly database: (projectId: string) => Promise<Database>
}

/** Changes within this time go in one message, so that a thousand writes are not a thousand repaints. */
const gatherMs = 50
/** Listeners of all projects together: each is an open connection. */
const listenersMax = 500
/** Of one person, whose browsers need one each: nobody takes all of them from the others. */
const listenersOfOneMax = 50
/** Who reads slower than things change is told that he missed some instead of a list without end. */
const changesWaiting = 500

interface Listener {
  readonly projectId: string
  readonly userId: number | null
  readonly waiting: LiveChange[]
  wake: () => void
}

export function createLive({ authorize, database }: LiveOptions): Live {
  const listeners = new Set<Listener>()
  const foreign = createForeignWatch({
    database,
    changed: (projectId) => tell(projectId, { kind: 'elsewhere' }),
  })

  const push = (listener: Listener, change: LiveChange): void => {
    if (listener.waiting.length >= changesWaiting) listener.waiting.splice(0, Infinity, { kind: 'elsewhere' })
    else listener.waiting.push(change)
    listener.wake()
  }

  const tell = (projectId: string, change: LiveChange): void => {
    for (const listener of listeners) if (listener.projectId === projectId) push(listener, change)
  }

  return {
    onRows: (event) => {
      if (listeners.size === 0) return
      const { projectId, table, who, kind } = event
      foreign.ownChange(projectId)
      tell(projectId, {
        kind: 'rows',
        table: table.name,
        change: kind,
        keys: event.keys.length > liveKeysMax ? [] : currentKeys(event),
        rows: event.keys.length,
        ...(who.email !== null && { by: who.email }),
        ...(who.client !== undefined && { client: who.client }),
      })
    },

    onCommand: ({ operation: { changes = [] }, context: { projectId, actor } }) => {
      if (projectId === undefined || listeners.size === 0) return
      foreign.ownChange(projectId)
      tell(projectId, {
        kind: 'command',
        changes,
        ...(actor.email !== null && { by: actor.email }),
        ...(actor.client !== undefined && { client: actor.client }),
      })
    },

    notified: (userId) => {
      for (const listener of listeners) if (listener.userId === userId) push(listener, { kind: 'notice' })
    },

    imported: ({ projectId, actor }, tables) => {
      if (projectId === undefined || listeners.size === 0) return
      foreign.ownChange(projectId)
      const by = actor.email === null ? {} : { by: actor.email }
      // Also to the window that asked: its own rows are as old as those of the others.
      tell(projectId, { kind: 'command', changes: ['schema', 'rows'], ...by })
      for (const { tn: table, rows } of tables)
        tell(projectId, { kind: 'rows', table, change: 'create', keys: [], rows, ...by })
    },

    open: async ({ projectId, signal, recheck }) => {
      const context = await recheck()
      authorize(context, 'row.read')
      const { userId } = context.actor
      const own = [...listeners].filter((each) => each.userId === userId).length
      if (listeners.size >= listenersMax || own >= listenersOfOneMax)
        throw new AppError('TOO_MANY_REQUESTS', { seconds: 5 })
      const listener: Listener = { projectId, userId, waiting: [], wake: () => undefined }
      listeners.add(listener)
      const unwatch = foreign.watch(projectId)
      const end = (): void => {
        listeners.delete(listener)
        unwatch()
        listener.wake()
      }
      signal.addEventListener('abort', end, { once: true })
      if (signal.aborted) end()
      return messages(listener, { signal, recheck, authorize, end })
    },

    close: foreign.close,
  }
}

async function* messages(
  listener: Listener,
  options: Pick<LiveCall, 'signal' | 'recheck'> & Pick<LiveOptions, 'authorize'> & { readonly end: () => void },
): AsyncGenerator<string> {
  const { signal, recheck, authorize, end } = options
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
        // The stream ends; who asks again is told why.
        if (error instanceof AppError) return
        throw error
      }
      const changes = changesFor(context.principal, listener.waiting.splice(0))
      if (changes.length === 0) continue
      const mayKnowWho = permits(context, 'row.history')
      yield JSON.stringify(mayKnowWho ? changes : changes.map(withoutName))
    }
  } finally {
    end()
  }
}

/** Changes that a principal may know about: of tables in its lists. Keys of hidden rows stay hidden. */
function changesFor(principal: Principal, changes: readonly LiveChange[]): readonly LiveChange[] {
  if (!isVisitor(principal)) return changes
  return changes.flatMap((change): LiveChange[] => {
    if (change.kind !== 'rows') return change.kind === 'notice' ? [] : [change]
    return isListed(principal, { name: change.table }) ? [{ ...change, keys: [] }] : []
  })
}

/** Who may not read the history is not told either who writes it. */
function withoutName(change: LiveChange): LiveChange {
  if (change.kind === 'elsewhere' || change.kind === 'notice') return change
  const { by: _, ...rest } = change
  return rest
}

/** An update may have changed the key itself. */
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
