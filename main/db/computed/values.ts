import type { Unit } from '@common/columns/facets'
import { FormulaProblem, type FormulaNode, type Span } from '@common/formula'
import type { Column, Table } from '@common/model'
import type { Link, VirtualColumn } from '@common/model/relations'
import type { Expression, LinkedQuery } from '../formula-sql'
import { join, sql, type Fragment } from '../sql-fragment'
import { Broken } from './broken'
import type { Computed, ComputedColumn, ManyValues } from './columns'

/** A column for use in other columns: stored, or computed without a problem. */
export interface Value {
  /** Column whose rules apply to comparison and display. */
  readonly column: Column
  /** True for a stored column, also at the end of a lookup. */
  readonly isStored: boolean
  readonly output: Fragment
  readonly value: Fragment
  readonly expression: Expression
  readonly many?: Many
}

/** Several linked rows: their tables, in order. */
export interface Many {
  readonly tables: readonly Fragment[]
  readonly conditions: readonly Fragment[]
  readonly order: readonly Fragment[]
  readonly item: Value
}

/** A column on the current path. Meeting it again means a cycle. */
export interface Step {
  readonly table: Table
  readonly column: Extract<VirtualColumn, { title: string }>
}

/** The rows behind a link: their tables with aliases and conditions. */
export interface Hop {
  readonly link: Link
  readonly related: Table
  readonly alias: string
  readonly tables: readonly Fragment[]
  readonly conditions: readonly Fragment[]
  readonly order: readonly Fragment[]
}

/** True if an index finds rows by these columns. */
export function isIndexed({ primaryKey, indexes }: Table, [first]: readonly string[]): boolean {
  return [primaryKey, ...indexes.map(({ columns }) => columns)].some(([leading]) => leading === first)
}

/** Returns the column references of a formula. */
export function columnsIn(node: FormulaNode): Extract<FormulaNode, { kind: 'column' }>[] {
  const found: Extract<FormulaNode, { kind: 'column' }>[] = []
  const waiting = [node]
  for (let next = waiting.pop(); next; next = waiting.pop())
    if (next.kind === 'column') found.push(next)
    else if (next.kind === 'call') waiting.push(...next.args)
    else if (next.kind === 'unary') waiting.push(next.operand)
    else if (next.kind === 'binary') waiting.push(next.right, next.left)
  return found.toSorted((a, b) => a.span.from - b.span.from)
}

/** Adds the position of a column to its problem. */
export function atPlace<T>(span: Span, action: () => T): T {
  try {
    return action()
  } catch (error) {
    if (!(error instanceof Broken)) throw error
    if (error.code === 'circle') throw new FormulaProblem('cycle', span, error.details)
    const column = error.details['column'] ?? ''
    throw new FormulaProblem(error.code === 'columnGone' ? 'unknownColumn' : 'brokenColumn', span, { column })
  }
}

/** Returns a value under the name of a column. */
export function named(
  { id, title }: Pick<VirtualColumn, 'id' | 'title'>,
  { column, output, value, expression }: Value,
  many?: ManyValues,
): ComputedColumn {
  const computed: Computed = { id, output, value, expression, ...(many && { many }) }
  return {
    ...column,
    name: id,
    title,
    primaryKey: false,
    primaryValue: false,
    autoIncrement: false,
    required: false,
    computed,
  }
}

/** Units that also apply to sums and means. A sum of ratings isn't a rating. */
export const additive: readonly Unit[] = ['money', 'percent', 'seconds']

/** Returns the rows behind a link, following nested links. */
export function flattened(hop: Hop, target: Value): Many {
  const { tables, conditions, order } = hop
  if (!target.many) return { tables, conditions, order, item: target }
  return {
    tables: [...tables, ...target.many.tables],
    conditions: [...conditions, ...target.many.conditions],
    order: [...order, ...target.many.order],
    item: target.many.item,
  }
}

export function queryOf({ tables, conditions, order, item }: Many): LinkedQuery {
  return {
    expression: item.output,
    type: item.isStored ? undefined : item.expression.type,
    column: item.isStored ? item.column : undefined,
    from: sql`${join(tables, ', ')} WHERE ${join(conditions, ' AND ')}`,
    order,
  }
}

export const titleOf = ({ column }: Step): string => column.title
