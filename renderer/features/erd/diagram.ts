import { hasRole } from '@common/columns/questions'
import type { UiType } from '@common/columns/ui-types'
import type { OperationOutput } from '@common/operations'

export type DiagramAnswer = OperationOutput<'projectDiagram'>
type AnsweredTable = DiagramAnswer['tables'][number]
type AnsweredRelation = DiagramAnswer['relations'][number]

/** How many records of a table stand at an end of a relation. */
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
  /** Columns at which it begins and ends, by name; the head of the card where they are not shown. */
  readonly fromColumn: string | undefined
  readonly toColumn: string | undefined
  readonly fromEnd: End
  readonly toEnd: End
  /** The table of pairs that it stands for. */
  readonly through?: string
  /** A foreign key of the database; false: known to Basalt alone. */
  readonly real: boolean
}

export interface Diagram {
  readonly tables: readonly DiagramTable[]
  readonly relations: readonly DiagramRelation[]
}

export interface DiagramChoice {
  /** All columns, or those that tables are related by. */
  readonly allColumns: boolean
  /** Tables of pairs are cards of their own; else they are a line between the tables that they pair. */
  readonly junctions: boolean
}

/** What is drawn of a project. */
export function diagramOf({ tables, relations }: DiagramAnswer, { allColumns, junctions }: DiagramChoice): Diagram {
  const pairs = new Map<string, readonly [AnsweredRelation, AnsweredRelation]>()
  if (!junctions)
    for (const table of tables) {
      const pair = pairOf(table, relations)
      if (pair) pairs.set(table.tn, pair)
    }
  const shown = relations.filter(({ tn, rtn }) => !pairs.has(tn) && !pairs.has(rtn))
  const drawn: DiagramRelation[] = shown.map((relation, at) => {
    const child = tables.find(({ tn }) => tn === relation.tn)
    const isRequired = relation.columns.every((name) => child?.columns.find(({ cn }) => cn === name)?.rqd)
    return {
      id: `${relation.tn}.${relation.columns.join('+')} ${relation.rtn} ${at}`,
      from: relation.rtn,
      to: relation.tn,
      fromColumn: relation.rcolumns[0],
      toColumn: relation.columns[0],
      fromEnd: isRequired ? 'one' : 'oneOrNone',
      toEnd: relation.unique ? 'oneOrNone' : 'many',
      real: relation.real,
    }
  })
  for (const [through, [left, right]] of pairs)
    drawn.push({
      id: `${through} ${left.rtn} ${right.rtn}`,
      from: left.rtn,
      to: right.rtn,
      fromColumn: left.rcolumns[0],
      toColumn: right.rcolumns[0],
      fromEnd: 'many',
      toEnd: 'many',
      through,
      real: left.real && right.real,
    })
  return {
    tables: tables.filter(({ tn }) => !pairs.has(tn)).map((table) => tableOf(table, relations, allColumns)),
    relations: drawn,
  }
}

function tableOf(table: AnsweredTable, relations: readonly AnsweredRelation[], allColumns: boolean): DiagramTable {
  const linking = new Set(relations.filter(({ tn }) => tn === table.tn).flatMap(({ columns }) => columns))
  const linked = new Set(relations.filter(({ rtn }) => rtn === table.tn).flatMap(({ rcolumns }) => rcolumns))
  const columns = table.columns.filter(({ cn, pk }) => allColumns || pk || linking.has(cn) || linked.has(cn))
  return {
    name: table.tn,
    title: table._tn,
    type: table.type,
    columns: columns.map(({ cn, _cn, uidt, pk }) => ({
      name: cn,
      title: _cn,
      uiType: uidt,
      mark: pk ? 'key' : linking.has(cn) ? 'link' : 'none',
    })),
  }
}

/** The two relations that a table of pairs is made of: it has no columns but theirs, and a key of its own at most. */
function pairOf(
  table: AnsweredTable,
  relations: readonly AnsweredRelation[],
): readonly [AnsweredRelation, AnsweredRelation] | undefined {
  const own = relations.filter(({ tn }) => tn === table.tn)
  const [left, right] = own
  // What others refer to is more than a pair.
  if (own.length !== 2 || !left || !right || relations.some(({ rtn }) => rtn === table.tn)) return undefined
  if (table.association) return [left, right]
  const linking = new Set(own.flatMap(({ columns }) => columns))
  const isPair = table.columns.every(({ cn, uidt }) => linking.has(cn) || hasRole({ uiType: uidt }, 'key'))
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
