import { keySeparator } from '@common/query/row-id'
import { isSameStored } from '@main/lib/same-stored'
import type { DataApi, ChangeEvent, StoredRow } from '..'
import type { CallContext } from '@main/operations/context'
import { AppError } from '@common/errors'
import { rulesKey } from '@common/principal/rules'
import type { ProjectPorts } from '../plan/described'
import { fieldsOf, setsOf } from './collect'
import { rowByKey } from './list'
import type { PreparedOperation } from './prepare'
import type { Answering } from './roots'
import { compileSelection, type Compiling, type RowSelection } from './select'
import { graphqlTableTypes } from '@common/wire/graphql-names'
import type { NamedTable } from './names'

/** Context of a subscription. */
export interface Subscribing {
  readonly api: Pick<DataApi, 'events'>
  readonly ports: Pick<ProjectPorts, 'authorize'>
  readonly compiling: Compiling
  readonly prepared: PreparedOperation
  readonly answering: Answering
  readonly recheck: () => Promise<CallContext>
  readonly wireOf: (thrown: unknown, path: string) => object
}

/** A changed row of an event. */
interface RowChange {
  readonly kind: ChangeEvent['kind']
  readonly key: readonly string[]
}

/** Maximum number of pending events. A client that reads too slowly is disconnected. */
const changesWaiting = 1_000

/**
 * Emits a GraphQL response for each created, changed or deleted row, until the client disconnects.
 * @throws AppError for an invalid selection; NOT_ALLOWED
 */
export async function changesOf(subscribing: Subscribing): Promise<AsyncIterable<string>> {
  const { compiling, prepared, answering, api, wireOf } = subscribing
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
  const { signal } = answering.context
  const waiting: RowChange[] = []
  let wake = (): void => undefined
  const end = api.events.subscribe((event) => {
    if (event.projectId !== answering.projectId || event.table.name !== table.table.name) return
    const { kind, keys, before, after } = event
    for (const [at, key] of keys.entries()) {
      if (kind === 'update' && !isVisibleChange(table, before[at], after[at])) continue
      waiting.push({ kind, key: kind === 'update' ? keyAfter(table, key, after[at]) : key })
    }
    wake()
  })

  return (async function* () {
    try {
      while (!signal.aborted) {
        const change = waiting.shift()
        if (change === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve
            signal.addEventListener('abort', () => resolve(), { once: true })
          })
          continue
        }
        if (waiting.length > changesWaiting) return
        try {
          // The caller may have lost its rights since the last event.
          const context = await subscribing.recheck()
          subscribing.ports.authorize(context, 'row.read')
          // The selection was compiled for other rules.
          if (rulesKey(context.principal) !== rules) throw new AppError('NOT_ALLOWED')
        } catch (error) {
          yield JSON.stringify({ data: { [field.key]: null }, errors: [wireOf(error, field.key)] })
          return
        }
        const row = await currentRow(answering, selection, change)
        const members = parts.map(
          ({ key, nodes }) => `${JSON.stringify(key)}:${partText(nodes[0].name.value, table, change, row)}`,
        )
        yield `{"data":{${JSON.stringify(field.key)}:{${members.join(',')}}}}`
      }
    } finally {
      end()
    }
  })()
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

/** An update can change the key. */
function keyAfter(table: NamedTable, key: readonly string[], after: StoredRow | undefined): readonly string[] {
  return table.table.primaryKey.map((name, at) => (after?.[name] === undefined ? (key[at] ?? '') : String(after[name])))
}
