import { forceLinting } from '@codemirror/lint'
import type { EditorView } from '@codemirror/view'
import { CodeText } from '@renderer/features/code'
import { useEffect, useRef, useState } from 'react'
import { messageLanguage, type MessageFacts } from './completion'

export interface MessageEditorProps extends MessageFacts {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A text editor for a message, which knows its type and the variables. */
export function MessageEditor({ label, value, onChange, schema, type, variables }: MessageEditorProps) {
  const facts = useRef<MessageFacts>({ schema, type, variables })
  const [view, setView] = useState<EditorView>()
  const [language] = useState(() => messageLanguage(() => facts.current))
  useEffect(() => {
    facts.current = { schema, type, variables }
    if (view !== undefined) forceLinting(view)
  }, [view, schema, type, variables])
  return <CodeText label={label} language={language} value={value} onChange={onChange} onView={setView} />
}
