import type { StoredValue } from '@common/columns/column-type'
import type { Column, Table } from '@common/model'
import type { Statement } from '@main/db/database'
import { isComputed } from '@main/db/computed'
import type { Dialect } from '@main/db/dialect'
import { write, type Fragment } from '@main/db/sql-fragment'

/**
 * Collects the bound values of a statement while its text is written. Placeholders must be written in
 * the order in which they stand in the text: some engines number them, others count.
 */
export class SqlText {
  readonly params: StoredValue[] = []

  constructor(readonly dialect: Dialect) {}

  /** Binds a value; answers its placeholder. */
  bind(value: StoredValue): string {
    this.params.push(value)
    return this.dialect.placeholder(this.params.length)
  }

  /** A column as it is compared and sorted. That of a computed one is to be written once for each call. */
  name(column: Column | Table): string {
    return 'uiType' in column && isComputed(column)
      ? this.write(column.computed.value)
      : this.dialect.quote(column.name)
  }

  /** LIKE over the displayed text of a column. */
  like(column: Column, pattern: string, negated: boolean, escape?: string): string {
    const { dialect } = this
    const name = this.name(column)
    const text = dialect.comparison.readable?.(column, name) ?? name
    return dialect.like(text, this.bind(pattern), negated, escape)
  }

  /** A column as rows answer it. */
  output(column: Column): string {
    return isComputed(column) ? this.write(column.computed.output) : selected(this.dialect, column)
  }

  write(fragment: Fragment): string {
    return write(fragment, (value) => this.bind(value))
  }

  statement(sql: string): Statement {
    return { sql, params: this.params }
  }
}

/** A stored column as rows answer it. */
export function selected(dialect: Dialect, column: Column): string {
  const name = dialect.quote(column.name)
  return dialect.selected?.(column, name) ?? name
}

/**
 * Joins expressions as a balanced tree of brackets: a chain of a thousand would pass the depth that
 * engines allow (SQLite: 1000).
 */
export function joinBalanced(expressions: readonly string[], operator: 'AND' | 'OR'): string {
  const [first] = expressions
  if (first !== undefined && expressions.length === 1) return first
  if (expressions.length <= 8) return `(${expressions.join(` ${operator} `)})`
  const half = expressions.length >> 1
  return `(${joinBalanced(expressions.slice(0, half), operator)} ${operator} ${joinBalanced(expressions.slice(half), operator)})`
}
