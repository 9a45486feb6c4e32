/** Position in the formula's text: `to` is exclusive. In UTF-16 units. */
export interface Span {
  readonly from: number
  readonly to: number
}

export const binaryOperators = ['||', '&&', '=', '!=', '<', '<=', '>', '>=', '&', '+', '-', '*', '/', '%'] as const
export type BinaryOperator = (typeof binaryOperators)[number]

/** Syntax tree of a formula, before names and types are resolved. */
export type FormulaNode =
  | { readonly kind: 'number'; readonly value: string; readonly span: Span }
  | { readonly kind: 'text'; readonly value: string; readonly span: Span }
  | { readonly kind: 'column'; readonly title: string; readonly span: Span }
  | {
      readonly kind: 'call'
      readonly name: string
      readonly nameSpan: Span
      readonly args: readonly FormulaNode[]
      readonly span: Span
    }
  | { readonly kind: 'unary'; readonly operator: '-' | '!'; readonly operand: FormulaNode; readonly span: Span }
  | {
      readonly kind: 'binary'
      readonly operator: BinaryOperator
      readonly left: FormulaNode
      readonly right: FormulaNode
      readonly span: Span
    }
