import type { StoredValue } from '@common/columns/column-type'
import type { LiveChange } from '@common/live'
import type { ChangedRows } from './seen-changes'

/** An event with the windows that get it, as servers send it to each other. */
export type ServerEvent =
  | { readonly to: 'project'; readonly projectId: string; readonly change: LiveChange; readonly rows?: ChangedRows }
  /** All windows of a user. */
  | { readonly to: 'user'; readonly userId: number; readonly change: LiveChange }
  /** Windows of a user in a project. */
  | { readonly to: 'member'; readonly projectId: string; readonly userId: number; readonly change: LiveChange }
  /** Windows of users, not of visitors. */
  | { readonly to: 'users'; readonly projectId: string; readonly change: LiveChange }

/** Rows of larger changes stay here: the receiver then tells principals with hidden rows that something changed. */
const rowsSentMax = 20

/** A value as JSON; objects stand for values that JSON doesn't have. */
type Encoded =
  | string
  | number
  | boolean
  | null
  | { readonly bigint: string }
  | { readonly bytes: string }
  | { readonly number: string }
type EncodedRow = readonly (readonly [name: string, value: Encoded])[]
interface EncodedRows {
  readonly kind: ChangedRows['kind']
  readonly before: readonly EncodedRow[]
  readonly after: readonly EncodedRow[]
}

/** @returns undefined if the event is too long even without its rows and keys */
export function encodeEvent(event: ServerEvent, bytesMax: number): string | undefined {
  return shorter(event)
    .map((each) => JSON.stringify(each))
    .find((text) => Buffer.byteLength(JSON.stringify(text)) <= bytesMax)
}

/** Returns the event, then forms of it that name less. */
function shorter(event: ServerEvent): object[] {
  if (event.to !== 'project') return [event]
  const { rows, ...withoutRows } = event
  const { change } = event
  const sendsRows = rows !== undefined && rows.before.length + rows.after.length <= rowsSentMax
  return [
    ...(sendsRows ? [{ ...withoutRows, rows: encodedRows(rows) }] : []),
    withoutRows,
    { ...withoutRows, change: change.kind === 'rows' ? { ...change, keys: [] } : { kind: 'elsewhere' } },
  ]
}

export function decodeEvent(text: string): ServerEvent {
  const { rows, ...event } = JSON.parse(text) as ServerEvent & { readonly rows?: EncodedRows }
  return { ...event, ...(rows !== undefined && { rows: decodedRows(rows) }) }
}

function encodedRows({ kind, before, after }: ChangedRows): EncodedRows {
  const row = (each: ChangedRows['before'][number]): EncodedRow =>
    Object.entries(each).map(([name, value]) => [name, encoded(value)])
  return { kind, before: before.map(row), after: after.map(row) }
}

function decodedRows({ kind, before, after }: EncodedRows): ChangedRows {
  const row = (each: EncodedRow) => Object.fromEntries(each.map(([name, value]) => [name, decoded(value)]))
  return { kind, before: before.map(row), after: after.map(row) }
}

function encoded(value: StoredValue): Encoded {
  if (typeof value === 'bigint') return { bigint: String(value) }
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64') }
  if (typeof value === 'number' && !Number.isFinite(value)) return { number: String(value) }
  return value
}

function decoded(value: Encoded): StoredValue {
  if (typeof value !== 'object' || value === null) return value
  if ('bigint' in value) return BigInt(value.bigint)
  return 'bytes' in value ? Buffer.from(value.bytes, 'base64') : Number(value.number)
}
