import type { StoredValue } from '@common/columns/column-type'
import type { Table } from '@common/model'
import { rowIdSegment } from '@common/query/row-id'
import type { VariableValues } from '@common/variables'

/** A stored row, by column names of the database. */
export type StoredRow = Readonly<Record<string, StoredValue>>

/** A change of rows, from the data engine. */
export interface RowsChanged {
  readonly kind: 'create' | 'update' | 'delete'
  readonly projectId: string
  readonly table: Table
  readonly keys: readonly (readonly string[])[]
  readonly before: readonly StoredRow[]
  readonly after: readonly StoredRow[]
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
  /** Values by title; null for a deleted record, and without a record. */
  readonly data: Values | null
  readonly old: Values | null
  readonly by: string | null
  readonly when: string
  /** The request of a webhook. */
  readonly request?: WebhookRequest
}

/** A request to the address of a webhook. */
export interface WebhookRequest {
  readonly method: string
  readonly query: Readonly<Record<string, string>>
  readonly contentType: string
  readonly body: string
}

/** Returns the input of a webhook. */
export function requestInput(request: WebhookRequest, when: string): RunInput {
  const record = request.body.replaceAll(/\s+/g, ' ').trim().slice(0, 80)
  return { table: '', rowId: null, record, data: null, old: null, by: null, when, request }
}

/** Returns the input of a schedule. @param dueAt  the time that has come */
export const timeInput = (dueAt: string): RunInput => ({
  table: '',
  rowId: null,
  record: dueAt,
  data: null,
  old: null,
  by: null,
  when: dueAt,
})

/** Returns the inputs of a change, one for each record, and the names of the columns that each changed. */
export function inputsOf(
  event: RowsChanged,
  json: (value: StoredValue) => unknown,
): readonly { readonly input: RunInput; readonly key: string; readonly changed: readonly string[] }[] {
  const { table, keys, before, after, who, when } = event
  const valuesOf = (row: StoredRow | undefined): Record<string, unknown> | null =>
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
export function variablesOf(input: RunInput, now: Date): VariableValues {
  const { data, old, record, rowId, table, by, when, request } = input
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
  if (request !== undefined) addRequest(values, request)
  return values
}

/** Values of a body in placeholders, so that a large one doesn't make too many. */
const bodyValuesMax = 1_000
const bodyLevelsMax = 8

/** Adds `body`, `body.order.id` and `query.name`. Lists count from 0: `body.lines.0.price`. */
function addRequest(values: Map<string, string>, { method, query, contentType, body }: WebhookRequest): void {
  values.set('method', method)
  values.set('body', body)
  for (const [name, value] of Object.entries(query)) values.set(`query.${placeholderOf(name)}`, value)
  const add = (name: string, value: unknown, level: number): void => {
    if (values.size > bodyValuesMax || level > bodyLevelsMax) return
    if (level > 0) values.set(name, textOf(value))
    if (typeof value !== 'object' || value === null) return
    for (const [key, each] of Object.entries(value)) add(`${name}.${placeholderOf(key)}`, each, level + 1)
  }
  add('body', bodyValue(contentType, body), 0)
}

/** Returns the values of a body: JSON, or a form. */
export function bodyValue(contentType: string, body: string): unknown {
  if (/^application\/x-www-form-urlencoded/i.test(contentType)) return Object.fromEntries(new URLSearchParams(body))
  try {
    return JSON.parse(body) as unknown
  } catch {
    return undefined
  }
}

/** Returns the name of a field in a placeholder. */
const placeholderOf = (title: string): string => title.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '_')

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
