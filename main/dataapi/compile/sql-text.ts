import type { StoredValue } from '@common/columns/column-type'
import type { Column, Table } from '@common/model'
import { isComputed } from '@main/db/computed'
import type { Dialect } from '@main/db/dialect'
import { write, type Fragment } from '@main/db/sql-fragment'
import type { Statement } from '@main/db/statement'

/**
 * Builds a statement with bound values. Write placeholders in the order of the text: some engines number them, others
 * count.
 */
export class SqlText {
  readonly params: StoredValue[] = []

  constructor(readonly dialect: Dialect) {}

  /** Binds a value and returns its placeholder. */
  bind(value: StoredValue): string {
    this.params.push(value)
    return this.dialect.placeholder(this.params.length)
  }

  /** Returns a column for comparing and sorting. Call it once for each occurrence of a computed column. */
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

  /** Selects a column in the format of rows. */
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

/** Stands for a placeholder. No identifier contains it. */
const slot = '\0'

/** Returns SQL as a piece for other statements, with its values at their places. */
export function fragmentOf(dialect: Dialect, write: (sql: SqlText) => string): Fragment {
  const sql = new SqlText({ ...dialect, placeholder: () => slot })
  const text = write(sql)
  const parts = text
    .split(slot)
    .flatMap((part, at) => (at === 0 ? [part] : [{ value: sql.params[at - 1] ?? null }, part]))
  return { parts, size: text.length, depth: 1 }
}

/** Returns a stored column in the format of rows. */
export function selected(dialect: Dialect, column: Column): string {
  const name = dialect.quote(column.name)
  return dialect.selected?.(column, name) ?? name
}

/**
 * Joins expressions as a balanced tree of brackets. A linear chain could exceed the engine's depth limit (SQLite:
 * 1000).
 */
export function joinBalanced(expressions: readonly string[], operator: 'AND' | 'OR'): string {
  const [first] = expressions
  if (first !== undefined && expressions.length === 1) return first
  if (expressions.length <= 8) return `(${expressions.join(` ${operator} `)})`
  const half = expressions.length >> 1
  return `(${joinBalanced(expressions.slice(0, half), operator)} ${operator} ${joinBalanced(expressions.slice(half), operator)})`
}
