import type { StoredValue } from '@common/columns/column-type'
import { holdsFiles, holdsPeople } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import { blankColumn } from '@common/columns/values/blank-column'
import { AppError } from '@common/errors'
import { placeOf, sampleValues, tableParts, type DraftColumn } from '@common/templates'
import type { Plan, PlannedColumn, PlannedJunction, PlannedTable } from './plan'

type Row = readonly StoredValue[]

/**
 * Returns the sample rows of all tables, then of all junctions, in the order of their columns. Keys are the numbers of
 * rows, from 1.
 *
 * @throws AppError TEMPLATE_VALUE_INVALID
 */
export function rowsOfTemplate(plan: Plan, now: string): Row[][] {
  const counts = new Map(plan.tables.map((table) => [table.draft.id, rowCount(table)]))
  return [
    ...plan.tables.map((table) => tableRows(plan, table, counts, now)),
    ...plan.junctions.map((junction) => junctionRows(junction, counts)),
  ]
}

/** The longest list of values says how many rows a table has. */
const rowCount = ({ draft }: PlannedTable): number =>
  Math.max(0, ...draft.columns.map((column) => sampleValues(column).length))

function tableRows(plan: Plan, table: PlannedTable, counts: ReadonlyMap<string, number>, now: string): Row[] {
  const count = counts.get(table.draft.id) ?? 0
  const columns = table.columns.map(({ copied, source }): ((at: number) => StoredValue) => {
    switch (source.kind) {
      case 'key':
        return (at) => at + 1
      case 'now':
        return () => now
      case 'reference': {
        const keys = referenceKeys(plan, source.end, counts)
        return (at) => keys[at] ?? null
      }
      case 'values':
        return valueReader(table, copied, source.column)
    }
  })
  return Array.from({ length: count }, (_, at) => columns.map((valueAt) => valueAt(at)))
}

/** @throws AppError TEMPLATE_VALUE_INVALID, when a value is read */
function valueReader(
  { draft }: PlannedTable,
  copied: PlannedColumn['copied'],
  draftColumn: DraftColumn,
): (at: number) => StoredValue {
  const { name, title, uiType, options, required, defaultValue } = copied
  // Files and people belong to the installation that the template comes from.
  const isForeign = holdsFiles(copied) || holdsPeople(copied)
  const values = isForeign ? [] : sampleValues(draftColumn)
  const column = { ...blankColumn, name, title, uiType, options }
  const type = columnType(uiType)
  const invalid = (at: number): AppError =>
    new AppError('TEMPLATE_VALUE_INVALID', { table: tableParts(draft).title, column: title, row: at + 1 })
  return (at) => {
    const given = values[at] ?? null
    const parsed = given === null ? null : type.parse(given, column)
    if (parsed !== null && !parsed.ok) throw invalid(at)
    const value = parsed?.value ?? null
    if (value !== null || !required) return value
    const byDefault = defaultValue === null ? undefined : type.parse(defaultValue, column)
    if (byDefault?.ok !== true) throw invalid(at)
    return byDefault.value
  }
}

/** Returns the referenced row for each row: as the table itself says it, or else its parent. */
function referenceKeys(plan: Plan, end: DraftColumn, counts: ReadonlyMap<string, number>): readonly (number | null)[] {
  const most = counts.get(end.relatedId ?? '') ?? 0
  const own = sampleValues(end)
  if (own.length > 0) return own.map((value) => rowNumbers(value, most)[0] ?? null)
  const keys: (number | null)[] = []
  const parent = placeOf(plan.draft, end.counterpartId)?.column
  for (const [at, value] of (parent === undefined ? [] : sampleValues(parent)).entries())
    for (const row of rowNumbers(value, Number.MAX_SAFE_INTEGER)) keys[row - 1] = at + 1
  return keys
}

function junctionRows({ end, other, table, related }: PlannedJunction, counts: ReadonlyMap<string, number>): Row[] {
  const [mostHere, mostThere] = [counts.get(table.draft.id) ?? 0, counts.get(related.draft.id) ?? 0]
  const pairs = new Map<string, Row>()
  const add = (here: number, there: number): void => {
    if (here <= mostHere && there <= mostThere) pairs.set(`${here} ${there}`, [here, there])
  }
  for (const [at, value] of sampleValues(end).entries())
    for (const row of rowNumbers(value, mostThere)) add(at + 1, row)
  for (const [at, value] of sampleValues(other).entries())
    for (const row of rowNumbers(value, mostHere)) add(row, at + 1)
  return [...pairs.values()]
}

/** Returns the numbers of rows that a value names; none for anything else, and for rows that don't exist. */
function rowNumbers(value: unknown, most: number): number[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.filter(
    (each): each is number => typeof each === 'number' && Number.isInteger(each) && each >= 1 && each <= most,
  )
}
