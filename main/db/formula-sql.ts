import {
  formulaLimits,
  FormulaProblem,
  type FormulaType,
  type FunctionName,
  type TypedFormula,
  type TypedOperator,
} from '@common/formula'
import type { RollupFunction } from '@common/model/relations'
import type { Column } from '@common/model'
import { operatorRange, type NumberRange, unknownRange, wholeRange } from './number-range'
import type { Fragment } from './sql-fragment'

/** SQL of a part of a formula, with its known properties. */
export interface Expression {
  readonly sql: Fragment
  readonly type: FormulaType
  /** Value of a literal. */
  readonly literal?: string | number | boolean
  /** True if it is never blank. */
  readonly filled?: boolean
  /** Range of a number. */
  readonly range?: NumberRange
}

/**
 * Formulas in the SQL of one kind of database. `evaluateFormula` (common/formula) defines their meaning: numbers are
 * doubles, dates and moments are in UTC, conditions are never blank.
 *
 * Arguments can be large expressions, so functions use each only once if possible.
 */
export interface FormulaSql {
  /** Native types of the values, for comparisons. */
  readonly typeNames: Readonly<Record<FormulaType, string>>
  /** Returns a stored column as text. */
  readonly text: (expression: Fragment, column: Column) => Fragment
  /**
   * Returns a grouping key of a text: equal for identical characters only, for any collation and length. NULL for NULL.
   */
  readonly textKey: (text: Fragment) => Fragment
  /** Converts a text to lower case in all alphabets. Absent if LOWER does so in every database. */
  readonly folded?: (text: Fragment) => Fragment
  /** Returns the formula type of a stored column. */
  readonly typeOf: (column: Column) => FormulaType
  /** Returns a stored column as a value of its formula type; blank instead of an error. */
  readonly column: (expression: Fragment, column: Column) => Fragment
  readonly range: (column: Column) => NumberRange
  readonly literal: (value: string | number | boolean, type: FormulaType) => Fragment
  readonly blank: (type: FormulaType) => Fragment
  readonly convert: (value: Expression, to: FormulaType) => Fragment
  /** Returns a boolean value as a condition. Absent if the engine treats values as conditions. */
  readonly condition?: (value: Fragment) => Fragment
  /** @param safe  true if the result always fits a double */
  readonly operators: Readonly<Record<TypedOperator, (args: readonly Expression[], safe: boolean) => Fragment>>
  readonly functions: Readonly<Record<FunctionName, FunctionSql>>
  /** Returns a value in the format of rows: moments and dates as text. */
  readonly output: (value: Expression) => Fragment
  /** Aggregates over linked rows, in a subquery. Numbers are doubles. */
  readonly aggregates: Readonly<Record<RollupFunction, (value: Expression) => Fragment>>
  /** Values of linked rows, in a subquery. */
  readonly linked: LinkedSql
}

export type FunctionSql = (args: readonly Expression[], context: FunctionContext) => Fragment

export interface FunctionContext {
  /** Key of the row, as text. */
  readonly recordId: Fragment
  /** Throws: this database doesn't support the function. */
  readonly refuse: () => never
}

/** Values of linked rows: `expression` of the rows from `from` (tables and a condition). */
export interface LinkedSql {
  /** Returns the first value as a scalar. */
  readonly first: (query: LinkedQuery) => Fragment
  /** Returns JSON text of the values without blanks; `[]` for none. */
  readonly list: (query: LinkedQuery) => Fragment
  /** Returns the values as text, separated by `, `; blank for none. */
  readonly joined: (query: LinkedQuery) => Fragment
  /** Builds an aggregate over the rows of `from`, for engines whose aggregates don't accept every expression. */
  readonly aggregated?: (value: Expression, from: Fragment, aggregate: (value: Expression) => Fragment) => Fragment
}

export interface LinkedQuery {
  readonly expression: Fragment
  /** Formula type of the value; undefined for a stored column. */
  readonly type: FormulaType | undefined
  /** The stored column, if it is one. */
  readonly column: Column | undefined
  /** SQL after FROM, including the WHERE condition. */
  readonly from: Fragment
  /** Sort keys of the rows; can be empty. */
  readonly order: readonly Fragment[]
}

