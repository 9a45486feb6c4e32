import { classify, splitScript, statementAt, type SqlNature } from '@common/sql'
import type { SqlParameters } from '@common/sql/shapes'
import { sentenceOf } from '@renderer/api'
import { sentence } from '@renderer/i18n'
import { sqlDesk, toast, useSqlClient, type SqlSheet } from '@renderer/stores'
import { useState, type RefObject } from 'react'
import type { TextSpan } from './editor/code-editor'
import { formatSql } from './editor/format'
import type { SqlLanguageFacts } from './editor/languages'
import type { SqlEditorHandle } from './editor/SqlEditor'
import { neededNames, storedValues, variableNames, withParameters } from './parameters'
import { explain } from './plans'
import { runs } from './runs'

/** A statement that the user confirms before it runs in production. */
export interface RiskyStatement {
  readonly text: string
  readonly nature: SqlNature
}

/** A question between a command and its run. */
export type QueryQuestion =
  | { readonly kind: 'writes'; readonly statements: readonly RiskyStatement[]; readonly go: () => void }
  | {
      readonly kind: 'parameters'
      readonly names: readonly string[]
      readonly variables: readonly string[]
      readonly go: (values: SqlParameters) => void
    }

export interface QueryOptions {
  readonly projectId: string
  readonly sheet: SqlSheet
  readonly language: SqlLanguageFacts
  readonly mayWrite: boolean
  readonly isProduction: boolean
  readonly editor: RefObject<SqlEditorHandle | null>
  /** Stores the text that was typed last. */
  readonly flush: () => void
  /** A run or a plan has begun. */
  readonly onBegin: (part: 'result' | 'plan') => void
}

/** Returns the commands of a query, and the question that waits for an answer. */
export function useQuery(options: QueryOptions) {
  const { projectId, sheet, language, mayWrite, isProduction, editor, flush, onBegin } = options
  const { syntax } = language
  const [question, setQuestion] = useState<QueryQuestion>()
  const { readOnly, limitSeconds } = useSqlClient()
  const mode = readOnly || !mayWrite ? 'read' : 'write'

  /** Returns the selection, or the statement under the caret. */
  const current = (): TextSpan | undefined => {
    const text = editor.current?.text() ?? sheet.text
    const selection = editor.current?.selection() ?? { from: 0, to: 0 }
    if (selection.from < selection.to && text.slice(selection.from, selection.to).trim() !== '') return selection
    return statementAt(splitScript(text, syntax), selection.from)
  }

  /** Asks for the values that a text needs, then goes on. */
  const withValues = (sql: string, go: (values: SqlParameters) => void): void => {
    const names = neededNames(sql, syntax)
    if (names.length === 0) return go({})
    setQuestion({
      kind: 'parameters',
      names,
      variables: variableNames(sql, syntax),
      go: (values) => {
        setQuestion(undefined)
        sqlDesk.edit(projectId, sheet.id, { values: { ...sheet.values, ...storedValues(values) } })
        go(values)
      },
    })
  }

  const start = (span: TextSpan | undefined): void => {
    flush()
    const text = editor.current?.text() ?? sheet.text
    const sql = span === undefined ? '' : text.slice(span.from, span.to)
    if (span === undefined || sql.trim() === '') {
      toast.info(sentence('sql.run.nothing'))
      return editor.current?.focus()
    }
    const risky = mode === 'write' && isProduction ? riskyStatements(sql, language) : []
    const go = (): void => {
      setQuestion(undefined)
      withValues(sql, (parameters) => {
        onBegin('result')
        editor.current?.mark([])
        void runs.start(projectId, sheet.id, {
          sql: withParameters(sql, syntax),
          base: span.from,
          parameters,
          mode,
          timeLimitMs: limitSeconds === null ? undefined : limitSeconds * 1_000,
        })
      })
    }
    if (risky.length === 0) go()
    else setQuestion({ kind: 'writes', statements: risky, go })
  }

  return {
    question,
    answerNo: () => {
      setQuestion(undefined)
      editor.current?.focus()
    },
    run: () => start(current()),
    runAll: () => start({ from: 0, to: (editor.current?.text() ?? sheet.text).length }),
    cancel: () => void runs.cancel(projectId, sheet.id).catch((error: unknown) => toast.error(sentenceOf(error))),
    explain: () => {
      flush()
      const span = current()
      const sql = span === undefined ? '' : (editor.current?.text() ?? '').slice(span.from, span.to)
      if (sql === '') return toast.info(sentence('sql.run.nothing'))
      withValues(sql, (parameters) => {
        onBegin('plan')
        void explain(projectId, sheet.id, { sql: withParameters(sql, syntax), parameters }, false)
      })
    },
    format: async () => {
      const text = editor.current?.text() ?? ''
      const selection = editor.current?.selection()
      const span = selection !== undefined && selection.from < selection.to ? selection : undefined
      const part = span === undefined ? text : text.slice(span.from, span.to)
      if (part.trim() === '') return
      try {
        editor.current?.replace(await formatSql(part, language.formatter), span)
      } catch {
        toast.error(sentence('sql.bar.notFormatted'), { detail: sentence('sql.bar.notFormattedHint') })
      }
    },
  }
}

/** Returns the statements that change data or schema. */
export function riskyStatements(sql: string, { syntax }: Pick<SqlLanguageFacts, 'syntax'>): readonly RiskyStatement[] {
  return splitScript(sql, syntax)
    .map(({ text }) => ({ text, nature: classify(text, syntax) }))
    .filter(({ nature }) => nature.kind === 'write' || nature.kind === 'schema')
}
