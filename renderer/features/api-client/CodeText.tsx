import { json } from '@codemirror/lang-json'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, foldGutter, foldKeymap } from '@codemirror/language'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { codePhrases } from '@renderer/features/code'
import { useEffect, useRef } from 'react'
import styles from './api-client.module.css'

export type CodeLanguage = 'json' | 'text'

export interface CodeTextProps {
  readonly label: string
  readonly language: CodeLanguage
  readonly value: string
  /** Absent: the text can only be read. */
  readonly onChange?: (value: string) => void
}

/** A text with line numbers, folding and the colours of its language. Draws visible lines only, so it may be long. */
export function CodeText({ label, language, value, onChange }: CodeTextProps) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useRef({ value, onChange })
  useEffect(() => {
    latest.current = { value, onChange }
  })
  const isReadOnly = onChange === undefined
  useEffect(() => {
    if (!box.current) return
    const editor = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          lineNumbers(),
          bracketMatching(),
          keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap]),
          languages[language],
          isReadOnly ? [EditorState.readOnly.of(true)] : history(),
          EditorView.lineWrapping,
          codePhrases(),
          EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange?.(update.state.doc.toString())
          }),
        ],
      }),
    })
    // Without a caret to move, keys scroll the text.
    if (isReadOnly) editor.scrollDOM.tabIndex = 0
    view.current = editor
    return () => {
      view.current = undefined
      editor.destroy()
    }
  }, [label, language, isReadOnly])
  useEffect(() => {
    const editor = view.current
    if (editor === undefined || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])
  return <div ref={box} className={styles.code} dir="ltr" />
}

const languages: Readonly<Record<CodeLanguage, Extension>> = {
  json: [json(), foldGutter()],
  text: [],
}