/** Maximum number of linked values in a list. */
export const linkedValuesMax = 1_000

/** Resolves the references of a formula. */
export interface FormulaScope {
  /** Returns a column of the row by its identity. */
  readonly column: (identity: string) => Expression
  readonly recordId: Fragment
}

/**
 * Translates a checked formula into an expression of the dialect.
 *
 * @throws FormulaProblem notSupported by this kind of database, tooComplex if it grows too large
 */
export function emitFormula(dialect: FormulaSql, formula: TypedFormula, scope: FormulaScope): Expression {
  const expression = emit(dialect, formula, scope)
  const { size, depth } = expression.sql
  if (size > formulaLimits.statementCharacters || depth > formulaLimits.statementDepth)
    throw new FormulaProblem('tooComplex', 'span' in formula ? formula.span : { from: 0, to: 0 })
  return expression
}

function emit(dialect: FormulaSql, formula: TypedFormula, scope: FormulaScope): Expression {
  const { type } = formula
  switch (formula.kind) {
    case 'literal': {
      const { value } = formula
      const sql = dialect.literal(value, type)
      const range = typeof value === 'number' ? { range: { least: Math.abs(value), most: Math.abs(value) } } : {}
      return { sql, type, literal: value, filled: true, ...range }
    }
    case 'blank':
      return { sql: dialect.blank(type), type }
    case 'column':
      return scope.column(formula.column)
    case 'convert': {
      const operand = emitFormula(dialect, formula.operand, scope)
      const filled = operand.filled === true
      return { sql: dialect.convert(operand, type), type, filled, ...(type === 'number' && { range: wholeRange(1) }) }
    }
    case 'operator': {
      const args = formula.args.map((arg) => emitFormula(dialect, arg, scope))
      const range = type === 'number' ? operatorRange(formula.operator, args.map(rangeOf)) : undefined
      const sql = dialect.operators[formula.operator](args, range?.safe ?? true)
      return { sql, type, filled: type !== 'number', ...(range && { range }) }
    }
    case 'call': {
      const args = formula.args.map((arg) => emitFormula(dialect, arg, scope))
      const refuse = (): never => {
        throw new FormulaProblem('notSupported', formula.span, { name: formula.name })
      }
      const sql = dialect.functions[formula.name](args, { recordId: scope.recordId, refuse })
      const range = type === 'number' ? { range: functionRange(formula.name, args) } : {}
      return { sql, type, filled: neverBlank.has(formula.name), ...range }
    }
  }
}

export const rangeOf = ({ range }: Expression): NumberRange => range ?? unknownRange

const neverBlank: ReadonlySet<FunctionName> = new Set<FunctionName>([
  'AND',
  'OR',
  'NOT',
  'TRUE',
  'FALSE',
  'ISBLANK',
  'CONCAT',
  'COUNT',
  'NOW',
  'TODAY',
  'PI',
  'RECORD_ID',
])

/** Functions that return counts: lengths, positions, parts of dates. */
const counted: Partial<Record<FunctionName, number>> = {
  LEN: 1e10,
  SEARCH: 1e10,
  FIND: 1e10,
  COUNT: 1e4,
  YEAR: 1e4,
  MONTH: 12,
  DAY: 31,
  HOUR: 24,
  MINUTE: 60,
  SECOND: 60,
  WEEKDAY: 7,
  SIGN: 1,
  DATETIME_DIFF: 1e12,
}

function functionRange(name: FunctionName, args: readonly Expression[]): NumberRange {
  const most = counted[name]
  if (most !== undefined) return wholeRange(most)
  const ranges = args.filter(({ type }) => type === 'number').map(rangeOf)
  const largest = Math.max(0, ...ranges.map((range) => range.most))
  switch (name) {
    case 'PI':
      return { least: Math.PI, most: Math.PI }
    case 'INT':
    case 'CEILING':
    case 'FLOOR':
      return wholeRange(largest + 1)
    case 'ABS':
    case 'MIN':
    case 'MAX':
    case 'IF':
    case 'COALESCE':
      return { least: Math.min(...ranges.map((range) => range.least)), most: largest }
    case 'SUM':
    case 'ADD':
      return operatorRange('add', ranges)
    default:
      return unknownRange
  }
}
