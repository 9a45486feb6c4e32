export type { BinaryOperator, FormulaNode, Span } from './ast'
export { checkFormula, type Comparison, type FormulaColumn, type TypedFormula, type TypedOperator } from './check'
export { compareText } from './text-order'
export { numberText } from './number-text'
export { evaluateFormula, type FormulaRow } from './evaluate'
export { formulaFunctions, functionByName, functionNames, type FunctionName } from './functions'
export { parseFormula } from './parse'
export { formulaLimits, formulaMessage, FormulaProblem, formulaProblems, type FormulaProblemCode } from './problem'
export { columnText, referencesOf, rewriteReferences, rewrittenFormula } from './references'
export {
  formulaTypes,
  type EvaluationContext,
  type FormulaFunction,
  type FormulaType,
  type FormulaValue,
  type FunctionGroup,
  functionGroups,
  type Parameter,
} from './types'
