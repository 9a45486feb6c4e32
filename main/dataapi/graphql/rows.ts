import type { StoredValue } from '@common/columns/column-type'
import type { Column } from '@common/model'
import { AppError } from '@common/errors'
import type { Database } from '@main/db/database'
import { compileNested, compileNestedCount } from '../nested/compile'
import { keyText, valuesOf, type LinkSelection, type RowSelection } from './select'

type Row = readonly StoredValue[]

/** Context of reads. */
export interface Running {
  readonly database: Database
  readonly signal: AbortSignal
  /** Called with the key of linked rows that the response omits because the database user may not read them. */
  readonly omitted?: ((key: string, reason: AppError) => void) | undefined
}

/** Number of keys per statement, within the limits of engines. */
const keysAtOnce = 500

/**
 * Serializes rows with all linked rows, by one statement per link and depth for any number of rows.
 * @param columns  of the rows, in the order of their values
 */
export async function rowTexts(
  running: Running,
  selection: RowSelection,
  columns: readonly Column[],
  rows: readonly Row[],
): Promise<string[]> {
  const at = new Map(columns.map((column, position) => [column, position]))
  const linked = await Promise.all(selection.links.map((link) => linkTexts(running, link, at, rows)))
  return rows.map((row, n) => {
    const members = selection.parts.map((part) => {
      switch (part.kind) {
        case 'columns':
          return written(part.write([valuesOf(row, part.shape, at)], true)).slice(1, -1)
        case 'constant':
          return part.text
        default:
          return `${JSON.stringify(part.key)}:${linked[part.at]?.[n] ?? 'null'}`
      }
    })
    return `{${members.join(',')}}`
  })
}

/** Returns the linked rows of each row: a list, one row, or a count. */
async function linkTexts(
  running: Running,
  { plan, rows: selection }: LinkSelection,
  at: ReadonlyMap<Column, number>,
  rows: readonly Row[],
): Promise<string[]> {
  const positions = plan.from.map((column) => at.get(column) ?? -1)
  const keysOfRows = rows.map((row) => keyText(positions.map((position) => row[position] ?? null)))
  const keys = new Map<string, readonly StoredValue[]>()
  rows.forEach((row, n) => {
    const text = keysOfRows[n]
    if (text !== undefined)
      keys.set(
        text,
        positions.map((position) => row[position] ?? null),
      )
  })
  const found = new Map<string, string[]>()
  const all = [...keys.values()]
  const readSome = async (from: number): Promise<void> => {
    const some = all.slice(from, from + keysAtOnce)
    const read = { signal: running.signal, lane: plan.bounded ? 'short' : 'long' } as const
    if (selection === undefined) {
      const { keySize, ...statement } = compileNestedCount(running.database.dialect, plan, some)
      for (const row of await running.database.read(statement, read))
        found.set(keyText(row.slice(0, keySize)) ?? '', [String(row[keySize] ?? 0)])
      return
    }
    const { keySize, ...statement } = compileNested(running.database.dialect, plan, some)
    const linked = await running.database.read(statement, read)
    const texts = await rowTexts(
      running,
      selection,
      plan.columns,
      linked.map((row) => row.slice(keySize)),
    )
    linked.forEach((row, n) => {
      const key = keyText(row.slice(0, keySize)) ?? ''
      const text = texts[n] ?? 'null'
      const known = found.get(key)
      if (known === undefined) found.set(key, [text])
      else known.push(text)
    })
  }
  try {
    for (let from = 0; from < all.length; from += keysAtOnce) await readSome(from)
  } catch (error) {
    if (running.omitted === undefined || !(error instanceof AppError) || error.code !== 'DATABASE_FORBIDDEN')
      throw error
    running.omitted(plan.key, error)
    return keysOfRows.map(() => (selection !== undefined && plan.link.kind !== 'belongsTo' ? '[]' : 'null'))
  }
  return keysOfRows.map((key) => {
    const texts = key === undefined ? [] : (found.get(key) ?? [])
    if (selection === undefined) return texts[0] ?? '0'
    return plan.link.kind === 'belongsTo' ? (texts[0] ?? 'null') : `[${texts.join(',')}]`
  })
}

/** wire §11: a missing row is an object with NULL values. */
export function emptyRow({ parts }: RowSelection): string {
  const members = parts.map((part) => {
    switch (part.kind) {
      case 'columns':
        return part.shape.keys.map((key) => `${JSON.stringify(key)}:null`).join(',')
      case 'constant':
        return part.text
      default:
        return `${JSON.stringify(part.key)}:null`
    }
  })
  return `{${members.join(',')}}`
}

/** Rows contain exact integers, so serializing can't fail. */
function written(text: string | undefined): string {
  if (text === undefined) throw new Error('A whole number came out of the database inexact')
  return text
}
