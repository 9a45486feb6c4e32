import type { BinaryOperator, FormulaNode, Span } from './ast'
import { findTitled } from '../wire/named'
import { formulaFunctions, functionByName, type FunctionName } from './functions'
import { matchesEmpty, parsePattern, PatternProblem } from './pattern'
import { formulaLimits, FormulaProblem } from './problem'
import type { FormulaType, Parameter } from './types'

/** A formula with resolved names and types, for the evaluator and the SQL emitters. */
export type TypedFormula =
  | { readonly kind: 'literal'; readonly type: FormulaType; readonly value: string | number | boolean }
  /** A blank whose type depends on its context. */
  | { readonly kind: 'blank'; readonly type: FormulaType }
  | { readonly kind: 'column'; readonly type: FormulaType; readonly column: string }
  | {
      readonly kind: 'call'
      readonly type: FormulaType
      readonly name: FunctionName
      readonly args: readonly TypedFormula[]
      /** Position, for errors about missing support in a database. */
      readonly span: Span
    }
  /** Concatenation, sums and conditions take any number of operands. */
  | {
      readonly kind: 'operator'
      readonly type: FormulaType
      readonly operator: TypedOperator
      readonly args: readonly TypedFormula[]
    }
  /** A conversion that never fails: anything → text or boolean, date → dateTime, boolean → number. */
  | { readonly kind: 'convert'; readonly type: FormulaType; readonly operand: TypedFormula }

export type TypedOperator =
  | 'negate'
  | 'not'
  | 'and'
  | 'or'
  | 'join'
  | 'add'
  | 'subtract'
  | 'multiply'
  | 'divide'
  | 'remainder'
  | Comparison
export type Comparison = 'equal' | 'notEqual' | 'less' | 'lessOrEqual' | 'greater' | 'greaterOrEqual'

/** A column as formulas see it: identity and value type. */
export interface FormulaColumn {
  readonly name: string
  readonly title: string
  readonly type: FormulaType
}

const arithmetic: Partial<Record<BinaryOperator, TypedOperator>> = {
  '-': 'subtract',
  '*': 'multiply',
  '/': 'divide',
  '%': 'remainder',
}
const comparisons: Partial<Record<BinaryOperator, Comparison>> = {
  '=': 'equal',
  '!=': 'notEqual',
  '<': 'less',
  '<=': 'lessOrEqual',
  '>': 'greater',
  '>=': 'greaterOrEqual',
}
/** Operators whose chains count as one level of depth. */
const chained: Partial<Record<BinaryOperator, { readonly operator: TypedOperator; readonly type: FormulaType }>> = {
  '&': { operator: 'join', type: 'text' },
  '&&': { operator: 'and', type: 'boolean' },
  '||': { operator: 'or', type: 'boolean' },
  '+': { operator: 'add', type: 'number' },
}

/**
 * Resolves names and infers types.
 *
 * Finds columns by title, then by name, then by title ignoring case.
 * @throws FormulaProblem at the invalid part
 */
export function checkFormula(node: FormulaNode, columns: readonly FormulaColumn[]): TypedFormula {
  return new Checker(columns).type(node)
}

class Checker {
  private depth = 0

  constructor(private readonly columns: readonly FormulaColumn[]) {}

  type(node: FormulaNode): TypedFormula {
    this.depth += 1
    if (this.depth > formulaLimits.depth) throw new FormulaProblem('tooDeep', node.span, { limit: formulaLimits.depth })
    const typed = this.typeOf(node)
    this.depth -= 1
    return typed
  }

  private typeOf(node: FormulaNode): TypedFormula {
    switch (node.kind) {
      case 'number':
        return { kind: 'literal', type: 'number', value: numberOf(node) }
      case 'text':
        return { kind: 'literal', type: 'text', value: node.value }
      case 'column':
        return this.column(node.title, node.span)
      case 'unary': {
        // A signed number is a literal.
        if (node.operator === '-' && node.operand.kind === 'number')
          return { kind: 'literal', type: 'number', value: 0 - numberOf(node.operand) }
        const operator = node.operator === '-' ? 'negate' : 'not'
        const type = node.operator === '-' ? 'number' : 'boolean'
        return { kind: 'operator', type, operator, args: [this.as(type, node.operand)] }
      }
      case 'binary':
        return this.binary(node)
      case 'call':
        return this.call(node)
    }
  }

  private column(title: string, span: Span): TypedFormula {
    const lower = title.toLowerCase()
    const found = this.columns.find((column) => column.title === title) ?? findTitled(this.columns, title)
    if (found) return { kind: 'column', type: found.type, column: found.name }
    if (lower === 'true' || lower === 'false') return { kind: 'literal', type: 'boolean', value: lower === 'true' }
    throw new FormulaProblem('unknownColumn', span, { column: title })
  }

