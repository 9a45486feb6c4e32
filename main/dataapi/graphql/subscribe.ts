import { AppError } from '@common/errors'
import { rulesKey } from '@common/principal/rules'
import { keySeparator } from '@common/query/row-id'
import { graphqlTableTypes } from '@common/wire/graphql-names'
import { isSameStored } from '@main/lib/same-stored'
import type { CallContext } from '@main/operations/context'
import type { StoredRow } from '..'
import type { ProjectPorts } from '../plan/described'
import { fieldsOf, setsOf } from './collect'
import { rowByKey } from './list'
import type { PreparedOperation } from './prepare'
import type { Answering } from './roots'
import { compileSelection, type Compiling, type RowSelection } from './select'
import type { NamedTable } from './names'

/** Names the changed rows of a project, whichever server changed them. @throws AppError TOO_MANY_REQUESTS */
export type WatchRows = (watcher: {
  readonly projectId: string
  readonly userId: number | null
  readonly changed: (change: WatchedRows) => void
  /** Rows changed, but nothing names them. @param table  undefined: any */
  readonly missed: (table?: string) => void
}) => () => void

/** Changed rows of a table. */
interface WatchedRows {
  readonly kind: 'create' | 'update' | 'delete'
  readonly table: string
  /** Current keys. */
  readonly keys: readonly (readonly string[])[]
  /** Rows before and after, in the order of the keys; empty if they aren't known. */
  readonly before: readonly StoredRow[]
  readonly after: readonly StoredRow[]
}

/** Context of a subscription. */
export interface Subscribing {
  readonly watchRows: WatchRows
  readonly ports: Pick<ProjectPorts, 'authorize'>
  readonly compiling: Compiling
  readonly prepared: PreparedOperation
  readonly answering: Answering
  readonly recheck: () => Promise<CallContext>
  readonly wireOf: (thrown: unknown, path: string) => object
}

/** A changed row of an event. */
interface RowChange {
  readonly kind: WatchedRows['kind']
  readonly key: readonly string[]
}

/** Maximum number of pending changes. A client that reads too slowly learns only that it missed some. */
const changesWaiting = 1_000

/**
 * Emits a GraphQL response for each created, changed or deleted row, until the client disconnects.
 * @throws AppError for an invalid selection; NOT_ALLOWED, TOO_MANY_REQUESTS
 */
export async function changesOf(subscribing: Subscribing): Promise<AsyncIterable<string>> {
  const { compiling, prepared, answering, wireOf } = subscribing
  // Validation guarantees exactly one field.
  const [field] = prepared.fields
  const root = field && compiling.project.roots.get(field.nodes[0].name.value)
  if (field === undefined || root === undefined) throw new AppError('GRAPHQL_INVALID')
  const { table } = root
  // The event of a hidden row would name it.
  if (table.table.sight.rows !== undefined) throw new AppError('NOT_ALLOWED')
  const rules = rulesKey(answering.context.principal)
  const parts = fieldsOf(compiling, setsOf(field))
  const rowField = parts.find(({ nodes }) => nodes[0].name.value === 'row')
  const selection = rowField && (await compileSelection(compiling, table, fieldsOf(compiling, setsOf(rowField))))
  const changes = pendingChanges(subscribing, table)
  const failed = (error: unknown): string =>
    JSON.stringify({ data: { [field.key]: null }, errors: [wireOf(error, field.key)] })

  return (async function* () {
    try {
      for (let change = await changes.next(); change !== undefined; change = await changes.next()) {
        try {
          // The caller may have lost its rights since the last event.
          const context = await subscribing.recheck()
          subscribing.ports.authorize(context, 'row.read')
          // The selection was compiled for other rules.
          if (rulesKey(context.principal) !== rules) throw new AppError('NOT_ALLOWED')
        } catch (error) {
          yield failed(error)
          return
        }
        yield await responseOf(change).catch(failed)
      }
    } finally {
      changes.end()
    }
  })()

  async function responseOf(change: RowChange | 'missed'): Promise<string> {
    if (change === 'missed') throw new AppError('CHANGES_MISSED')
    const row = await currentRow(answering, selection, change)
    const members = parts.map(
      ({ key, nodes }) => `${JSON.stringify(key)}:${partText(nodes[0].name.value, table, change, row)}`,
    )
    return `{"data":{${JSON.stringify(field?.key)}:{${members.join(',')}}}}`
  }
}

/** Queues the changes of a table until the caller leaves. @throws AppError TOO_MANY_REQUESTS */
function pendingChanges({ watchRows, answering: { projectId, context } }: Subscribing, table: NamedTable) {
  const { name } = table.table
  const { signal } = context
  let waiting: (RowChange | 'missed')[] = []
  let wake = (): void => undefined
  const missed = (): void => {
    waiting = ['missed']
    wake()
  }
  const end = watchRows({
    projectId,
    userId: context.actor.userId,
    missed: (of) => (of === undefined || of === name) && missed(),
    changed: ({ kind, table: of, keys, before, after }) => {
      if (of !== name) return
      const isKnown = before.length > 0 || after.length > 0
      if (waiting.length + keys.length > changesWaiting || (table.table.sight.restricted && !isKnown)) return missed()
      for (const [at, key] of keys.entries())
        if (kind !== 'update' || isVisibleChange(table, before[at], after[at])) waiting.push({ kind, key })
      wake()
    },
  })
  const leave = (): void => {
    end()
    wake()
  }
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave, { once: true })
  return {
    end,
    /** Returns undefined when the caller has left. */
    next: async (): Promise<RowChange | 'missed' | undefined> => {
      while (waiting.length === 0 && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve))
      return signal.aborted ? undefined : waiting.shift()
    },
  }
}

function partText(name: string, table: NamedTable, { kind, key }: RowChange, row: string): string {
  switch (name) {
    case 'kind':
      return JSON.stringify(kind)
    case 'id':
      return JSON.stringify(key.join(keySeparator))
    case 'row':
      return row
    default:
      return JSON.stringify(graphqlTableTypes(table.name).change)
  }
}

async function currentRow(
  { database, context }: Answering,
  selection: RowSelection | undefined,
  { kind, key }: RowChange,
): Promise<string> {
  if (selection === undefined || kind === 'delete' || key.length === 0) return 'null'
  return rowByKey({ database, signal: context.signal }, selection, key)
}

/** False if an update changed only columns that are hidden from the caller. */
function isVisibleChange({ table }: NamedTable, before: StoredRow | undefined, after: StoredRow | undefined): boolean {
  if (!table.sight.restricted || before === undefined || after === undefined) return true
  return table.columns.some(({ name }) => !isSameStored(before[name], after[name]))
}
