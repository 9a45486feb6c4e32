import type { SchemaDifference, ScriptStatement } from '@common/schema-script'
import type { Database } from './database'
import {
  keyOfColumn,
  keyOfPart,
  noRenames,
  tokensOfSql,
  type ColumnModel,
  type ModelRules,
  type NamedSql,
  type PartModel,
  type Renames,
  type SchemaModel,
  type TableModel,
} from './schema-model'

/** Reads schemas of an engine, and writes scripts between them. */
export interface SchemaModels extends ModelRules {
  /** Reads all tables and views, without our own. */
  readonly read: (database: Database) => Promise<SchemaModel>
  /** Returns the statements that make a change. */
  readonly script: (diff: SchemaDiff) => ScriptStatement[]
}

/** Changes that make one schema of another. The first one has the names of the second one. */
export interface SchemaDiff {
  readonly from: SchemaModel
  readonly to: SchemaModel
  readonly renamed: readonly { readonly table: string; readonly to: string }[]
  /** Tables by their new name. */
  readonly renamedColumns: readonly { readonly table: string; readonly column: string; readonly to: string }[]
  readonly created: readonly TableModel[]
  readonly dropped: readonly TableModel[]
  readonly changed: readonly TableChange[]
  readonly views: ObjectsDiff
  readonly types: ObjectsDiff
}

export interface ObjectsDiff {
  readonly created: readonly NamedSql[]
  readonly dropped: readonly NamedSql[]
  readonly changed: readonly { readonly from: NamedSql; readonly to: NamedSql }[]
}

export interface TableChange {
  readonly from: TableModel
  readonly to: TableModel
  readonly added: readonly ColumnModel[]
  readonly dropped: readonly ColumnModel[]
  readonly changed: readonly { readonly from: ColumnModel; readonly to: ColumnModel }[]
  readonly partsAdded: readonly PartModel[]
  readonly partsDropped: readonly PartModel[]
  readonly options: boolean
}

/** Compares two schemas. Doesn't compare the order of columns, and names of constraints and indexes. */
export function compareModels(
  before: SchemaModel,
  to: SchemaModel,
  rules: ModelRules,
  renames: Renames = noRenames,
): SchemaDiff {
  const valid = validRenames(before, to, rules, renames)
  const from = renamedModel(before, valid, rules)
  const tables = paired(from.tables, to.tables, rules)
  return {
    from,
    to,
    renamed: [...valid.tables].map(([table, name]) => ({ table, to: name })),
    renamedColumns: [...valid.columns].flatMap(([table, columns]) =>
      [...columns].map(([column, name]) => ({ table, column, to: name })),
    ),
    created: tables.created,
    dropped: tables.dropped,
    changed: tables.pairs.flatMap((pair) => tableChange(pair.from, pair.to, rules, valid) ?? []),
    views: compareObjects(from.views, to.views, rules),
    types: compareObjects(from.types, to.types, rules),
  }
}

interface Paired<T> {
  readonly created: readonly T[]
  readonly dropped: readonly T[]
  readonly pairs: readonly { readonly from: T; readonly to: T }[]
}

/** Pairs what has the same name before and after a change. */
function paired<T extends { readonly name: string }>(
  from: readonly T[],
  to: readonly T[],
  { fold }: ModelRules,
): Paired<T> {
  const sources = new Set(from.map(({ name }) => fold(name)))
  const targets = new Map(to.map((each) => [fold(each.name), each]))
  return {
    created: to.filter(({ name }) => !sources.has(fold(name))),
    dropped: from.filter(({ name }) => !targets.has(fold(name))),
    pairs: from.flatMap((source) => {
      const target = targets.get(fold(source.name))
      return target === undefined ? [] : [{ from: source, to: target }]
    }),
  }
}

/** Keeps the renames that the schemas agree with. */
function validRenames(from: SchemaModel, to: SchemaModel, { fold }: ModelRules, renames: Renames): Renames {
  const named = (model: SchemaModel, name: string) => model.tables.find((table) => fold(table.name) === fold(name))
  const tables = [...renames.tables].filter(
    ([old, name]) => named(from, old) && !named(from, name) && named(to, name) && !named(to, old),
  )
  const oldName = new Map(tables.map(([old, name]) => [name, old]))
  const columns = [...renames.columns].flatMap(([table, list]) => {
    const [source, target] = [named(from, oldName.get(table) ?? table), named(to, table)]
    if (source === undefined || target === undefined) return []
    const has = ({ columns: own }: TableModel, name: string): boolean =>
      own.some((column) => fold(column.name) === fold(name))
    const real = [...list].filter(
      ([old, name]) => has(source, old) && !has(source, name) && has(target, name) && !has(target, old),
    )
    return real.length === 0 ? [] : [[target.name, new Map(real)] as const]
  })
  return { tables: new Map(tables), columns: new Map(columns) }
}

