import type { ForeignKey } from '@common/model'
import type { DriftKind } from '@common/model/drift'
import { nameKey } from '@common/wire/names'
import type { ColumnOutline, TableOutline } from '@main/db/dialect'

/** A table for comparison: its columns and foreign keys. */
export interface TableState extends TableOutline {
  readonly foreignKeys: readonly ForeignKey[]
}

/** Tables by their names. */
export type SchemaState = ReadonlyMap<string, TableState>

/** A difference, in names of the database. */
export interface Difference {
  readonly kind: DriftKind
  readonly columns?: readonly string[]
  readonly from?: string
  readonly to?: string
  /** True for a rename that the database itself confirms. */
  readonly sure?: boolean
  /** A relation, in current names. */
  readonly foreignKey?: ForeignKey
  /** The deleted relation, in former names. */
  readonly foreignKeyBefore?: ForeignKey
}

/** Differences of a table. */
export interface TableDifference {
  /** Current name; the former one of a deleted table. */
  readonly name: string
  /** As it was, where it has another name now. */
  readonly renamedFrom?: string
  readonly type: 'table' | 'view'
  readonly before: TableState | undefined
  readonly after: TableState | undefined
  readonly differences: readonly Difference[]
}

/**
 * Compares two states of a schema. Results have current names, deleted objects last. Equal names mean the same object.
 * A deleted and a new object count as a rename if the database confirms it, or if nothing else differs.
 */
export function compareSchemas(before: SchemaState, after: SchemaState): TableDifference[] {
  const renamedTables = tableRenames(before, after)
  const oldNames = new Map([...renamedTables].map(([from, { to }]) => [to, from]))
  const columnsOf = new Map<string, ReadonlyMap<string, Rename>>()
  for (const [name, state] of after) {
    const old = before.get(oldNames.get(name) ?? name)
    if (old !== undefined) columnsOf.set(name, columnRenames(old, state))
  }
  const today: Today = {
    table: (old) => renamedTables.get(old)?.to ?? old,
    column: (table, old) => columnsOf.get(table)?.get(old)?.to ?? old,
  }
  const here = [...after.values()].flatMap((state): TableDifference[] => {
    const renamedFrom = oldNames.get(state.name)
    const old = before.get(renamedFrom ?? state.name)
    const known = { name: state.name, type: state.type, after: state }
    if (old === undefined) return [{ ...known, before: undefined, differences: [{ kind: 'tableAdded' }] }]
    const inside = insideTable(old, state, columnsOf.get(state.name) ?? new Map(), today)
    if (renamedFrom === undefined) return inside.length === 0 ? [] : [{ ...known, before: old, differences: inside }]
    const sure = renamedTables.get(renamedFrom)?.sure ?? false
    const renamed: Difference = { kind: 'tableRenamed', from: renamedFrom, to: state.name, sure }
    return [{ ...known, renamedFrom, before: old, differences: [renamed, ...inside] }]
  })
  const gone = [...before.values()].flatMap((state): TableDifference[] =>
    after.has(state.name) || renamedTables.has(state.name)
      ? []
      : [
          {
            name: state.name,
            type: state.type,
            before: state,
            after: undefined,
            differences: [{ kind: 'tableRemoved' }],
          },
        ],
  )
  return [...here, ...gone]
}

interface Rename {
  readonly to: string
  readonly sure: boolean
}

/** Maps former names to current ones. */
interface Today {
  readonly table: (old: string) => string
  /** @param table  its current name */
  readonly column: (table: string, old: string) => string
}

function tableRenames(before: SchemaState, after: SchemaState): Map<string, Rename> {
  const gone = [...before.values()].filter(({ name }) => !after.has(name))
  const added = [...after.values()].filter(({ name }) => !before.has(name))
  const found = new Map<string, Rename>()
  const taken = new Set<string>()
  const take = (from: TableState, to: TableState | undefined, sure: boolean): void => {
    if (to === undefined || found.has(from.name) || taken.has(to.name)) return
    found.set(from.name, { to: to.name, sure })
    taken.add(to.name)
  }
  // Numbers in another database can be equal by accident; then the columns differ.
  const byIdentity = new Map(added.flatMap((table) => (table.identity === null ? [] : [[table.identity, table]])))
  for (const table of gone) {
    const same = table.identity === null ? undefined : byIdentity.get(table.identity)
    if (same !== undefined && same.type === table.type && sharedColumns(table, same) >= 0.5) take(table, same, true)
  }
  const addedBy = groupBy(
    added.filter(({ name }) => !taken.has(name)),
    shapeOf,
  )
  const goneBy = groupBy(
    gone.filter(({ name }) => !found.has(name)),
    shapeOf,
  )
  for (const [shape, tables] of goneBy) {
    const [only, another] = addedBy.get(shape) ?? []
    const [first] = tables
    if (first !== undefined && tables.length === 1 && another === undefined && first.columns.length > 0)
      take(first, only, false)
  }
  return found
}

function sharedColumns(left: TableState, right: TableState): number {
  const names = new Set(right.columns.map(({ name }) => name))
  const shared = left.columns.filter(({ name }) => names.has(name))
  return shared.length / Math.max(left.columns.length, right.columns.length, 1)
}

const shapeOf = ({ type, columns }: TableState): string =>
  JSON.stringify([
    type,
    columns.map(({ name, nativeType, notNull, keyPosition }) => [name, nativeType, notNull, keyPosition]),
  ])

function groupBy<T>(list: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of list) {
    const known = groups.get(keyOf(item))
    if (known === undefined) groups.set(keyOf(item), [item])
    else known.push(item)
  }
  return groups
}

