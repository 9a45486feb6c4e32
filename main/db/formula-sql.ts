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

/** A part of a formula in SQL, and what is known of it. */
export interface Expression {
  readonly sql: Fragment
  readonly type: FormulaType
  /** Its value, where that is written out. */
  readonly literal?: string | number | boolean
  /** Never blank. */
  readonly filled?: boolean
  /** Of a number: how large and how small it can be. */
  readonly range?: NumberRange
}

/**
 * How one kind of database says what formulas say. The meaning of each is that of `evaluateFormula`
 * (common/formula): numbers are doubles, dates and moments those of UTC, conditions never blank.
 *
 * Every argument of a line may be a large expression: it is used once where that is possible.
 */
export interface FormulaSql {
  /** Native types such as the values are, for comparing them. */
  readonly typeNames: Readonly<Record<FormulaType, string>>
  /** A stored column as text. */
  readonly text: (expression: Fragment, column: Column) => Fragment
  /**
   * A text as a key of groups: equal for the same characters only, whatever the collation of the column, however long
   * the text. NULL for NULL.
   */
  readonly textKey: (text: Fragment) => Fragment
  /** A text in small letters of every alphabet. Absent where LOWER folds all of them in every database. */
  readonly folded?: (text: Fragment) => Fragment
  /** What a stored column is to a formula. */
  readonly typeOf: (column: Column) => FormulaType
  /** A stored column as such a value; what cannot be one is blank, never an error. */
  readonly column: (expression: Fragment, column: Column) => Fragment
  readonly range: (column: Column) => NumberRange
  readonly literal: (value: string | number | boolean, type: FormulaType) => Fragment
  readonly blank: (type: FormulaType) => Fragment
  readonly convert: (value: Expression, to: FormulaType) => Fragment
  /** A boolean value as a condition. Absent where every such value is one. */
  readonly condition?: (value: Fragment) => Fragment
  /** @param safe  no result can be too large or too small for a double */
  readonly operators: Readonly<Record<TypedOperator, (args: readonly Expression[], safe: boolean) => Fragment>>
  readonly functions: Readonly<Record<FunctionName, FunctionSql>>
  /** A value as rows answer it: moments and dates as text. */
  readonly output: (value: Expression) => Fragment
  /** Over the linked rows, in a query of theirs. Numbers come out as doubles. */
  readonly aggregates: Readonly<Record<RollupFunction, (value: Expression) => Fragment>>
  /** Values of linked rows, in a query of its own. */
  readonly linked: LinkedSql
}

export type FunctionSql = (args: readonly Expression[], context: FunctionContext) => Fragment

export interface FunctionContext {
  /** Key of the row as text. */
  readonly recordId: Fragment
  /** Says that this database cannot do it. */
  readonly refuse: () => never
}

/** Values of linked rows: `expression` of the rows that `from` (tables and a condition) finds. */
export interface LinkedSql {
  /** The first value, as a scalar. */
  readonly first: (query: LinkedQuery) => Fragment
  /** JSON text of a list of values without blanks; `[]` for none. */
  readonly list: (query: LinkedQuery) => Fragment
  /** The values as one text, `, ` between them; blank for none. */
  readonly joined: (query: LinkedQuery) => Fragment
  /** Builds an aggregate over the rows of `from`, for engines whose aggregates don't accept every expression. */
  readonly aggregated?: (value: Expression, from: Fragment, aggregate: (value: Expression) => Fragment) => Fragment
}

export interface LinkedQuery {
  readonly expression: Fragment
  /** Of a formula's value; undefined for a stored column as it is. */
  readonly type: FormulaType | undefined
  /** The stored column, when it is one. */
  readonly column: Column | undefined
  /** What follows FROM, the condition of WHERE included. */
  readonly from: Fragment
  /** What the rows are ordered by; may be nothing. */
  readonly order: readonly Fragment[]
}

/** Values of linked rows that a list holds at most. */
export const linkedValuesMax = 1_000

/** Where the parts of a formula come from that are not in it. */
export interface FormulaScope {
  /** A column of the row by its identity. */
  readonly column: (identity: string) => Expression
  readonly recordId: Fragment
}

/**
 * A checked formula as an expression of the dialect.
 *
 * @throws FormulaProblem notSupported where this kind of database cannot do it, tooComplex when it grows too long
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

/** Functions whose results are counted: lengths, places, parts of dates. */
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
