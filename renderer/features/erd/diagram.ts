import { hasRole } from '@common/columns/questions'
import type { UiType } from '@common/columns/ui-types'
import type { OperationOutput } from '@common/operations'

export type DiagramAnswer = OperationOutput<'projectDiagram'>
type AnsweredTable = DiagramAnswer['tables'][number]
type AnsweredRelation = DiagramAnswer['relations'][number]

/** Number of records at one end of a relation. */
export type End = 'one' | 'oneOrNone' | 'many'

/** One column on a card. */
export interface DiagramColumn {
  readonly name: string
  readonly title: string
  readonly uiType: UiType
  readonly mark: 'key' | 'link' | 'none'
}

/** A table as the drawing has it. */
export interface DiagramTable {
  readonly name: string
  readonly title: string
  readonly type: 'table' | 'view'
  readonly columns: readonly DiagramColumn[]
}

/** A relation as the drawing has it: a line between two cards, or from a card to itself. */
export interface DiagramRelation {
  readonly id: string
  readonly from: string
  readonly to: string
  /** Names of the columns at its ends. Without a visible column, the line ends at the head of the card. */
  readonly fromColumn: string | undefined
  readonly toColumn: string | undefined
  readonly fromEnd: End
  readonly toEnd: End
  /** Name of the junction table that it represents. */
  readonly through?: string
  /** True for a foreign key of the database; false for a relation that only Basalt knows. */
  readonly real: boolean
}

export interface Diagram {
  readonly tables: readonly DiagramTable[]
  readonly relations: readonly DiagramRelation[]
}

export interface DiagramChoice {
  /** True to show all columns, false for only those used by relations. */
  readonly allColumns: boolean
  /** Tables of pairs are cards of their own; else they are a line between the tables that they pair. */
  readonly junctions: boolean
}

/** Returns the diagram of a project. */
export function diagramOf({ tables, relations }: DiagramAnswer, { allColumns, junctions }: DiagramChoice): Diagram {
  const pairs = new Map<string, readonly [AnsweredRelation, AnsweredRelation]>()
  if (!junctions)
    for (const table of tables) {
      const pair = pairOf(table, relations)
      if (pair) pairs.set(table.name, pair)
    }
  const shown = relations.filter(({ childTable, parentTable }) => !pairs.has(childTable) && !pairs.has(parentTable))
  const drawn: DiagramRelation[] = shown.map((relation, at) => {
    const child = tables.find(({ name }) => name === relation.childTable)
    const isRequired = relation.childColumns.every(
      (wanted) => child?.columns.find(({ name }) => name === wanted)?.required,
    )
    return {
      id: `${relation.childTable}.${relation.childColumns.join('+')} ${relation.parentTable} ${at}`,
      from: relation.parentTable,
      to: relation.childTable,
      fromColumn: relation.parentColumns[0],
      toColumn: relation.childColumns[0],
      fromEnd: isRequired ? 'one' : 'oneOrNone',
      toEnd: relation.unique ? 'oneOrNone' : 'many',
      real: relation.real,
    }
  })
  for (const [through, [left, right]] of pairs)
    drawn.push({
      id: `${through} ${left.parentTable} ${right.parentTable}`,
      from: left.parentTable,
      to: right.parentTable,
      fromColumn: left.parentColumns[0],
      toColumn: right.parentColumns[0],
      fromEnd: 'many',
      toEnd: 'many',
      through,
      real: left.real && right.real,
    })
  return {
    tables: tables.filter(({ name }) => !pairs.has(name)).map((table) => tableOf(table, relations, allColumns)),
    relations: drawn,
  }
}

function tableOf(table: AnsweredTable, relations: readonly AnsweredRelation[], allColumns: boolean): DiagramTable {
  const asChild = relations.filter(({ childTable }) => childTable === table.name)
  const asParent = relations.filter(({ parentTable }) => parentTable === table.name)
  const linking = new Set(asChild.flatMap(({ childColumns }) => childColumns))
  const linked = new Set(asParent.flatMap(({ parentColumns }) => parentColumns))
  const columns = table.columns.filter(
    ({ name, primaryKey }) => allColumns || primaryKey || linking.has(name) || linked.has(name),
  )
  return {
    name: table.name,
    title: table.title,
    type: table.type,
    columns: columns.map(({ name, title, uiType, primaryKey }) => ({
      name,
      title,
      uiType,
      mark: primaryKey ? 'key' : linking.has(name) ? 'link' : 'none',
    })),
  }
}

/** Returns the two relations of a junction table: it has no other columns, except possibly a key of its own. */
function pairOf(
  table: AnsweredTable,
  relations: readonly AnsweredRelation[],
): readonly [AnsweredRelation, AnsweredRelation] | undefined {
  const own = relations.filter(({ childTable }) => childTable === table.name)
  const [left, right] = own
  // A table that others reference is more than a junction table.
  if (own.length !== 2 || !left || !right || relations.some(({ parentTable }) => parentTable === table.name))
    return undefined
  if (table.association) return [left, right]
  const linking = new Set(own.flatMap(({ childColumns }) => childColumns))
  const isPair = table.columns.every(({ name, uiType }) => linking.has(name) || hasRole({ uiType }, 'key'))
  return isPair ? [left, right] : undefined
}

/** The tables that a table is related to, itself among them. */
export function neighboursOf(relations: readonly DiagramRelation[], name: string): ReadonlySet<string> {
  const near = new Set([name])
  for (const { from, to } of relations) {
    if (from === name) near.add(to)
    if (to === name) near.add(from)
  }
  return near
}
