import type { SqlSyntax } from '@common/dialects'
import type { SqlProblem, SqlRunView, SqlStatementView } from '@common/sql/shapes'
import { tokenAt } from '@common/sql/tokens'
import { serverText } from '@renderer/i18n'
import type { SqlMark, TextSpan } from './editor/code-editor'

/** Returns the place of a statement's problem in the text of the query; its whole statement if the place is unknown. */
export function problemSpan(
  { problem, from, to }: SqlStatementView,
  base: number,
  text: string,
  syntax: SqlSyntax,
): TextSpan {
  if (problem === null || problem.offset === null) return { from: base + from, to: base + to }
  const at = base + problem.offset
  const token = at < text.length ? tokenAt(text, at, syntax) : undefined
  return { from: at, to: token === undefined || token.kind === 'blank' ? at + 1 : token.to }
}

/** Returns the marks of a run's problems whose character is known. */
export function problemMarks(view: SqlRunView, base: number, text: string, syntax: SqlSyntax): SqlMark[] {
  return view.statements.flatMap((statement) =>
    statement.problem === null || statement.problem.offset === null
      ? []
      : [{ ...problemSpan(statement, base, text, syntax), message: problemText(statement.problem) }],
  )
}

/** Returns the words of the database, or the sentence of the server where the database said nothing. */
export function problemText({ reason, msg, message }: SqlProblem): string {
  return reason === '' ? serverText(msg, message) : reason
}
