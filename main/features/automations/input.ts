import type { StoredValue } from '@common/columns/column-type'
import type { Table } from '@common/model'
import { rowIdSegment } from '@common/query/row-id'
import type { VariableValues } from '@common/variables'

/** A change of rows, from the data engine. */
export interface RowsChanged {
  readonly kind: 'create' | 'update' | 'delete'
  readonly projectId: string
  readonly table: Table
  readonly keys: readonly (readonly string[])[]
  readonly before: readonly Readonly<Record<string, StoredValue>>[]
  readonly after: readonly Readonly<Record<string, StoredValue>>[]
  readonly why: string
  readonly when: string
  readonly change?: string
  readonly who: { readonly email: string | null }
}

type Values = Readonly<Record<string, unknown>>

/** The change of one record that a run begins with. */
export interface RunInput {
  readonly table: string
  /** As in a path; null for a table without a key. */
  readonly rowId: string | null
  /** Name of the record. */
  readonly record: string
  /** Values by title; null if they were not read with the change. */
  readonly data: Values | null
  readonly old: Values | null
  readonly by: string | null
  readonly when: string
}

/** Returns the inputs of a change, one for each record, and the names of the columns that each changed. */
export function inputsOf(
  event: RowsChanged,
  json: (value: StoredValue) => unknown,
): readonly { readonly input: RunInput; readonly key: string; readonly changed: readonly string[] }[] {
  const { table, keys, before, after, who, when } = event
  const valuesOf = (row: Readonly<Record<string, StoredValue>> | undefined): Record<string, unknown> | null =>
    row === undefined
      ? null
      : Object.fromEntries(table.columns.map(({ name, title }) => [title, json(row[name] ?? null)]))
  const primary = table.columns.find(({ primaryValue }) => primaryValue)?.title
  return keys.map((key, at) => {
    const [was, is] = [before[at], after[at]]
    const [old, data] = [valuesOf(was), valuesOf(is)]
    const shown = data ?? old
    const name = primary === undefined ? null : (shown?.[primary] ?? null)
    const rowId = key.length === 0 ? null : rowIdSegment(key)
    const changed =
      event.kind === 'update' && old !== null && data !== null
        ? table.columns.filter(({ title }) => JSON.stringify(old[title]) !== JSON.stringify(data[title]))
        : []
    return {
      key: rowId ?? '',
      changed: changed.map((column) => column.name),
      input: {
        table: table.name,
        rowId,
        record: textOf(name ?? rowId).slice(0, 200),
        data: event.kind === 'delete' ? null : data,
        old: event.kind === 'create' ? null : old,
        by: who.email,
        when,
      },
    }
  })
}

/** Returns the variables of a run: `data.Title`, `old.Title`, `record`, `now` and so on. Titles have `_` for blanks. */
export function variablesOf({ data, old, record, rowId, table, by, when }: RunInput, now: Date): VariableValues {
  const values = new Map<string, string>([
    ['record', record],
    ['rowId', rowId ?? ''],
    ['table', table],
    ['by', by ?? ''],
    ['when', when],
    ['now', now.toISOString()],
  ])
  for (const [prefix, row] of [
    ['data', data ?? old],
    ['old', old],
  ] as const)
    for (const [title, value] of Object.entries(row ?? {}))
      values.set(`${prefix}.${placeholderOf(title)}`, textOf(value))
  return values
}

/** Returns the name of a field in a placeholder. */
const placeholderOf = (title: string): string => title.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '_')

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
