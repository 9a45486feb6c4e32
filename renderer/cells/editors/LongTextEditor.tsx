import { useLayoutEffect, useState, type KeyboardEvent } from 'react'
import { moveOfKey, type CellEditorProps } from './editor'
import { useFocusedField } from './TextEditor'
import styles from './editors.module.css'

/** Several lines. Enter keeps the text, Shift+Enter or Alt+Enter starts a line. */
export function LongTextEditor(props: CellEditorProps) {
  return <Lines {...props} initial={props.typed ?? props.text} mono={false} />
}

/** JSON, laid out for reading when it is long. */
export function JsonEditor(props: CellEditorProps) {
  return <Lines {...props} initial={props.typed ?? laidOut(props.text)} mono />
}

/** Indented when that makes several lines; what is not JSON stays as it is. */
function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function Lines(props: CellEditorProps & { readonly initial: string; readonly mono: boolean }) {
  const { column, typed, initial, mono, problemId, onCommit, onCancel, onDraft } = props
  const [draft, setDraft] = useState(initial)
  const area = useFocusedField<HTMLTextAreaElement>(typed !== undefined)
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    // The field grows with its text, up to the limit in the style sheet.
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [area, draft])
  const change = (next: string): void => {
    setDraft(next)
    onDraft({ kind: 'text', text: next })
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && event.altKey) {
      const at = event.currentTarget
      at.setRangeText('\n', at.selectionStart, at.selectionEnd, 'end')
      change(at.value)
    } else if (event.key === 'Escape') onCancel()
    else {
      const move = moveOfKey(event)
      if (!move) {
        event.stopPropagation()
        return
      }
      onCommit({ kind: 'text', text: draft }, move)
    }
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <textarea
      ref={area}
      className={mono ? `${styles.lines} ${styles.mono}` : styles.lines}
      dir={mono ? 'ltr' : 'auto'}
      rows={3}
      value={draft}
      aria-label={column.title}
      aria-invalid={problemId !== undefined}
      aria-describedby={problemId}
      spellCheck={false}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={press}
    />
  )
}