/**
 * Finds renamed columns: by number in the same table, otherwise a deleted and a new column of the same type at the same
 * position between unchanged columns.
 */
function columnRenames(before: TableState, after: TableState): Map<string, Rename> {
  const isSameTable = before.identity !== null && before.identity === after.identity
  const namesBefore = new Set(before.columns.map(({ name }) => name))
  const namesAfter = new Set(after.columns.map(({ name }) => name))
  const found = new Map<string, Rename>()
  const gone = placed(before.columns, namesAfter)
  const added = placed(after.columns, namesBefore)
  if (isSameTable) {
    const byIdentity = new Map(added.map(({ column }) => [column.identity, column.name]))
    for (const { column } of gone) {
      const to = column.identity === null ? undefined : byIdentity.get(column.identity)
      if (to !== undefined) found.set(column.name, { to, sure: true })
    }
    // Numbers are never reused, so another number is another column.
    if (gone.every(({ column }) => column.identity !== null)) return found
  }
  const taken = new Set<string>()
  for (const { column, place } of gone) {
    const same = added.find(
      (one) =>
        one.place === place &&
        !taken.has(one.column.name) &&
        one.column.nativeType === column.nativeType &&
        one.column.keyPosition === column.keyPosition,
    )
    if (same === undefined) continue
    taken.add(same.column.name)
    found.set(column.name, { to: same.column.name, sure: false })
  }
  return found
}

/** Returns columns that the other side lacks, each with the number of common columns before it. */
function placed(
  columns: readonly ColumnOutline[],
  others: ReadonlySet<string>,
): { readonly column: ColumnOutline; readonly place: number }[] {
  let place = 0
  return columns.flatMap((column) => {
    if (!others.has(column.name)) return [{ column, place }]
    place += 1
    return []
  })
}

function insideTable(
  before: TableState,
  after: TableState,
  renames: ReadonlyMap<string, Rename>,
  today: Today,
): Difference[] {
  const differences: Difference[] = []
  if (before.type !== after.type) differences.push({ kind: 'typeChanged', from: before.type, to: after.type })
  const byName = new Map(after.columns.map((column) => [column.name, column]))
  const explained = new Set<string>()
  for (const column of before.columns) {
    const rename = renames.get(column.name)
    const now = byName.get(rename?.to ?? column.name)
    if (now === undefined) {
      differences.push({ kind: 'columnRemoved', columns: [column.name] })
      continue
    }
    explained.add(now.name)
    if (rename !== undefined)
      differences.push({
        kind: 'columnRenamed',
        columns: [now.name],
        from: column.name,
        to: now.name,
        sure: rename.sure,
      })
    if (now.nativeType !== column.nativeType)
      differences.push({
        kind: 'columnRetyped',
        columns: [now.name],
        from: column.nativeType,
        to: now.nativeType,
      })
    // Key columns are never NULL, whatever the engine reports.
    if (now.notNull !== column.notNull && now.keyPosition === 0 && column.keyPosition === 0)
      differences.push({ kind: now.notNull ? 'columnRequired' : 'columnOptional', columns: [now.name] })
  }
  for (const { name } of after.columns)
    if (!explained.has(name)) differences.push({ kind: 'columnAdded', columns: [name] })
  const keyBefore = keyOf(before).map((name) => renames.get(name)?.to ?? name)
  const keyAfter = keyOf(after)
  if (keyBefore.join('\0') !== keyAfter.join('\0'))
    differences.push({ kind: 'keyChanged', from: keyBefore.join(', '), to: keyAfter.join(', ') })
  return [...differences, ...relationDifferences(before, after, today)]
}

const keyOf = ({ columns }: TableState): string[] =>
  columns
    .filter(({ keyPosition }) => keyPosition > 0)
    .toSorted((left, right) => left.keyPosition - right.keyPosition)
    .map(({ name }) => name)

function relationDifferences(before: TableState, after: TableState, today: Today): Difference[] {
  const old = new Map(
    before.foreignKeys.map((key) => {
      const known = inNamesOfToday(key, after.name, today)
      return [endsOf(known), { known, key }] as const
    }),
  )
  const now = new Map(after.foreignKeys.map((key) => [endsOf(key), key]))
  const removed = [...old].flatMap(([ends, { known, key }]): Difference[] =>
    now.has(ends)
      ? []
      : [{ kind: 'relationRemoved', columns: known.columns, foreignKey: known, foreignKeyBefore: key }],
  )
  const others = [...now].flatMap(([ends, key]): Difference[] => {
    const known = old.get(ends)?.known
    if (known === undefined) return [{ kind: 'relationAdded', columns: key.columns, foreignKey: key }]
    const [from, to] = [actionsOf(known), actionsOf(key)]
    return from === to ? [] : [{ kind: 'relationChanged', columns: key.columns, foreignKey: key, from, to }]
  })
  return [...removed, ...others]
}

/** Returns a foreign key in current names. */
function inNamesOfToday(key: ForeignKey, ownTable: string, today: Today): ForeignKey {
  const referencedTable = today.table(key.referencedTable)
  return {
    ...key,
    columns: key.columns.map((name) => today.column(ownTable, name)),
    referencedTable,
    referencedColumns: key.referencedColumns.map((name) => today.column(referencedTable, name)),
  }
}

const endsOf = ({ columns, referencedTable }: ForeignKey): string =>
  JSON.stringify([columns.map(nameKey), nameKey(referencedTable)])
const actionsOf = ({ onDelete, onUpdate }: ForeignKey): string => `ON DELETE ${onDelete}, ON UPDATE ${onUpdate}`
