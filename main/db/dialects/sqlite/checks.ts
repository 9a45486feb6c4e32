import { withoutOuterBrackets, type CheckFacts } from '@main/db/schema-objects'
import { quote } from './literals'
import { sameName, tokensOf } from './sql-tokens'
import { parseTableText, usesColumn, type TableText } from './table-text'

/** Returns the CHECK rules in a table's text, of columns and of the table. */
export function checksOf(sql: string): readonly CheckFacts[] {
  const { columns, constraints } = parseTableText(sql)
  return [...columns.flatMap(({ clauses }) => clauses), ...constraints]
    .filter(({ kind }) => kind === 'check')
    .map(({ text }) => {
      const tokens = tokensOf(text)
      const open = tokens.find(({ text: sign }) => sign === '(')
      const close = tokens.findLast(({ text: sign }) => sign === ')')
      return { name: nameOf(text), condition: withoutOuterBrackets(text.slice(open?.start ?? 0, close?.end)) }
    })
}

/** Adds a CHECK rule to the text. */
export function withCheck(text: TableText, { name, condition }: CheckFacts): TableText {
  const sql = `${name === '' ? '' : `CONSTRAINT ${quote(name)} `}CHECK (${condition})`
  const columns = text.columns.map((column) => column.name).filter((column) => usesColumn(condition, column))
  return { ...text, constraints: [...text.constraints, { kind: 'check', columns, text: sql }] }
}

/** Removes the CHECK rule with this name from the text. */
export function withoutCheck(text: TableText, { name }: CheckFacts): TableText {
  const isOther = (part: { readonly kind: string; readonly text: string }): boolean =>
    part.kind !== 'check' || !sameName(nameOf(part.text), name)
  return {
    ...text,
    columns: text.columns.map((column) => ({ ...column, clauses: column.clauses.filter(isOther) })),
    constraints: text.constraints.filter(isOther),
  }
}

function nameOf(text: string): string {
  const [first, second] = tokensOf(text)
  if (first?.value !== 'CONSTRAINT' || first.kind !== 'word' || second === undefined) return ''
  return second.kind === 'word' ? second.text : second.value
}
