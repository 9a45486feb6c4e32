import type { StoredValue } from '@common/columns/column-type'
import type { ColumnChange, Table } from '@common/model'
import { rowIdSegment } from '@common/query/row-id'
import type { Database } from '@main/db/database'
import type { ColumnRefit } from '@main/db/dialect'
import { checkedChange } from './column-plan'
import { optionsFromValues } from './select-options'

/** Effect of a change on the values of a column. */
export interface ChangePreview {
  readonly values: number
  readonly convert: number
  readonly lost: number
  readonly examples: { readonly row: string | null; readonly value: string }[]
}

/** Lost values that are shown. */
const examplesMax = 20
/** Signs of each. */
const exampleCharacters = 200

/**
 * Previews a change with the steps and rules of the change itself.
 *
 * @throws AppError errors of the change before it reads rows; NOT_SUPPORTED if the engine can't preview
 */
export async function previewChange(
  database: Database,
  table: Table,
  asked: ColumnChange,
  signal: AbortSignal,
): Promise<ChangePreview> {
  const change = await optionsFromValues(database, table, checkedChange(table, asked))
  if (change.kind !== 'change' || change.from === undefined) return { values: 0, convert: 0, lost: 0, examples: [] }
  const { quote, schema } = database.dialect
  const { filled, lost } = await schema.lostValues(database, table.name, change)
  // SQL Server accepts no subquery inside an aggregate, and the conditions may hold one.
  const flag = (condition: string, name: string): string => `CASE WHEN ${condition} THEN 1 ELSE 0 END AS ${name}`
  const options = { lane: 'long', signal } as const
  const counts = `SELECT SUM(has_value), SUM(is_lost) FROM (SELECT ${flag(filled, 'has_value')}, ${flag(lost, 'is_lost')} FROM ${quote(table.name)}) AS counted`
  const [row] = await database.read({ sql: counts, params: [] }, options)
  const [valueCount, lostCount] = [Number(row?.[0] ?? 0), Number(row?.[1] ?? 0)]
  const examples = lostCount === 0 ? [] : await readExamples(database, table, change, lost, signal)
  return { values: valueCount, convert: valueCount - lostCount, lost: lostCount, examples }
}

async function readExamples(
  database: Database,
  table: Table,
  change: ColumnRefit,
  lost: string,
  signal: AbortSignal,
): Promise<ChangePreview['examples']> {
  const { quote, page } = database.dialect
  const key = table.primaryKey.map(quote)
  const order = key.length === 0 ? '' : ` ORDER BY ${key.join(', ')}`
  const columns = [...key, quote(change.name)].join(', ')
  const limit = page(String(examplesMax), '0', key.length > 0)
  const rows = await database.read(
    { sql: `SELECT ${columns} FROM ${quote(table.name)} WHERE ${lost}${order}${limit}`, params: [] },
    { lane: 'long', signal },
  )
  return rows.map((values) => ({
    row: key.length === 0 ? null : rowIdSegment(values.slice(0, key.length).map((value) => String(value ?? ''))),
    value: shown(values[key.length] ?? null),
  }))
}

function shown(value: StoredValue): string {
  if (value === null) return ''
  if (value instanceof Uint8Array) return `0x${Buffer.from(value.subarray(0, 32)).toString('hex')}`
  const text = String(value)
  return text.length > exampleCharacters ? `${text.slice(0, exampleCharacters)}…` : text
}