  private binary(node: Extract<FormulaNode, { kind: 'binary' }>): TypedFormula {
    const { operator } = node
    const chain = chained[operator]
    if (chain)
      return {
        kind: 'operator',
        ...chain,
        args: operandsOf(node).map((operand) => this.as(chain.type, operand)),
      }
    const comparison = comparisons[operator]
    if (comparison) return { kind: 'operator', type: 'boolean', operator: comparison, args: this.comparable(node) }
    const calculation = arithmetic[operator]
    if (!calculation) throw new Error(`No rule for the operator ${operator}`)
    return {
      kind: 'operator',
      type: 'number',
      operator: calculation,
      args: [this.as('number', node.left), this.as('number', node.right)],
    }
  }

  /**
   * Converts both sides to one type: equal types, dates with moments, blanks with anything. A literal text beside a
   * date is parsed as a date.
   */
  private comparable(node: Extract<FormulaNode, { kind: 'binary' }>): TypedFormula[] {
    const left = this.type(node.left)
    const right = this.type(node.right)
    const common = commonType(left, right)
    if (common === undefined)
      throw new FormulaProblem('notComparable', node.span, { left: left.type, right: right.type })
    return [convert(left, common), convert(right, common)]
  }

  private call(node: Extract<FormulaNode, { kind: 'call' }>): TypedFormula {
    const name = functionByName(node.name)
    if (!name) throw new FormulaProblem('unknownFunction', node.nameSpan, { name: node.name })
    const { parameters, returns } = formulaFunctions[name]
    const required = parameters.filter(({ optional }) => !optional).length
    if (node.args.length < required) throw new FormulaProblem('tooFewArguments', node.span, { name, least: required })
    const last = parameters.at(-1)
    if (node.args.length > parameters.length && !last?.repeat)
      throw new FormulaProblem('tooManyArguments', node.span, { name, most: parameters.length })
    if (name === 'BLANK' || name === 'ERROR') {
      for (const arg of node.args) this.as('text', arg)
      return { kind: 'blank', type: 'text' }
    }
    const placed = node.args.map((arg, index) => ({
      arg,
      parameter: parameterAt(name, parameters, index, node.args.length),
    }))
    const typed = placed.map(({ arg, parameter }) => this.argument(arg, parameter))
    const same = this.agree(placed, typed)
    const args = typed.map((arg, index) =>
      placed[index]?.parameter.type === 'same' ? convert(arg, same ?? arg.type) : arg,
    )
    return {
      kind: 'call',
      type: returns === 'same' ? (same ?? 'text') : returns,
      name,
      args: switchCases(name, args, placed),
      span: node.span,
    }
  }

  private argument(arg: FormulaNode, parameter: Parameter): TypedFormula {
    if (parameter.literal || parameter.oneOf || parameter.pattern) {
      if (arg.kind !== 'text') throw new FormulaProblem('notLiteral', arg.span, { parameter: parameter.name })
      if (parameter.pattern) checkPattern(arg, parameter.pattern)
      const value = parameter.oneOf ? unitOf(arg.value, parameter.oneOf) : arg.value
      if (value === undefined)
        throw new FormulaProblem('unknownUnit', arg.span, {
          unit: arg.value,
          units: (parameter.oneOf ?? []).join(', '),
        })
      return { kind: 'literal', type: 'text', value }
    }
    if (parameter.type === 'any' || parameter.type === 'same') return this.type(arg)
    if (parameter.type === 'moment') {
      const typed = this.type(arg)
      if (typed.type === 'date' || typed.type === 'dateTime') return typed
      if (typed.kind === 'blank') return convert(typed, 'dateTime')
      const read = asMoment(typed)
      if (!read) throw new FormulaProblem('wrongType', arg.span, { expected: 'date', found: typed.type })
      return read
    }
    return this.as(parameter.type, arg)
  }

  /** Returns the common type of arguments that must agree. */
  private agree(
    placed: readonly { arg: FormulaNode; parameter: Parameter }[],
    typed: readonly TypedFormula[],
  ): FormulaType | undefined {
    let same: TypedFormula | undefined
    placed.forEach(({ arg, parameter }, index) => {
      const current = typed[index]
      if (parameter.type !== 'same' || !current) return
      const type = same ? commonType(same, current) : current.type
      if (type === undefined)
        throw new FormulaProblem('notCombinable', arg.span, { left: same?.type ?? '', right: current.type })
      same = same && same.kind !== 'blank' ? { ...same, type } : { ...current, type }
    })
    return same?.type
  }

  /** Checks a node as a value of the expected type. */
  private as(type: FormulaType, node: FormulaNode): TypedFormula {
    const typed = this.type(node)
    const possible =
      typed.kind === 'blank' ||
      typed.type === type ||
      type === 'text' ||
      type === 'boolean' ||
      (type === 'number' && typed.type === 'boolean')
    if (!possible) throw new FormulaProblem('wrongType', node.span, { expected: type, found: typed.type })
    return convert(typed, type)
  }
}

