import { autocompletion, completionKeymap } from '@codemirror/autocomplete'
import { lintKeymap } from '@codemirror/lint'
import { keymap, type EditorView } from '@codemirror/view'
import { CodeText, type CodeTextProps } from '@renderer/features/code'
import { graphql, updateSchema } from 'cm6-graphql'
import type { GraphQLSchema } from 'graphql'
import { useEffect, useState } from 'react'

export interface GraphqlEditorProps extends Pick<CodeTextProps, 'label' | 'value' | 'onChange'> {
  /** For completion and problems. */
  readonly schema: GraphQLSchema | undefined
}

const language = [
  graphql(undefined, { showErrorOnInvalidSchema: false }),
  autocompletion(),
  keymap.of([...completionKeymap, ...lintKeymap]),
]

/** A text editor for GraphQL that knows the schema. */
export function GraphqlEditor({ schema, ...text }: GraphqlEditorProps) {
  const [view, setView] = useState<EditorView>()
  useEffect(() => {
    if (view !== undefined) updateSchema(view, schema)
  }, [view, schema])
  return <CodeText {...text} language={language} onView={setView} />
}
