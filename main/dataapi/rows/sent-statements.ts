import { typeFor } from '@common/columns/new-types'
import type { ComparedColumn, Dialect, SentStatement } from '@main/db/dialect'
import type { Statement, Step } from '@main/db/statement'

/** Returns the statements that reach the database for a writing step, in their order. */
export function sentStatements({ rows }: Dialect, step: Step | undefined): readonly SentStatement[] {
  if (step === undefined) return []
  const { sql, params, batch = [params] } = step
  return rows.sent?.(step) ?? batch.map((values) => ({ sql, params: values, rows: 1 }))
}

/** Texts and names, which can contain lookalikes, and placeholders of every engine. */
const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[(?:[^\]]|\]\])*\]|\?|\$\d+|@p\d+/g
const placeholder = /^(?:\?|(?:\$|@p)(\d+))$/

/** The column type doesn't matter: the statement contains its own conversions. */
const anyColumn: ComparedColumn = { nativeType: 'TEXT', uiType: typeFor.longText }

/** Returns a statement for display, with literals instead of bound values. */
export function withLiterals({ script }: Dialect, { sql, params }: Statement): string {
  let place = 0
  return sql.replaceAll(token, (found) => {
    const [, number] = placeholder.exec(found) ?? []
    if (number === undefined && found !== '?') return found
    place += 1
    return script.literal(anyColumn, params[(number === undefined ? place : Number(number)) - 1] ?? null)
  })
}
