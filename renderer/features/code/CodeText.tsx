import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, foldKeymap } from '@codemirror/language'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { useLanguage } from '@renderer/i18n'
import { useEffect, useRef } from 'react'
import { codeLook } from './code-look'
import styles from './code.module.css'
import { changeWords, codeWords } from './phrases'

export interface CodeTextProps {
  /** Accessible name. */
  readonly label: string
  /** Grammar and completion of its language; a constant. */
  readonly language: Extension
  readonly value: string
  /** Absent: the text can only be read. */
  readonly onChange?: (value: string) => void
  /** Receives the editor when it is made. */
  readonly onView?: (view: EditorView) => void
}

/** A text without a language. */
export const plainText: Extension = []
export const jsonText: Extension = [json(), foldGutter()]

/**
 * A text with line numbers, folding and the colours of its language. Tab leaves it, unlike in the SQL editor. Draws
 * visible lines only, so the text may be long.
 */
export function CodeText({ label, language, value, onChange, onView }: CodeTextProps) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useRef({ label, value, onChange, onView })
  useEffect(() => {
    latest.current = { label, value, onChange, onView }
  })
  const isReadOnly = onChange === undefined
  useEffect(() => {
    if (!box.current) return undefined
    const editor = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          lineNumbers(),
          bracketMatching(),
          codeLook,
          codeWords(latest.current.label),
          language,
          isReadOnly ? EditorState.readOnly.of(true) : [history(), closeBrackets()],
          keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...foldKeymap]),
          EditorView.lineWrapping,
          // With a tab index of its own, checkers see too that keys reach and scroll the text.
          EditorView.contentAttributes.of({ spellcheck: 'false', tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange?.(update.state.doc.toString())
          }),
        ],
      }),
    })
    // Without a caret to move, keys scroll the text.
    if (isReadOnly) editor.scrollDOM.tabIndex = 0
    view.current = editor
    latest.current.onView?.(editor)
    return () => {
      view.current = undefined
      editor.destroy()
    }
  }, [language, isReadOnly])
  const shownLanguage = useLanguage()
  useEffect(() => {
    void shownLanguage
    if (view.current) changeWords(view.current, label)
  }, [label, shownLanguage])
  useEffect(() => {
    const editor = view.current
    if (editor === undefined || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])
  return <div ref={box} className={styles.text} dir="ltr" translate="no" />
}
