import { useId, useState, type KeyboardEvent } from 'react'
import { useTranslation } from '@renderer/i18n'
import { Avatar } from '../Avatar'
import { usePeople, type Person } from '../people'
import { useFocusedField } from './TextEditor'
import { moveOfKey, type CellEditorProps, type EditorMove } from './editor'
import styles from './editors.module.css'

/** Finds a member of the project by typing. Also takes a complete address of another person. */
export function PersonEditor(props: CellEditorProps) {
  const { column, text, typed, problemId, onCommit, onCancel, onDraft } = props
  const { t } = useTranslation()
  const listId = useId()
  const field = useFocusedField<HTMLInputElement>(typed === undefined)
  const [query, setQuery] = useState(typed ?? text)
  const people = peopleMatching(usePeople(), query === text ? '' : query)
  const [at, setAt] = useState(-1)
  const highlighted = people[Math.min(at, people.length - 1)]
  const choose = (email: string, move: EditorMove): void => onCommit({ kind: 'text', text: email }, move)
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const move = moveOfKey(event)
    if (event.key === 'ArrowDown') setAt(Math.min(people.length - 1, at + 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(-1, at - 1))
    else if (event.key === 'Escape') onCancel()
    else if (move) choose(highlighted?.email ?? onlyMatch(people, query)?.email ?? query, move)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles.list}>
      <input
        ref={field}
        className={styles.search}
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={highlighted ? `${listId}-${people.indexOf(highlighted)}` : undefined}
        aria-label={column.title}
        aria-invalid={problemId !== undefined}
        aria-describedby={problemId}
        placeholder={t('cells.person.find')}
        value={query}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          setQuery(event.currentTarget.value)
          setAt(-1)
          onDraft({ kind: 'text', text: event.currentTarget.value })
        }}
        onKeyDown={press}
      />
      <div className={styles.options} id={listId} role="listbox" aria-label={column.title}>
        {people.map((person, index) => (
          <div
            key={person.email}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={person.email === text}
            className={person === highlighted ? `${styles.option} ${styles.highlighted}` : styles.option}
            ref={(element) => {
              if (element && person === highlighted) element.scrollIntoView({ block: 'nearest' })
            }}
            onPointerMove={() => setAt(index)}
            onPointerDown={(event) => {
              // The field retains the focus, so that keys still work.
              event.preventDefault()
              choose(person.email, 'stay')
            }}
          >
            <span className={styles.person}>
              <Avatar name={person.email} />
              {person.email}
            </span>
          </div>
        ))}
        {people.length === 0 && <p className={styles.none}>{t('cells.person.none')}</p>}
      </div>
    </div>
  )
}

/** Resolves a partial name to its only match. */
function onlyMatch(people: readonly Person[], query: string): Person | undefined {
  return query.trim() !== '' && !query.includes('@') && people.length === 1 ? people[0] : undefined
}

/** Returns people whose address contains the text; addresses that start with it come first. */
export function peopleMatching(people: readonly Person[], query: string): Person[] {
  const wanted = query.trim().toLowerCase()
  const matching = people.filter(({ email }) => email.includes(wanted))
  const begins = ({ email }: Person): number => (email.startsWith(wanted) ? 0 : 1)
  return wanted === '' ? matching : matching.toSorted((a, b) => begins(a) - begins(b))
}
