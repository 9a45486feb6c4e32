import { typeFor, type ComputedKind } from '@common/columns/new-types'
import { rewriteReferences } from '@common/formula'
import type { Table } from '@common/model'
import type { RollupFunction, VirtualColumn } from '@common/model/relations'
import type { VirtualColumnDefinition } from '@common/operations/virtual-columns'
import type { UiType } from '@common/columns/ui-types'

/** A draft along a link: ids and names; '' while nothing is chosen. */
export interface LinkedDraft {
  readonly linkId: string
  readonly column: string
  readonly function: RollupFunction
}

/** A computed column as the dialog has it. */
export interface ComputedDraft extends LinkedDraft {
  readonly title: string
  readonly kind: ComputedKind
  readonly formula: string
}

export const newComputedDraft: ComputedDraft = {
  title: '',
  kind: 'formula',
  formula: '',
  linkId: '',
  column: '',
  function: 'sum',
}

export function draftOfComputed(table: Table, column: VirtualColumn): ComputedDraft {
  if (column.kind === 'link') return newComputedDraft
  const base = { ...newComputedDraft, title: column.title, kind: column.kind }
  switch (column.kind) {
    case 'formula':
      return { ...base, formula: shownFormula(table, column.formula) }
    case 'count':
      return { ...base, linkId: column.linkId }
    case 'lookup':
      return { ...base, linkId: column.linkId, column: column.column }
    case 'rollup':
      return { ...base, linkId: column.linkId, column: column.column, function: column.function }
  }
}

/** Stored formulas refer to columns by id; users see titles. */
function shownFormula(table: Table, formula: string): string {
  try {
    return rewriteReferences(
      formula,
      (identity) =>
        table.columns.find(({ name }) => name === identity)?.title ??
        table.virtualColumns.find(({ id }) => id === identity)?.title,
    )
  } catch {
    return formula
  }
}

/** Undefined while something is not chosen. */
export function definitionOf({ kind, ...draft }: ComputedDraft): VirtualColumnDefinition | undefined {
  const { linkId: link, column, formula } = draft
  switch (kind) {
    case 'formula':
      return formula.trim() === '' ? undefined : { kind: 'formula', formula }
    case 'count':
      return link === '' ? undefined : { kind: 'count', link }
    case 'lookup':
      return link === '' || column === '' ? undefined : { kind: 'lookup', link, column }
    case 'rollup':
      return link === '' || column === '' ? undefined : { kind: 'rollup', link, column, function: draft.function }
  }
}

/** A column as a formula names it. */
export interface NameableColumn {
  readonly title: string
  readonly uiType: UiType
}

/** Returns the columns that a formula of the table can use: all except itself. */
export function nameableColumns(table: Table, self: VirtualColumn | undefined): NameableColumn[] {
  return [
    ...table.columns.map(({ title, uiType }) => ({ title, uiType })),
    ...table.virtualColumns
      .filter(({ kind, id }) => kind !== 'link' && id !== self?.id)
      .map(({ title, result }) => ({ title, uiType: result?.uiType ?? typeFor.text })),
  ]
}
