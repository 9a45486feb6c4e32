import { closeCompletion } from '@codemirror/autocomplete'
import { EditorView, type KeyBinding } from '@codemirror/view'
import { changeWords } from '@renderer/features/code'
import { useLanguage } from '@renderer/i18n'
import { useLatest } from '@renderer/ui'
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import {
  goTo,
  markProblems,
  rememberedState,
  replaceText,
  sqlEditorState,
  type SqlEditorOptions,
  type SqlMark,
  type TextSpan,
} from './code-editor'
import styles from './editor.module.css'

/** Caret and undo history of queries that were shown before, by their ids. */
const memories = new Map<string, unknown>()

export interface SqlEditorHandle {
  readonly text: () => string
  readonly selection: () => TextSpan
  /** Replaces the text, or a part of it, as one undo step. */
  readonly replace: (text: string, span?: TextSpan) => void
  readonly goTo: (span: TextSpan) => void
  readonly mark: (marks: readonly SqlMark[]) => void
  readonly focus: () => void
}

export interface SqlEditorProps extends Omit<SqlEditorOptions, 'keys'> {
  /** The query whose text is shown. Each has its own undo history while the window is open. */
  readonly id: string
  readonly text: string
  readonly keys: Readonly<Record<string, () => void>>
  readonly ref?: Ref<SqlEditorHandle>
}

/** The text of one query. Another id shows another text. */
export function SqlEditor(props: SqlEditorProps) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useLatest(props)
  const { id, label, language } = props
  const shownLanguage = useLanguage()

  useEffect(() => {
    if (!box.current) return undefined
    const { text, label: name, keys } = latest.current
    const bindings = Object.keys(keys).map((key): KeyBinding => ({
      key,
      run: (at) => {
        // It would cover the result.
        closeCompletion(at)
        latest.current.keys[key]?.()
        return true
      },
    }))
    const options: SqlEditorOptions = {
      language,
      label: name,
      keys: bindings,
      schema: () => latest.current.schema(),
      onChange: (changed) => latest.current.onChange(changed),
      onSelection: (selection) => latest.current.onSelection(selection),
    }
    const editor = new EditorView({ parent: box.current, state: sqlEditorState(text, options, memories.get(id)) })
    view.current = editor
    latest.current.onSelection(editor.state.selection.main)
    return () => {
      memories.set(id, rememberedState(editor.state))
      view.current = undefined
      editor.destroy()
    }
  }, [id, language, latest])
  useEffect(() => {
    void shownLanguage
    if (view.current) changeWords(view.current, label)
  }, [label, shownLanguage])

  useImperativeHandle(
    props.ref,
    () => ({
      text: () => view.current?.state.doc.toString() ?? latest.current.text,
      selection: () => {
        const { from, to } = view.current?.state.selection.main ?? { from: 0, to: 0 }
        return { from, to }
      },
      replace: (text, span) => view.current && replaceText(view.current, text, span),
      goTo: (span) => view.current && goTo(view.current, span),
      mark: (marks) => view.current && markProblems(view.current, marks),
      focus: () => view.current?.focus(),
    }),
    [latest],
  )
  return <div ref={box} className={styles.editor} dir="ltr" translate="no" />
}