function renamedModel(model: SchemaModel, { tables, columns }: Renames, { fold }: ModelRules): SchemaModel {
  if (tables.size === 0 && columns.size === 0) return model
  const names = new Map([...tables].map(([old, name]) => [fold(old), name]))
  return {
    ...model,
    tables: model.tables.map((table) => {
      const name = names.get(fold(table.name)) ?? table.name
      const own = new Map([...(columns.get(name) ?? [])].map(([old, now]) => [fold(old), now]))
      return {
        ...table,
        name,
        columns: table.columns.map((column) => ({ ...column, name: own.get(fold(column.name)) ?? column.name })),
      }
    }),
  }
}

/** Returns a function that writes tokens of a former definition in the new names. */
function renaming(table: string, { tables, columns }: Renames, { fold }: ModelRules): (key: string) => string {
  const names = new Map<string, string>()
  for (const [old, name] of tables) names.set(fold(old), fold(name))
  // A foreign key names columns of two tables.
  for (const [owner, list] of columns)
    for (const [old, name] of list) if (owner === table || !names.has(fold(old))) names.set(fold(old), fold(name))
  if (names.size === 0) return (key) => key
  return (key) =>
    key
      .split(' ')
      .map((token) => names.get(token) ?? token)
      .join(' ')
}

function tableChange(from: TableModel, to: TableModel, rules: ModelRules, renames: Renames): TableChange | undefined {
  const inNewNames = renaming(to.name, renames, rules)
  const { created: added, dropped, pairs } = paired(from.columns, to.columns, rules)
  const changed = pairs.filter((pair) => inNewNames(keyOfColumn(pair.from, rules)) !== keyOfColumn(pair.to, rules))
  const before = from.parts.map((part) => inNewNames(keyOfPart(part, rules)))
  const after = to.parts.map((part) => keyOfPart(part, rules))
  const [left, known] = [multiset(after), multiset(before)]
  const partsDropped = from.parts.filter((_, at) => !left.take(before[at]))
  const partsAdded = to.parts.filter((_, at) => !known.take(after[at]))
  const options = optionsKey(from, rules) !== optionsKey(to, rules)
  const lists = [added, dropped, changed, partsDropped, partsAdded]
  return options || lists.some((list) => list.length > 0)
    ? { from, to, added, dropped, changed, partsDropped, partsAdded, options }
    : undefined
}

const optionsKey = ({ options }: TableModel, rules: ModelRules): string => tokensOfSql(options, rules).join(' ')

function multiset(keys: readonly string[]): { readonly take: (key: string | undefined) => boolean } {
  const counts = new Map<string | undefined, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return {
    take: (key) => {
      const count = counts.get(key) ?? 0
      if (count > 0) counts.set(key, count - 1)
      return count > 0
    },
  }
}

function compareObjects(from: readonly NamedSql[], to: readonly NamedSql[], rules: ModelRules): ObjectsDiff {
  const { created, dropped, pairs } = paired(from, to, rules)
  const key = ({ sql }: NamedSql): string => tokensOfSql(sql, rules).join(' ')
  return { created, dropped, changed: pairs.filter((pair) => key(pair.from) !== key(pair.to)) }
}

/** Lists the differences for users. */
export function differencesOf(diff: SchemaDiff): SchemaDifference[] {
  const objects = ({ created, dropped, changed }: ObjectsDiff, object: 'view' | 'type'): SchemaDifference[] => [
    ...created.map(({ name, sql }) => difference('added', object, name, '', null, sql)),
    ...dropped.map(({ name, sql }) => difference('removed', object, name, '', sql, null)),
    ...changed.map(({ from, to }) => difference('changed', object, from.name, '', from.sql, to.sql)),
  ]
  return [
    ...diff.renamed.map(({ table, to }) => difference('renamed', 'table', to, '', table, to)),
    ...diff.renamedColumns.map(({ table, column, to }) => difference('renamed', 'column', table, to, column, to)),
    ...diff.created.map(({ name }) => difference('added', 'table', name, '', null, null)),
    ...diff.dropped.map(({ name }) => difference('removed', 'table', name, '', null, null)),
    ...diff.changed.flatMap(differencesOfTable),
    ...objects(diff.views, 'view'),
    ...objects(diff.types, 'type'),
  ]
}

function differencesOfTable(change: TableChange): SchemaDifference[] {
  const table = change.to.name
  return [
    ...change.added.map(({ name, sql }) => difference('added', 'column', table, name, null, sql)),
    ...change.dropped.map(({ name, sql }) => difference('removed', 'column', table, name, sql, null)),
    ...change.changed.map(({ from, to }) => difference('changed', 'column', table, to.name, from.sql, to.sql)),
    ...change.partsAdded.map(({ kind, name, sql }) => difference('added', kind, table, name, null, sql)),
    ...change.partsDropped.map(({ kind, name, sql }) => difference('removed', kind, table, name, sql, null)),
    ...(change.options ? [difference('changed', 'options', table, '', change.from.options, change.to.options)] : []),
  ]
}

const difference = (
  kind: SchemaDifference['kind'],
  object: SchemaDifference['object'],
  table: string,
  name: string,
  from: string | null,
  to: string | null,
): SchemaDifference => ({ kind, object, table, name, from, to })
