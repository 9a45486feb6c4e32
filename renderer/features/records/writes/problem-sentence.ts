import type { Problem } from '@common/columns/column-type'
import type { Column } from '@common/model'
import { sentence } from '@renderer/i18n'
import type { AnyMessage } from '@common/messages'

/** Returns the sentence for a rejected value, with the name of its column. */
export function problemSentence(problem: Problem, column: Column): AnyMessage {
  return sentence(`problems.${problem.problem}`, { column: column.title, ...problem.params })
}