function numberOf({ value, span }: Extract<FormulaNode, { kind: 'number' }>): number {
  const number = Number(value)
  if (!Number.isFinite(number)) throw new FormulaProblem('numberTooLarge', span)
  return number
}

/** Flattens a chain of the same operator, from left to right. */
function operandsOf(node: Extract<FormulaNode, { kind: 'binary' }>): FormulaNode[] {
  const operands: FormulaNode[] = []
  let left: FormulaNode = node
  while (left.kind === 'binary' && left.operator === node.operator) {
    operands.push(left.right)
    left = left.left
  }
  return [...operands, left].toReversed()
}

/** @throws FormulaProblem at the unsupported character of the pattern */
function checkPattern({ value, span }: Extract<FormulaNode, { kind: 'text' }>, kind: 'any' | 'filled'): void {
  try {
    if (kind === 'filled' && matchesEmpty(parsePattern(value))) throw new FormulaProblem('patternMatchesEmpty', span)
    parsePattern(value)
  } catch (error) {
    if (!(error instanceof PatternProblem)) throw error
    // Escapes shift positions. Then the problem points at the whole text.
    const from = span.from + 1 + [...value].slice(0, error.at).join('').length
    const isExact = value.length === span.to - span.from - 2 && from < span.to
    throw new FormulaProblem(error.code, isExact ? { from, to: from + 1 } : span, { found: error.found })
  }
}

/** Parameters of SWITCH alternate: case, result, case, result and so on. A single last one is the default. */
function parameterAt(name: FunctionName, parameters: readonly Parameter[], index: number, count: number): Parameter {
  if (name === 'SWITCH' && index > 0) {
    const isDefault = index === count - 1 && count % 2 === 0
    return isDefault || index % 2 === 0 ? { name: 'result', type: 'same' } : { name: 'case', type: 'any' }
  }
  const parameter = parameters[index] ?? parameters.at(-1)
  if (!parameter) throw new Error(`${name} takes no arguments`)
  return parameter
}

/** The cases of SWITCH take the type of its value. */
function switchCases(
  name: FunctionName,
  args: readonly TypedFormula[],
  placed: readonly { arg: FormulaNode; parameter: Parameter }[],
): TypedFormula[] {
  const [value] = args
  if (name !== 'SWITCH' || !value) return [...args]
  return args.map((arg, index) => {
    const place = placed[index]
    if (index === 0 || !place || place.parameter.name !== 'case') return arg
    const common = commonType(value, arg)
    if (common !== value.type)
      throw new FormulaProblem('notComparable', place.arg.span, { left: value.type, right: arg.type })
    return convert(arg, value.type)
  })
}

/** Returns the common type of two values; undefined without one. */
function commonType(left: TypedFormula, right: TypedFormula): FormulaType | undefined {
  if (left.kind === 'blank') return right.type
  if (right.kind === 'blank' || left.type === right.type) return left.type
  const pair = new Set([left.type, right.type])
  if (pair.has('date') && pair.has('dateTime')) return 'dateTime'
  if (pair.has('boolean') && pair.has('number')) return 'number'
  for (const [one, other] of [
    [left, right],
    [right, left],
  ] as const)
    if ((one.type === 'date' || one.type === 'dateTime') && other.type === 'text')
      return asMoment(other) ? (asMoment(other)?.type === 'dateTime' ? 'dateTime' : one.type) : undefined
  return undefined
}

function convert(formula: TypedFormula, type: FormulaType): TypedFormula {
  if (formula.type === type) return formula
  if (formula.kind === 'blank') return { kind: 'blank', type }
  if (type === 'date' || type === 'dateTime') {
    const read = asMoment(formula)
    if (read) return read.type === type ? read : { kind: 'convert', type, operand: read }
  }
  return { kind: 'convert', type, operand: formula }
}

/** Parses a literal text as a date or moment. */
function asMoment(formula: TypedFormula): TypedFormula | undefined {
  if (formula.kind !== 'literal' || formula.type !== 'text' || typeof formula.value !== 'string') return undefined
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?$/.exec(formula.value) ?? []
  if (
    date === undefined ||
    Number.isNaN(Date.parse(`${date}T00:00:00Z`)) ||
    new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10) !== date
  )
    return undefined
  if (time === undefined) return { kind: 'literal', type: 'date', value: date }
  return { kind: 'literal', type: 'dateTime', value: `${date} ${time.length === 5 ? `${time}:00` : time}` }
}

/** Finds a unit ignoring number and case: day, Days. */
function unitOf(text: string, units: readonly string[]): string | undefined {
  const lower = text.toLowerCase()
  return units.find((unit) => unit === lower || unit === `${lower}s`)
}
