import type { SqlSheet } from '@renderer/stores'
import type { TextSpan } from '../editor/code-editor'
import type { SqlLanguageFacts } from '../editor/languages'
import type { QueryRun } from '../runs'

/** A part of the results: the n-th result, the messages, the plan. */
export type ResultPart = `result-${number}` | 'messages' | 'plan'

export interface ResultPaneProps {
  readonly projectId: string
  readonly sheet: SqlSheet
  readonly language: SqlLanguageFacts
  readonly run: QueryRun | undefined
  /** The part that the user chose; undefined for the most useful one. */
  readonly part: ResultPart | undefined
  readonly mayWrite: boolean
  readonly mayMakeViews: boolean
  readonly onPart: (part: ResultPart) => void
  readonly onGoTo: (span: TextSpan) => void
  /** Runs the same text again, after changes of its result. */
  readonly onApplied: (run: QueryRun) => void
}
