import { FormulaProblem, rewriteReferences } from '@common/formula'
import type { Table } from '@common/model'

/** Returns a stored formula with the titles of its columns. */
export function shownFormula(table: Table, formula: string): string {
  const titles = new Map([
    ...table.virtualColumns.map(({ id, title }) => [id, title] as const),
    ...table.columns.map(({ name, title }) => [name, title] as const),
  ])
  try {
    return rewriteReferences(formula, (identity) => titles.get(identity))
  } catch (error) {
    if (error instanceof FormulaProblem) return formula
    throw error
  }
}
