import type { Problem } from '@common/columns/column-type'
import type { Column } from '@common/model'
import { t } from '@renderer/i18n'

/** Returns the sentence for a rejected value, with the name of its column. */
export function problemSentence(problem: Problem, column: Column): string {
  return t(`problems.${problem.problem}`, { column: column.title, ...problem.params })
}
