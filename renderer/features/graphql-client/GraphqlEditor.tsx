import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, foldKeymap } from '@codemirror/language'
import { lintKeymap } from '@codemirror/lint'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { graphql, updateSchema } from 'cm6-graphql'
import { codePhrases } from '@renderer/features/code'
import type { GraphQLSchema } from 'graphql'
import { useEffect, useRef } from 'react'
import styles from './graphql-client.module.css'

export interface GraphqlEditorProps {
  /** Accessible name. */
  readonly label: string
  readonly language: 'graphql' | 'json'
  readonly value: string
  /** Absent: the text can only be read. */
  readonly onChange?: (value: string) => void
  /** For completion and problems of GraphQL. */
  readonly schema?: GraphQLSchema | undefined
}

const languages: Readonly<Record<GraphqlEditorProps['language'], () => Extension>> = {
  graphql: () => [graphql(undefined, { showErrorOnInvalidSchema: false }), autocompletion()],
  json: () => [json(), foldGutter()],
}

/** A text editor for GraphQL and JSON. Tab leaves it, as users of keys expect. */
export function GraphqlEditor({ label, language, value, onChange, schema }: GraphqlEditorProps) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useRef({ value, onChange, schema })
  useEffect(() => {
    latest.current = { value, onChange, schema }
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
          languages[language](),
          isReadOnly ? EditorState.readOnly.of(true) : [history(), closeBrackets()],
          keymap.of([
            ...completionKeymap,
            ...closeBracketsKeymap,
            ...defaultKeymap,
            ...historyKeymap,
            ...foldKeymap,
            ...lintKeymap,
          ]),
          EditorView.lineWrapping,
          codePhrases(),
          EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange?.(update.state.doc.toString())
          }),
        ],
      }),
    })
    if (language === 'graphql') updateSchema(editor, latest.current.schema)
    // Without a caret to move, keys scroll the text.
    if (isReadOnly) editor.scrollDOM.tabIndex = 0
    view.current = editor
    return () => {
      view.current = undefined
      editor.destroy()
    }
  }, [label, language, isReadOnly])
  useEffect(() => {
    if (language === 'graphql' && view.current) updateSchema(view.current, schema)
  }, [schema, language])
  useEffect(() => {
    const editor = view.current
    if (editor === undefined || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])
  return <div ref={box} className={styles.editor} dir="ltr" data-untranslated />
}
