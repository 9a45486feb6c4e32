import { directionOfValue } from '@renderer/i18n'
import type { EditorMove } from '@renderer/cells'
import { classes, Icon, type IconName } from '@renderer/ui'
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import styles from './links.module.css'

/** A selectable line: a record, or another action. */
export interface SearchLine {
  readonly key: string
  readonly name: string
  /** Muted text after the name. */
  readonly hint?: string | undefined
  readonly icon?: IconName | undefined
  readonly isCurrent?: boolean
  /** False for a line that creates a record or means "none", which is drawn muted. */
  readonly isRecord?: boolean
  readonly isQuiet?: boolean
  readonly onPick: (move: EditorMove) => void
}

export interface RecordSearchProps {
  readonly label: string
  readonly placeholder: string
  readonly listLabel: string
  readonly text: string
  readonly onText: (text: string) => void
  readonly lines: readonly SearchLine[]
  /** True if the lines match the text; otherwise they are about to change. */
  readonly isSettled: boolean
  readonly onCancel: () => void
  /**
   * Takes a text whose records haven't loaded, and lets Tab leave with it. Without it, Enter waits for them, and Tab
   * moves on inside the panel.
   */
  readonly onLeave?: (text: string, move: EditorMove) => void
}

/** A search field for records with results below: arrow keys move, Enter picks. */
export function RecordSearch(props: RecordSearchProps) {
  const { label, placeholder, listLabel, text, onText, lines, isSettled, onCancel, onLeave } = props
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [at, setAt] = useState<number>()
  const highlighted = Math.max(0, Math.min(at ?? firstMeant(lines), lines.length - 1))
  // Before the next key, which would go to the grid.
  useLayoutEffect(() => field.current?.focus(), [])
  // Enter right after typing means the pending results, not the old ones.
  const [meant, setMeant] = useState<EditorMove>()
  useEffect(() => {
    if (meant === undefined || !isSettled) return
    setMeant(undefined)
    lines[firstMeant(lines)]?.onPick(meant)
  }, [meant, isSettled, lines])
  const take = (move: EditorMove): void => {
    if (isSettled) lines[highlighted]?.onPick(move)
    else if (onLeave) onLeave(text.trim(), move)
    else setMeant(move)
  }
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setAt(Math.min(lines.length - 1, highlighted + 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(0, highlighted - 1))
    else if (event.key === 'Escape') onCancel()
    else if (event.key === 'Enter') take(event.shiftKey ? 'up' : 'down')
    else if (event.key === 'Tab' && onLeave) {
      const move = event.shiftKey ? 'left' : 'right'
      const line = lines[highlighted]
      if (isSettled && text.trim() !== '' && line?.isRecord === true) line.onPick(move)
      else onLeave(text.trim(), move)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <input
        ref={field}
        className={styles.search}
        role="combobox"
        aria-expanded={lines.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={lines.length > 0 ? `${listId}-${highlighted}` : undefined}
        aria-label={label}
        placeholder={placeholder}
        value={text}
        dir={directionOfValue(text)}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          onText(event.currentTarget.value)
          setAt(undefined)
          setMeant(undefined)
        }}
        onKeyDown={press}
      />
      {lines.length > 0 && (
        <div className={styles.options} id={listId} role="listbox" aria-label={listLabel}>
          {lines.map((line, index) => (
            <div
              key={line.key}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={line.isCurrent === true}
              className={classes(styles.option, index === highlighted && styles.highlighted)}
              ref={(element) => {
                if (element && index === highlighted) element.scrollIntoView({ block: 'nearest' })
              }}
              onPointerMove={() => setAt(index)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => line.onPick('stay')}
            >
              <span className={classes(styles.name, line.isQuiet === true && styles.quiet)} dir="auto">
                {line.name}
              </span>
              {line.hint !== undefined && (
                <span className={styles.hint} dir="auto">
                  {line.hint}
                </span>
              )}
              {line.icon && <Icon name={line.icon} size={14} />}
            </div>
          ))}
        </div>
      )}
    </>
  )
}

/** Returns what Enter picks before any move: the current record, or the first one; never "none". */
function firstMeant(lines: readonly SearchLine[]): number {
  const current = lines.findIndex(({ isCurrent }) => isCurrent === true)
  return Math.max(0, current >= 0 ? current : lines.findIndex(({ isQuiet }) => isQuiet !== true))
}
