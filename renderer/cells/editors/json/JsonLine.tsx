import { useTranslation } from '@renderer/i18n'
import { useLayoutEffect, useRef, useState, type CSSProperties } from 'react'
import { iconPaths } from '../../icon-paths'
import { PathIcon } from '../../PathIcon'
import styles from './json.module.css'
import { summaryOf, type TreeLine } from './tree-lines'

export interface JsonLineProps {
  readonly id: string
  readonly line: TreeLine
  readonly isCurrent: boolean
  readonly writes: 'key' | 'value' | undefined
  readonly onPoint: () => void
  readonly onToggle: () => void
  readonly onWrite: (part: 'key' | 'value') => void
  readonly onWritten: (part: 'key' | 'value', text: string, goesOn: boolean) => void
  readonly onLeave: () => void
  readonly onAdd: () => void
  readonly onRemove: () => void
}

/** One key with its value, or the header of a nested node. */
export function JsonLine(props: JsonLineProps) {
  const { id, line, isCurrent, writes, onPoint, onToggle, onWrite, onWritten, onLeave, onAdd, onRemove } = props
  const { t } = useTranslation()
  const { path, node, key, isNamed, isOpen, place, siblings } = line
  const isBranch = node.kind !== 'scalar'
  const keepFocus = (event: { preventDefault: () => void }): void => event.preventDefault()
  const shown = isBranch ? summaryOf(node) : node.text
  return (
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={path.length + 1}
      aria-posinset={place}
      aria-setsize={siblings}
      aria-selected={isCurrent}
      aria-expanded={isBranch ? isOpen : undefined}
      className={isCurrent ? `${styles.line} ${styles.current}` : styles.line}
      style={{ '--level': path.length } as CSSProperties}
      onPointerDown={onPoint}
    >
      {isBranch ? (
        <button
          type="button"
          tabIndex={-1}
          className={styles.toggle}
          data-open={isOpen || undefined}
          // The line itself has the expanded state.
          aria-hidden="true"
          onPointerDown={keepFocus}
          onClick={onToggle}
        >
          <PathIcon path={iconPaths.chevronRight} size={12} />
        </button>
      ) : (
        <span className={styles.toggle} />
      )}
      {writes === 'key' && isNamed ? (
        <PartField
          label={t('cells.json.key')}
          text={key ?? ''}
          onDone={(text, goesOn) => onWritten('key', text, goesOn)}
          onLeave={onLeave}
        />
      ) : (
        key !== undefined && (
          <span className={isNamed ? styles.key : styles.index} onDoubleClick={() => isNamed && onWrite('key')}>
            {key}
          </span>
        )
      )}
      {writes === 'value' ? (
        <PartField
          label={t('cells.json.value')}
          text={isBranch ? '' : node.text}
          onDone={(text, goesOn) => onWritten('value', text, goesOn)}
          onLeave={onLeave}
        />
      ) : (
        <span
          className={styles.value}
          data-kind={isBranch ? 'branch' : kindOf(node.text)}
          onDoubleClick={() => (isBranch ? onToggle() : onWrite('value'))}
        >
          {isBranch && isOpen ? (node.kind === 'object' ? '{' : '[') : shown}
        </span>
      )}
      <span className={styles.buttons} onPointerDown={keepFocus}>
        {isBranch && (
          <button
            type="button"
            tabIndex={-1}
            aria-label={t('cells.json.add')}
            title={t('cells.json.add')}
            onClick={onAdd}
          >
            +
          </button>
        )}
        {path.length > 0 && (
          <button
            type="button"
            tabIndex={-1}
            aria-label={t('cells.json.remove')}
            title={t('cells.json.remove')}
            onClick={onRemove}
          >
            ×
          </button>
        )}
      </span>
    </div>
  )
}

/** Returns the kind of a value for its colour: string, number, boolean, null. */
function kindOf(text: string): string {
  if (text.startsWith('"')) return 'text'
  if (text === 'null') return 'null'
  return text === 'true' || text === 'false' ? 'flag' : 'number'
}

interface PartFieldProps {
  readonly label: string
  readonly text: string
  readonly onDone: (text: string, goesOn: boolean) => void
  readonly onLeave: () => void
}

function PartField({ label, text, onDone, onLeave }: PartFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  const [draft, setDraft] = useState(text)
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  }, [])
  const finish = (goesOn: boolean): void => {
    if (done.current) return
    done.current = true
    if (draft === text) onLeave()
    else onDone(draft, goesOn)
  }
  return (
    <input
      ref={field}
      className={styles.field}
      aria-label={label}
      value={draft}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => setDraft(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        event.stopPropagation()
        if (event.key === 'Escape') {
          done.current = true
          onLeave()
        } else if (event.key === 'Enter') finish(true)
        else if (event.key === 'Tab') {
          event.preventDefault()
          finish(true)
        }
      }}
      onBlur={() => finish(false)}
    />
  )
}
