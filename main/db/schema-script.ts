import type { Danger, ScriptStatement } from '@common/schema-script'
import type { ObjectsDiff, SchemaDiff, TableChange } from './schema-diff'
import {
  referenceOf,
  tokensOfSql,
  type ModelRules,
  type NamedSql,
  type PartModel,
  type TableModel,
} from './schema-model'

/** Differences between the engines with ALTER TABLE. */
export interface AlterWriter extends ModelRules {
  readonly quote: (name: string) => string
  /** CREATE TABLE with its constraints, without foreign keys and without what `apart` creates. */
  readonly createTable: (table: TableModel) => string
  /** True for parts that are created after their table. */
  readonly isApart: (part: PartModel) => boolean
  readonly addPart: (table: string, part: PartModel) => string
  readonly dropPart: (table: string, part: PartModel) => string
  /** Statements for columns, options, and parts other than foreign keys and triggers. */
  readonly alter: (change: TableChange) => ScriptStatement[]
  readonly changeType: (
    change: { readonly from: NamedSql; readonly to: NamedSql },
    diff: SchemaDiff,
  ) => ScriptStatement[]
  readonly dropType: (name: string) => string
}

const kindsOfTheirOwn: readonly PartModel['kind'][] = ['foreignKey', 'trigger']

export const statement = (sql: string, object: string, danger: Danger | null = null): ScriptStatement => ({
  sql,
  object,
  danger,
})

/** Returns the script of an engine with ALTER TABLE. */
export function alterScript(diff: SchemaDiff, writer: AlterWriter): ScriptStatement[] {
  const { quote } = writer
  const views = viewsAround(diff, writer)
  const held = heldKeys(diff, writer)
  const add = (table: TableModel, part: PartModel, danger: Danger | null): ScriptStatement =>
    statement(writer.addPart(table.name, part), table.name, danger)
  const drop = (table: TableModel, part: PartModel): ScriptStatement =>
    statement(writer.dropPart(table.name, part), table.name)
  const keys = (parts: readonly PartModel[]): PartModel[] => parts.filter(({ kind }) => kind === 'foreignKey')
  const triggers = (parts: readonly PartModel[]): PartModel[] => parts.filter(({ kind }) => kind === 'trigger')
  return [
    ...views.drop.map(({ name }) => statement(`DROP VIEW ${quote(name)}`, name)),
    ...renameStatements(diff, quote),
    ...diff.changed.flatMap(({ from, partsDropped }) => keys(partsDropped).map((part) => drop(from, part))),
    ...held.map(({ from, part }) => drop(from, part)),
    ...diff.dropped.flatMap((table) => keys(table.parts).map((part) => drop(table, part))),
    ...diff.changed.flatMap(({ from, partsDropped }) => triggers(partsDropped).map((part) => drop(from, part))),
    ...diff.dropped.map(({ name }) => statement(`DROP TABLE ${quote(name)}`, name, 'losesData')),
    ...diff.types.created.map(({ name, sql }) => statement(sql, name)),
    ...diff.types.changed.flatMap((change) => writer.changeType(change, diff)),
    ...diff.changed.flatMap((change) => writer.alter(withoutOwnKinds(change))),
    ...diff.created.flatMap((table) => [
      statement(writer.createTable(table), table.name),
      ...table.parts
        .filter((part) => writer.isApart(part) && !kindsOfTheirOwn.includes(part.kind))
        .map((part) => add(table, part, null)),
    ]),
    ...diff.changed.flatMap(({ to, partsAdded }) => keys(partsAdded).map((part) => add(to, part, 'mayFail'))),
    ...held.map(({ to, again }) => add(to, again, null)),
    ...diff.created.flatMap((table) => keys(table.parts).map((part) => add(table, part, null))),
    ...diff.changed.flatMap(({ to, partsAdded }) => triggers(partsAdded).map((part) => add(to, part, null))),
    ...diff.created.flatMap((table) => triggers(table.parts).map((part) => add(table, part, null))),
    ...views.create.map(({ name, sql }) => statement(sql, name)),
    ...diff.types.dropped.map(({ name }) => statement(writer.dropType(name), name)),
  ]
}

export function renameStatements(diff: SchemaDiff, quote: (name: string) => string): ScriptStatement[] {
  return [
    ...diff.renamed.map(({ table, to }) => statement(`ALTER TABLE ${quote(table)} RENAME TO ${quote(to)}`, to)),
    ...diff.renamedColumns.map(({ table, column, to }) =>
      statement(`ALTER TABLE ${quote(table)} RENAME COLUMN ${quote(column)} TO ${quote(to)}`, table),
    ),
  ]
}

