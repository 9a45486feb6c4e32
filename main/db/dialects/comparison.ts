import type { Comparison } from '@main/db/dialect'

/** Comparisons for engines that compare values of any type without failing. */
export const looseComparison: Comparison = {
  sortable: (_column, name) => name,
  sides: (_column, name) => ({ column: name, value: (placeholder) => placeholder }),
  keyEquals: (_column, name, placeholder) => `${name} = ${placeholder}`,
  keyValue: (_column, value) => value,
}
