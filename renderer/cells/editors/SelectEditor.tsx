import type { SelectOption } from '@common/model'
import { useTranslation } from '@renderer/i18n'
import { useId, useState, type KeyboardEvent } from 'react'
import { chipTitles } from '../options'
import { useFocusedField } from './TextEditor'
import { moveOfKey, type CellEditorProps, type EditorMove } from './editor'
import styles from './editors.module.css'

/** One option of a list that is narrowed by writing. An empty choice clears the cell. */
export function SelectEditor(props: CellEditorProps) {
  const { column, value, onCommit } = props
  const current = chipTitles(value, column)
  return (
    <OptionList
      {...props}
      chosen={current}
      onChoose={(title, move) =>
        onCommit({ kind: 'json', value: title === current[0] && move === 'stay' ? null : title }, move)
      }
      onLeave={(move, highlighted) => onCommit({ kind: 'json', value: highlighted ?? current[0] ?? null }, move)}
    />
  )
}

/** Several options: Enter or a click switches one, Tab keeps the choice. */
export function MultiSelectEditor(props: CellEditorProps) {
  const { column, value, onCommit, onDraft } = props
  const [chosen, setChosen] = useState(() => chipTitles(value, column))
  const keep = (next: string[]): void => {
    setChosen(next)
    onDraft({ kind: 'json', value: next })
  }
  return (
    <OptionList
      {...props}
      chosen={chosen}
      onChoose={(title) => keep(chosen.includes(title) ? chosen.filter((one) => one !== title) : [...chosen, title])}
      onLeave={(move) => onCommit({ kind: 'json', value: chosen }, move)}
      multiple
    />
  )
}

interface OptionListProps extends CellEditorProps {
  readonly chosen: readonly string[]
  readonly multiple?: boolean
  readonly onChoose: (title: string, move: EditorMove) => void
  readonly onLeave: (move: EditorMove, highlighted: string | undefined) => void
}

function OptionList(props: OptionListProps) {
  const { column, typed, problemId, chosen, multiple = false, onChoose, onLeave, onCancel } = props
  const { t } = useTranslation()
  const listId = useId()
  const field = useFocusedField<HTMLInputElement>(typed !== undefined)
  const [query, setQuery] = useState(typed ?? '')
  const options = optionsMatching(column.options.options ?? [], query)
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => option.title === chosen[0]),
    ),
  )
  const highlighted = options[Math.min(at, options.length - 1)]
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const move = moveOfKey(event)
    if (event.key === 'ArrowDown') setAt(Math.min(options.length - 1, at + 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(0, at - 1))
    else if (event.key === 'Escape') onCancel()
    else if (event.key === 'Backspace' && query === '' && multiple && chosen.length > 0)
      onChoose(chosen.at(-1) ?? '', 'stay')
    else if (event.key === 'Enter' && multiple && highlighted && !event.ctrlKey) {
      onChoose(highlighted.title, 'stay')
      setQuery('')
    } else if (event.key === 'Enter' && highlighted && !multiple) onChoose(highlighted.title, 'down')
    else if (move) onLeave(move, query === '' ? undefined : highlighted?.title)
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
        aria-activedescendant={highlighted ? `${listId}-${options.indexOf(highlighted)}` : undefined}
        aria-label={column.title}
        aria-describedby={problemId}
        placeholder={t('cells.select.find')}
        value={query}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          setQuery(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <div
        className={styles.options}
        id={listId}
        role="listbox"
        aria-multiselectable={multiple}
        aria-label={column.title}
      >
        {options.map((option, index) => (
          <div
            key={option.title}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={chosen.includes(option.title)}
            className={option === highlighted ? `${styles.option} ${styles.highlighted}` : styles.option}
            ref={(element) => {
              if (element && option === highlighted) element.scrollIntoView({ block: 'nearest' })
            }}
            onPointerMove={() => setAt(index)}
            onPointerDown={(event) => {
              // The field keeps the focus, so that keys go on working.
              event.preventDefault()
              onChoose(option.title, 'stay')
            }}
          >
            <Chip option={option} />
            {chosen.includes(option.title) && <Tick />}
          </div>
        ))}
        {options.length === 0 && <p className={styles.none}>{t('cells.select.none')}</p>}
      </div>
    </div>
  )
}

/** Options whose title contains the text, those that begin with it first. */
export function optionsMatching(options: readonly SelectOption[], query: string): SelectOption[] {
  const wanted = query.trim().toLocaleLowerCase()
  const matching = options.filter((option) => option.title.toLocaleLowerCase().includes(wanted))
  const begins = (option: SelectOption): number => (option.title.toLocaleLowerCase().startsWith(wanted) ? 0 : 1)
  return wanted === '' ? matching : matching.toSorted((a, b) => begins(a) - begins(b))
}

/** An option as a chip in its colour. */
export function Chip({ option }: { readonly option: SelectOption }) {
  const colors = { background: `var(--c-${option.color})`, color: `var(--k-${option.color})` }
  return (
    <span className={styles.chip} style={colors}>
      {option.title}
    </span>
  )
}

function Tick() {
  return (
    <svg
      className={styles.tick}
      width="14"
      height="14"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <path d="M3.5 8.5 6.5 11.5 12.5 4.8" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