function withoutOwnKinds(change: TableChange): TableChange {
  const others = (parts: readonly PartModel[]): PartModel[] =>
    parts.filter(({ kind }) => !kindsOfTheirOwn.includes(kind))
  return { ...change, partsAdded: others(change.partsAdded), partsDropped: others(change.partsDropped) }
}

/**
 * Returns the views that a script drops first and creates last: those that change, and those that show what changes. A
 * view on another view goes before it.
 */
export function viewsAround(
  { views, from, to, changed, dropped, renamed, renamedColumns }: SchemaDiff,
  rules: ModelRules,
): { readonly drop: readonly NamedSql[]; readonly create: readonly NamedSql[] } {
  const moved = new Set<string>([
    ...changed.filter((change) => change.changed.length + change.dropped.length > 0).map(({ to: { name } }) => name),
    ...dropped.map(({ name }) => name),
    ...renamed.flatMap((rename) => [rename.table, rename.to]),
    ...renamedColumns.map(({ table }) => table),
    ...changedNames(views),
  ])
  const affected = new Set<NamedSql>(from.views.filter(({ name }) => moved.has(name)))
  const mentions = mentionsOf(from.views, rules)
  for (let size = -1; size !== affected.size;) {
    size = affected.size
    for (const view of from.views) {
      if (![...moved].some((name) => name !== view.name && mentions(view, name))) continue
      affected.add(view)
      moved.add(view.name)
    }
  }
  const again = new Set([...affected].map(({ name }) => rules.fold(name)))
  const made = new Set(views.created.map(({ name }) => rules.fold(name)))
  return {
    drop: inOrder([...affected], rules).toReversed(),
    create: inOrder(
      to.views.filter(({ name }) => again.has(rules.fold(name)) || made.has(rules.fold(name))),
      rules,
    ),
  }
}

const changedNames = ({ changed, dropped }: ObjectsDiff): string[] => [
  ...changed.map(({ from }) => from.name),
  ...dropped.map(({ name }) => name),
]

/** Returns a test whether the SQL of one of these views mentions a name. Each view is read once. */
function mentionsOf(views: readonly NamedSql[], rules: ModelRules): (view: NamedSql, name: string) => boolean {
  const words = new Map(views.map((view) => [view, new Set(tokensOfSql(view.sql, rules))]))
  return (view, name) => words.get(view)?.has(rules.fold(name)) === true
}

/** Sorts views so that each follows the views that it shows. */
function inOrder(views: readonly NamedSql[], rules: ModelRules): NamedSql[] {
  const left = [...views].sort((one, other) => (one.name < other.name ? -1 : 1))
  const sorted: NamedSql[] = []
  const mentions = mentionsOf(views, rules)
  while (left.length > 0) {
    const at = left.findIndex((view) => left.every((other) => other === view || !mentions(view, other.name)))
    sorted.push(...left.splice(Math.max(at, 0), 1))
  }
  return sorted
}

interface HeldKey {
  readonly from: TableModel
  readonly part: PartModel
  readonly to: TableModel
  readonly again: PartModel
}

/** Returns foreign keys that stay, but forbid the change of a column or key at one of their ends. */
function heldKeys(diff: SchemaDiff, rules: ModelRules): HeldKey[] {
  const { fold } = rules
  const touched = new Map(
    diff.changed.map(({ to, changed, partsDropped }) => [
      fold(to.name),
      {
        columns: new Set(changed.map(({ to: { name } }) => fold(name))),
        key: partsDropped.some(({ kind }) => kind === 'primaryKey' || kind === 'unique' || kind === 'index'),
      },
    ]),
  )
  const isTouched = (table: string, columns: readonly string[]): boolean => {
    const change = touched.get(fold(table))
    return change !== undefined && (change.key || columns.some((column) => change.columns.has(fold(column))))
  }
  const targets = new Map(diff.to.tables.map((table) => [fold(table.name), table]))
  const leaving = new Set(diff.changed.flatMap(({ partsDropped }) => partsDropped))
  const arriving = new Set(diff.changed.flatMap(({ partsAdded }) => partsAdded))
  return diff.from.tables.flatMap((from) => {
    const to = targets.get(fold(from.name))
    if (to === undefined) return []
    const free = to.parts.filter((part) => !arriving.has(part))
    return from.parts.flatMap((part) => {
      // A renamed table or column has its new name in the second schema only.
      const again = leaving.has(part)
        ? undefined
        : free.find(({ kind, name }) => kind === part.kind && name === part.name)
      const reference = again && referenceOf(again, rules)
      if (again === undefined || reference === undefined) return []
      const { columns, table, referencedColumns } = reference
      return isTouched(from.name, columns) || isTouched(table, referencedColumns) ? [{ from, part, to, again }] : []
    })
  })
}
