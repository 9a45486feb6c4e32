import type { TypedFormula, TypedOperator } from './check'
import { formulaFunctions } from './functions'
import type { EvaluationContext, FormulaType, FormulaValue } from './types'

/** Values of the columns of one row, by column name. */
export type FormulaRow = Readonly<Record<string, FormulaValue>>

/**
 * Works a formula out for one row: the preview of the editor, and the meaning to which the SQL of every
 * database is held by tests.
 *
 * Blanks: calculations with a blank are blank; comparisons with a blank are false, but blank = blank is
 * true; joined text takes a blank as nothing. Dividing by zero is blank.
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
  if (to === 'dateTime') return `${String(value)} 00:00:00`
  if (to === 'date') return String(value).slice(0, 10)
  if (from === 'boolean') return value === true ? 'true' : 'false'
  return from === 'number' && typeof value === 'number' ? numberText(value) : String(value)
}

/** Numbers as text: as short as they are exact to 15 digits, never with an exponent. */
export function numberText(value: number): string {
  const short = Number(value.toPrecision(15))
  return String(short).includes('e')
    ? short.toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: 15 })
    : String(short)
}

function operate(operator: TypedOperator, args: readonly FormulaValue[]): FormulaValue {
  const [left = null, right = null] = args
  switch (operator) {
    case 'and':
      return left === true && right === true
    case 'or':
      return left === true || right === true
    case 'not':
      return left !== true
    case 'join':
      return `${left ?? ''}${right ?? ''}`
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
  switch (operator) {
    case 'less':
      return left < right
    case 'lessOrEqual':
      return left <= right
    case 'greater':
      return left > right
    case 'greaterOrEqual':
      return left >= right
  }
}

function calculate(
  operator: 'add' | 'subtract' | 'multiply' | 'divide' | 'remainder',
  left: number,
  right: number,
): number | null {
  const results = {
    add: left + right,
    subtract: left - right,
    multiply: left * right,
    divide: left / right,
    remainder: left % right,
  }
  const result = results[operator]
  return Number.isFinite(result) ? result + 0 : null
}
