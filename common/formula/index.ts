export type { BinaryOperator, FormulaNode, Span } from './ast'
export { checkFormula, type Comparison, type FormulaColumn, type TypedFormula, type TypedOperator } from './check'
export { evaluateFormula, type FormulaRow } from './evaluate'
export { formulaFunctions, functionByName, functionNames, type FunctionName } from './functions'
export { parseFormula } from './parse'
export { FormulaProblem, formulaProblems, type FormulaProblemCode } from './problem'
export { columnText, referencesOf, rewriteReferences } from './references'
export {
  formulaTypes,
  type EvaluationContext,
  type FormulaFunction,
  type FormulaType,
  type FormulaValue,
} from './types'
