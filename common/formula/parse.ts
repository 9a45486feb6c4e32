import type { BinaryOperator, FormulaNode } from './ast'
import { binaryOperators } from './ast'
import { FormulaProblem, formulaLimits } from './problem'
import { tokenize, type Token } from './tokens'

/** Precedence of operators, as in Excel and JavaScript. Operators of equal precedence are left-associative. */
const power: Readonly<Record<BinaryOperator, number>> = {
  '||': 1,
  '&&': 2,
  '=': 3,
  '!=': 3,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '&': 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '%': 7,
}
const unaryPower = 8

const operators: ReadonlySet<string> = new Set(binaryOperators)
const isBinaryOperator = (text: string): text is BinaryOperator => operators.has(text)

/**
 * Parses a formula with a Pratt parser.
 *
 * @returns the tree; every node has its position
 * @throws FormulaProblem at the unexpected token
 */
export function parseFormula(text: string): FormulaNode {
  if (text.length > formulaLimits.characters)
    throw new FormulaProblem('tooLong', { from: 0, to: text.length }, { limit: formulaLimits.characters })
  return new Parser(tokenize(text)).formula()
}

class Parser {
  private position = 0
  private depth = 0

  constructor(private readonly tokens: readonly Token[]) {}

  formula(): FormulaNode {
    if (this.peek().kind === 'end') throw new FormulaProblem('empty', this.peek().span)
    const node = this.expression(0)
    if (this.peek().kind !== 'end')
      throw new FormulaProblem('expectedEnd', this.peek().span, { found: this.peek().text })
    return node
  }

  private peek(): Token {
    const token = this.tokens[this.position]
    if (!token) throw new Error('Read past the end of a formula')
    return token
  }

  private take(): Token {
    const token = this.peek()
    this.position += 1
    return token
  }

  private takeSign(text: string): Token | undefined {
    return this.peek().kind === 'sign' && this.peek().text === text ? this.take() : undefined
  }

  /** Parses an operand and all following operators with a higher precedence than `least`. */
  private expression(least: number): FormulaNode {
    this.depth += 1
    if (this.depth > formulaLimits.depth)
      throw new FormulaProblem('tooDeep', this.peek().span, { limit: formulaLimits.depth })
    let left = this.operand()
    for (;;) {
      const { kind, text } = this.peek()
      if (kind !== 'sign' || !isBinaryOperator(text) || power[text] <= least) break
      this.take()
      const right = this.expression(power[text])
      left = { kind: 'binary', operator: text, left, right, span: { from: left.span.from, to: right.span.to } }
    }
    this.depth -= 1
    return left
  }

  private operand(): FormulaNode {
    const token = this.take()
    switch (token.kind) {
      case 'number':
        return { kind: 'number', value: token.text, span: token.span }
      case 'text':
        return { kind: 'text', value: token.text, span: token.span }
      case 'column':
        return { kind: 'column', title: token.text, span: token.span }
      case 'word':
        return this.takeSign('(') ? this.call(token) : { kind: 'column', title: token.text, span: token.span }
      case 'sign':
        return this.signed(token)
      case 'end':
        throw new FormulaProblem('expectedValue', token.span, { found: '' })
    }
  }

  private signed(token: Token): FormulaNode {
    if (token.text === '(') {
      const inner = this.expression(0)
      const close = this.takeSign(')')
      if (!close) throw new FormulaProblem('unclosedCall', this.peek().span, { found: this.peek().text })
      return { ...inner, span: { from: token.span.from, to: close.span.to } }
    }
    if (token.text === '-' || token.text === '!' || token.text === '+') {
      const operand = this.expression(unaryPower)
      if (token.text === '+') return operand
      return { kind: 'unary', operator: token.text, operand, span: { from: token.span.from, to: operand.span.to } }
    }
    throw new FormulaProblem('expectedValue', token.span, { found: token.text })
  }

  private call(name: Token): FormulaNode {
    const args: FormulaNode[] = []
    let close = this.takeSign(')')
    while (!close) {
      args.push(this.expression(0))
      close = this.takeSign(')')
      if (!close && !this.takeSign(','))
        throw new FormulaProblem('unclosedCall', this.peek().span, { found: this.peek().text })
    }
    return {
      kind: 'call',
      name: name.text,
      nameSpan: name.span,
      args,
      span: { from: name.span.from, to: close.span.to },
    }
  }
}
