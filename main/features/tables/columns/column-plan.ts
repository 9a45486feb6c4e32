import { typeFor } from '@common/columns/new-types'
import { hasRole } from '@common/columns/questions'
import { renamedInAddress } from '@common/columns/values/address-template'
import { AppError } from '@common/errors'
import type { ColumnChange, ColumnDefinition, Table } from '@common/model'
import { nameKey } from '@common/wire/names'
import { chosenBy, type ColumnMetadata, type MetadataChange } from '../catalog/metadata'
import { checkedDefinition } from './validate'

/**
 * Adds a key to columns without one: rows need a key to be addressed. The key comes last, so that typing and pasting
 * into the first columns doesn't hit it.
 */
export function withKey(columns: readonly ColumnDefinition[]): readonly ColumnDefinition[] {
  if (columns.some((column) => column.primaryKey)) return columns
  const taken = new Set(columns.flatMap(({ name, title }) => [nameKey(name), nameKey(title)]))
  let name = 'id'
  for (let n = 2; taken.has(nameKey(name)); n += 1) name = `id_${n}`
  const key: ColumnDefinition = {
    name,
    title: name,
    uiType: typeFor.key,
    required: true,
    unique: false,
    defaultValue: null,
    primaryKey: true,
    options: {},
  }
  return [...columns, key]
}

/** The database can generate an ID only for a single-column key. */
export function checkKey(columns: readonly ColumnDefinition[]): void {
  const keys = columns.filter((column) => column.primaryKey)
  const counted = keys.find((column) => hasRole(column, 'key'))
  if (counted !== undefined && keys.length > 1)
    throw new AppError('COLUMN_TYPE_INVALID', { column: counted.name, type: counted.uiType })
}

export function checkedChange(table: Table, change: ColumnChange): ColumnChange {
  if (change.kind === 'add') {
    const column = checkedDefinition(change.column)
    if (column.primaryKey) throw new AppError('COLUMN_KEY_FIXED', { column: column.name })
    return { ...change, column }
  }
  if (change.kind !== 'change') return change
  const current = table.columns.find((column) => column.name === change.name)
  return { ...change, column: checkedDefinition(change.column, current) }
}

/**
 * Returns the changes that concern the database. Descriptions of generated columns are metadata only. A removed
 * description becomes empty there.
 */
export function storedChanges(table: Table, changes: readonly ColumnChange[]): readonly ColumnChange[] {
  return knownToDatabase(table, changes).map((change) => {
    if (change.kind !== 'change' || change.column.options.description !== undefined) return change
    const before = table.columns.find(({ name }) => name === change.name)?.options.description
    if (before === undefined) return change
    return { ...change, column: { ...change.column, options: { ...change.column.options, description: '' } } }
  })
}

function knownToDatabase(table: Table, changes: readonly ColumnChange[]): readonly ColumnChange[] {
  return changes.filter((change) => {
    if (change.kind !== 'change' || change.from !== undefined) return true
    const { name, required, unique, defaultValue } = change.column
    const column = table.columns.find((one) => one.name === change.name)
    if (column?.generated !== true) return true
    const isSame =
      name === column.name &&
      required === column.required &&
      unique === column.unique &&
      defaultValue === column.defaultValue
    return !isSame
  })
}

/** Returns the resulting columns of the table, and the names of new or renamed ones. */
export function columnsAfter(
  table: Table,
  changes: readonly ColumnChange[],
): [{ readonly name: string; readonly title: string }[], string[]] {
  const changed: string[] = []
  const remaining = table.columns.flatMap(({ name, title }) => {
    let names: { readonly name: string; readonly title: string } | undefined = { name, title }
    for (const change of changes) {
      if (change.kind === 'add' || change.name !== name || names === undefined) continue
      if (change.kind === 'drop') names = undefined
      else if (change.kind === 'rename') names = { name: change.newName, title: change.newTitle }
      else names = { name: change.column.name, title: change.column.title }
      if (names !== undefined && (names.name !== name || names.title !== title)) changed.push(names.name)
    }
    return names === undefined ? [] : [names]
  })
  const added = changes.flatMap((change) => (change.kind === 'add' ? [change.column] : []))
  return [
    [...remaining, ...added],
    [...changed, ...added.map(({ name }) => name)],
  ]
}

/** Only columns with user settings have metadata; others follow the database. */
export function metadataAfter(chosen: readonly ColumnMetadata[], changes: readonly ColumnChange[]): ColumnMetadata[] {
  const after = new Map(chosen.map((column) => [column.name, column]))
  const moved = new Map<string, ColumnMetadata>()
  for (const change of changes) {
    if (change.kind === 'add') moved.set(change.column.name, chosenBy(change.column))
    else {
      const before = after.get(change.name)
      after.delete(change.name)
      if (change.kind === 'rename')
        moved.set(change.newName, {
          ...(before ?? { uiType: undefined, options: {}, primaryValue: false }),
          name: change.newName,
          title: change.newTitle,
        })
      if (change.kind === 'change')
        moved.set(change.column.name, {
          ...chosenBy(change.column, before?.primaryValue ?? false),
          ...(before?.place === undefined ? {} : { place: before.place }),
        })
    }
  }
  const { columns: renamed } = columnsRenamed(changes)
  return [...after.values(), ...moved.values()].map((column) => followingNames(column, renamed))
}

/** A button's address contains column names, which follow renames. */
function followingNames(column: ColumnMetadata, renamed: ReadonlyMap<string, string>): ColumnMetadata {
  const { address } = column.options
  if (address === undefined || renamed.size === 0) return column
  const followed = renamedInAddress(address, (name) => renamed.get(name) ?? name)
  return { ...column, options: { ...column.options, address: followed } }
}

/** Returns the settings of columns with their positions in a list of names. */
export function metadataInOrder(chosen: readonly ColumnMetadata[], names: readonly string[]): ColumnMetadata[] {
  const byName = new Map(chosen.map((column) => [column.name, column]))
  const placed = names.map((name, at): ColumnMetadata => {
    return { ...(byName.get(name) ?? untouched(name)), place: at + 1 }
  })
  return [...placed, ...chosen.filter(({ name }) => !names.includes(name))]
}

/** The same with the column that names a record. */
export function metadataNaming(chosen: readonly ColumnMetadata[], name: string): ColumnMetadata[] {
  const known = chosen.some((column) => column.name === name) ? chosen : [...chosen, untouched(name)]
  return known.map((column) => ({ ...column, primaryValue: column.name === name }))
}

/** Metadata of a column without settings. */
const untouched = (name: string): ColumnMetadata => ({
  name,
  title: '',
  uiType: undefined,
  options: {},
  primaryValue: false,
})

/** Returns the marks by which the history finds such columns under their names. */
export function historyMarks(
  table: string,
  { columns, dropped }: ReturnType<typeof columnsRenamed>,
): Extract<MetadataChange, { kind: 'markTable' }>[] {
  if (columns.size === 0 && dropped.length === 0) return []
  return [{ kind: 'markTable', table, mark: { renamed: [...columns], dropped } }]
}

/** Returns the renamed and the deleted columns. */
export function columnsRenamed(changes: readonly ColumnChange[]): {
  readonly columns: ReadonlyMap<string, string>
  readonly dropped: readonly string[]
} {
  const columns = new Map<string, string>()
  const dropped: string[] = []
  for (const change of changes) {
    if (change.kind === 'drop') dropped.push(change.name)
    if (change.kind === 'rename' && change.newName !== change.name) columns.set(change.name, change.newName)
    if (change.kind === 'change' && change.column.name !== change.name) columns.set(change.name, change.column.name)
  }
  return { columns, dropped }
}
