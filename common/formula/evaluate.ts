import type { TypedFormula, TypedOperator } from './check'
import { formulaFunctions } from './functions'
import { finite, remainder } from './functions/define'
import { numberText } from './number-text'
import { compareText } from './text-order'
import type { EvaluationContext, FormulaType, FormulaValue } from './types'

/** Values of one row, by column name. */
export type FormulaRow = Readonly<Record<string, FormulaValue>>

/**
 * Evaluates a formula for one row, for the preview of the editor. Tests compare the SQL of every database with it.
 *
 * Arithmetic with a blank is blank. Comparisons with a blank are false, but blank = blank is true. Concatenation treats
 * a blank as empty text, and a condition treats it as false. Division by zero and numbers beyond a double are blank.
 * Texts compare by code point, with case. The remainder is `a - b * trunc(a / b)`, so that all databases agree.
 */
export function evaluateFormula(formula: TypedFormula, row: FormulaRow, context: EvaluationContext): FormulaValue {
  switch (formula.kind) {
    case 'literal':
      return formula.value
    case 'blank':
      return null
    case 'column':
      return row[formula.column] ?? null
    case 'convert':
      return convertValue(evaluateFormula(formula.operand, row, context), formula.operand.type, formula.type)
    case 'call':
      return formulaFunctions[formula.name].evaluate(
        formula.args.map((arg) => evaluateFormula(arg, row, context)),
        context,
      )
    case 'operator':
      return operate(
        formula.operator,
        formula.args.map((arg) => evaluateFormula(arg, row, context)),
      )
  }
}

function convertValue(value: FormulaValue, from: FormulaType, to: FormulaType): FormulaValue {
  if (value === null) return null
  if (to === 'number') return value === true ? 1 : 0
  if (to === 'boolean') return value !== 0 && value !== ''
  if (to === 'dateTime') return `${String(value)} 00:00:00`
  if (to === 'date') return String(value).slice(0, 10)
  if (from === 'boolean') return value === true ? 'true' : 'false'
  return from === 'number' && typeof value === 'number' ? numberText(value) : String(value)
}

function operate(operator: TypedOperator, args: readonly FormulaValue[]): FormulaValue {
  const [left = null, right = null] = args
  switch (operator) {
    case 'and':
      return args.every((arg) => arg === true)
    case 'or':
      return args.some((arg) => arg === true)
    case 'not':
      return left !== true
    case 'join':
      return args.map((arg) => arg ?? '').join('')
    case 'equal':
      return left === right
    case 'notEqual':
      return left !== right
    case 'less':
    case 'lessOrEqual':
    case 'greater':
    case 'greaterOrEqual':
      return left !== null && right !== null && compare(operator, left, right)
    case 'negate':
      return typeof left === 'number' ? -left + 0 : null
    case 'add':
      return args.reduce((sum, arg) => (typeof sum === 'number' && typeof arg === 'number' ? finite(sum + arg) : null))
    case 'subtract':
    case 'multiply':
    case 'divide':
    case 'remainder':
      return typeof left === 'number' && typeof right === 'number' ? calculate(operator, left, right) : null
  }
}

function compare(
  operator: 'less' | 'lessOrEqual' | 'greater' | 'greaterOrEqual',
  left: string | number | boolean,
  right: string | number | boolean,
): boolean {
  const order =
    typeof left === 'string' && typeof right === 'string' ? compareText(left, right) : Number(left) - Number(right)
  switch (operator) {
    case 'less':
      return order < 0
    case 'lessOrEqual':
      return order <= 0
    case 'greater':
      return order > 0
    case 'greaterOrEqual':
      return order >= 0
  }
}

function calculate(
  operator: 'subtract' | 'multiply' | 'divide' | 'remainder',
  left: number,
  right: number,
): number | null {
  switch (operator) {
    case 'subtract':
      return finite(left - right)
    case 'multiply':
      return finite(left * right)
    case 'divide':
      return finite(left / right)
    case 'remainder':
      return remainder(left, right)
  }
}
