import type { Comparison } from '@main/db/dialect'

/** Comparisons of engines that compare anything with anything: no value makes a statement fail. */
export const looseComparison: Comparison = {
  sortable: (_column, name) => name,
  sides: (_column, name) => ({ column: name, value: (placeholder) => placeholder }),
  keyEquals: (_column, name, placeholder) => `${name} = ${placeholder}`,
  keyValue: (_column, value) => value,
}
