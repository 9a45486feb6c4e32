import type { EvaluationContext, FormulaFunction, FormulaValue } from '../types'

export const recordFunctions = {
  /** Key of the row; values of a composite key are joined with `___`. */
  RECORD_ID: {
    group: 'record',
    returns: 'text',
    example: 'RECORD_ID()',
    parameters: [],
    evaluate: (_: readonly FormulaValue[], { recordId }: EvaluationContext) => recordId,
  },
} as const satisfies Record<string, FormulaFunction>
