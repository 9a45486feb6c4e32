/** Where something stands in the formula's text: from, up to but not including to. In UTF-16 units. */
export interface Span {
  readonly from: number
  readonly to: number
}

export const binaryOperators = ['||', '&&', '=', '!=', '<', '<=', '>', '>=', '&', '+', '-', '*', '/', '%'] as const
export type BinaryOperator = (typeof binaryOperators)[number]

/** A formula as it was written, before names and types are looked at. */
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
