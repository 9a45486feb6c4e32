import { directionOfValue } from '@renderer/i18n'
import { useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { moveOfKey, type CellEditorProps } from './editor'
import styles from './editors.module.css'

/** Edits one line: text, numbers, links, times. The parser of the type validates it. */
export function TextEditor(props: CellEditorProps) {
  const { column, text, typed, problemId, onCommit, onCancel, onDraft } = props
  const [draft, setDraft] = useState(typed ?? text)
  const input = useFocusedField<HTMLInputElement>()
  const change = (next: string): void => {
    setDraft(next)
    onDraft({ kind: 'text', text: next })
  }
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const move = moveOfKey(event)
    if (event.key === 'Escape') onCancel()
    else if (move) onCommit({ kind: 'text', text: draft }, move)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <input
      ref={input}
      className={styles.field}
      dir={directionOfValue(draft)}
      value={draft}
      aria-label={column.title}
      aria-invalid={problemId !== undefined}
      aria-describedby={problemId}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={press}
    />
  )
}

/** Like `TextEditor`, but right-aligned for numbers. */
export function NumberEditor(props: CellEditorProps) {
  return (
    <div className={styles.end}>
      <TextEditor {...props} />
    </div>
  )
}

/**
 * Focuses the field on mount, with the caret at the end: a letter typed over the cell has already replaced the text.
 *
 * @param chosen  selects the whole text instead, for search fields
 */
export function useFocusedField<T extends HTMLInputElement | HTMLTextAreaElement>(chosen = false) {
  const field = useRef<T>(null)
  const focusField = useEffectEvent((): void => {
    const element = field.current
    if (!element) return
    element.focus({ preventScroll: true })
    if (chosen) element.select()
    else element.setSelectionRange(element.value.length, element.value.length)
  })
  // Only on mount: later changes must not move the caret.
  useLayoutEffect(() => focusField(), [])
  return field
}
