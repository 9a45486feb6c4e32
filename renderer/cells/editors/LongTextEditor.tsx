import { directionOfValue } from '@renderer/i18n'
import { useLayoutEffect, useState, type KeyboardEvent } from 'react'
import { moveOfKey, type CellEditorProps } from './editor'
import { useFocusedField } from './TextEditor'
import styles from './editors.module.css'

/** Edits several lines. Enter commits; Shift, Alt or Ctrl with Enter starts a new line. */
export function LongTextEditor(props: CellEditorProps) {
  return <Lines {...props} initial={props.typed ?? props.text} mono={false} />
}

export interface LinesProps extends CellEditorProps {
  readonly initial: string
  readonly mono: boolean
  readonly onText?: (text: string) => void
}

/** A multi-line field that grows with its text. */
export function Lines(props: LinesProps) {
  const { column, initial, mono, problemId, onCommit, onCancel, onDraft, onText } = props
  const [draft, setDraft] = useState(initial)
  const area = useFocusedField<HTMLTextAreaElement>()
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    // The field grows with its text, up to the limit in the style sheet.
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [area, draft])
  const change = (next: string): void => {
    setDraft(next)
    onText?.(next)
    onDraft({ kind: 'text', text: next })
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.altKey || event.ctrlKey || event.metaKey)) {
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
      dir={mono ? 'ltr' : directionOfValue(draft)}
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
