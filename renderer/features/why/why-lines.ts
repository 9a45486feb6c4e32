import type { AccessExplanation } from '@common/operations/access'
import { tableRights, type TableRight } from '@common/principal/access'

type ExplainedTable = AccessExplanation['tables'][number]
type ExplainedColumn = ExplainedTable['columns'][number]

/** Why something is hidden, as a sentence can say it. */
export type WhyReason =
  | { readonly because: 'disabled' | 'rule' | 'permission' }
  /** Made from a column, or leads to a table, that is hidden. Titles; null for a cause that the reader doesn't see. */
  | { readonly because: 'madeFromHidden'; readonly table: string | null; readonly column: string | null }

/** Where the reader changes it. */
export type WhyPlace =
  | { readonly to: 'rules'; readonly table: string }
  | { readonly to: 'models' }
  | { readonly to: 'roles' }

interface WhyLineBase {
  /** Unique in its list. */
  readonly key: string
  readonly place: WhyPlace
}

/** One thing that is hidden or forbidden in a table. */
export type WhyLine = WhyLineBase &
  (
    | { readonly kind: 'table'; readonly reason: WhyReason }
    | {
        readonly kind: 'column'
        readonly column: string
        readonly title: string
        /** Place among the hidden columns of the table, from 1; undefined for a column that is only read-only. */
        readonly number: number | undefined
        readonly access: ExplainedColumn['access']
        readonly reason: WhyReason
      }
    | { readonly kind: 'view'; readonly title: string }
    | { readonly kind: 'rows'; readonly columns: readonly string[] }
    | { readonly kind: 'right'; readonly right: Exclude<TableRight, 'read'> }
  )

type WhyColumn = Extract<WhyLine, { readonly kind: 'column' }>

/** A hidden column with its place in the list of its table. */
export interface NumberedColumn {
  readonly table: string
  readonly number: number
  readonly line: WhyColumn
}

export interface WhyTable {
  readonly table: string
  readonly title: string
  readonly lines: readonly WhyLine[]
}

/**
 * Returns what rules hide in each table; tables without rules are left out. Rights that the role's permissions don't
 * grant are in `missing`, once for all tables.
 *
 * @param only  name of a table; undefined for all
 */
export function whyTables({ tables }: AccessExplanation, only?: string): WhyTable[] {
  return tables
    .filter(({ table }) => only === undefined || table === only)
    .map((each) => ({ table: each.table, title: each.title, lines: linesOf(each, tables) }))
    .filter(({ lines }) => lines.length > 0)
}

/** A table that is hidden as a whole. */
export interface WhollyHidden {
  readonly name: string
  readonly title: string
  readonly type: 'table' | 'view'
  readonly line: WhyLine
}

/** Returns the tables that are hidden as a whole, by a rule or because the role reads no tables. */
export function hiddenTables({ tables }: AccessExplanation): readonly WhollyHidden[] {
  return tables.flatMap(({ table, title, type, rights }) => {
    const because = rights.find(({ right }) => right === 'read')?.because
    if (because === undefined || because === 'madeFromHidden') return []
    const place: WhyPlace =
      because === 'disabled' ? { to: 'models' } : because === 'rule' ? { to: 'rules', table } : { to: 'roles' }
    return [{ name: table, title, type, line: { kind: 'table', key: 'table', reason: { because }, place } as const }]
  })
}

function linesOf(of: ExplainedTable, tables: readonly ExplainedTable[]): WhyLine[] {
  const { table, rights, rowsRuled, rowColumns, views } = of
  const rules: WhyPlace = { to: 'rules', table }
  const reading = rights.find(({ right }) => right === 'read')
  if (reading?.because === 'disabled')
    return [{ kind: 'table', key: 'table', reason: { because: 'disabled' }, place: { to: 'models' } }]
  if (reading?.because === 'rule') return [{ kind: 'table', key: 'table', reason: { because: 'rule' }, place: rules }]
  const forbidden = tableRights.flatMap((right): WhyLine[] =>
    right !== 'read' && rights.some((each) => each.right === right && each.because === 'rule')
      ? [{ kind: 'right', key: `right ${right}`, right, place: rules }]
      : [],
  )
  return [
    ...columnLines(of, tables),
    ...views.map(({ view, title }): WhyLine => ({
      kind: 'view',
      key: `view ${view}`,
      title,
      place: { to: 'models' },
    })),
    ...(rowsRuled ? [{ kind: 'rows', key: 'rows', columns: rowColumns, place: rules } as const] : []),
    ...forbidden,
  ]
}

function columnLines(of: ExplainedTable, tables: readonly ExplainedTable[]): WhyColumn[] {
  const hidden = of.columns.filter(({ access }) => access === 'hidden')
  return of.columns.map((column) => ({
    kind: 'column',
    key: `column ${column.column}`,
    column: column.column,
    title: column.title,
    number: column.access === 'hidden' ? hidden.indexOf(column) + 1 : undefined,
    access: column.access,
    ...reasonOf(of, column, tables),
  }))
}

/** Returns the columns that rules hide from tables that are read otherwise. */
export function hiddenColumns(explanation: AccessExplanation): readonly NumberedColumn[] {
  return whyTables(explanation).flatMap(({ table, lines }) =>
    lines.flatMap((line) =>
      line.kind === 'column' && line.number !== undefined ? [{ table, number: line.number, line }] : [],
    ),
  )
}

function reasonOf(
  { table }: ExplainedTable,
  { because, cause }: ExplainedColumn,
  tables: readonly ExplainedTable[],
): { readonly reason: WhyReason; readonly place: WhyPlace } {
  if (because !== 'madeFromHidden' || cause === null)
    return {
      reason: { because: because === 'madeFromHidden' ? 'rule' : because },
      place: { to: 'rules', table },
    }
  const from = tables.find((each) => each.table === cause.table)
  const column = from?.columns.find((each) => each.column === cause.column)
  const isDisabled = from?.rights.some(({ right, because: why }) => right === 'read' && why === 'disabled') === true
  return {
    reason: { because, table: from?.title ?? null, column: column?.title ?? null },
    place: isDisabled ? { to: 'models' } : { to: 'rules', table: cause.table },
  }
}
