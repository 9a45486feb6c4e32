import { directionOfValue } from '@renderer/i18n'
import { useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { moveOfKey, type CellEditorProps, type EditorDraft } from './editor'
import styles from './editors.module.css'

/** Edits one line: text, numbers, links, times. The parser of the type validates it. */
export function TextEditor(props: CellEditorProps) {
  const { column, text, typed: given, reader, problemId, onCommit, onCancel, onDraft } = props
  const [typed, setTyped] = useState(given)
  const [begun, setBegun] = useState({ text, reader })
  // Only a new language formats an untouched text again: a value that others change shows beside the editor.
  if (typed === undefined && begun.reader.locale !== reader.locale) setBegun({ text, reader })
  const shown = typed ?? begun.text
  const draftOf = (next: string): EditorDraft => ({ kind: 'text', text: next, reader: begun.reader })
  const input = useFocusedField<HTMLInputElement>()
  const change = (next: string): void => {
    setTyped(next)
    onDraft(draftOf(next))
  }
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const move = moveOfKey(event)
    if (event.key === 'Escape') onCancel()
    else if (move) onCommit(draftOf(shown), move)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <input
      ref={input}
      className={styles.field}
      dir={directionOfValue(shown)}
      value={shown}
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
