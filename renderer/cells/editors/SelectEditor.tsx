import type { Column, SelectOption } from '@common/model'
import { type Sentence, sentenceText, useTranslation } from '@renderer/i18n'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { iconPaths } from '../icon-paths'
import { useAddOption } from '../option-adding'
import { PathIcon } from '../PathIcon'
import { chipTitles, nextOptionColor } from '../options'
import { useFocusedField } from './TextEditor'
import { moveOfKey, type CellEditorProps, type EditorMove } from './editor'
import styles from './editors.module.css'

/** Picks one option from a list filtered by typing. An empty choice clears the cell. */
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

/** Picks several options: Enter or a click toggles one, Tab commits. */
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
  const field = useFocusedField<HTMLInputElement>(typed === undefined)
  const [query, setQuery] = useState(typed ?? '')
  const all = column.options.options ?? noOptions
  const options = optionsMatching(all, query)
  const adding = useAdding(column, (title) => {
    onChoose(title, multiple ? 'stay' : 'down')
    setQuery('')
  })
  const mayAdd = adding.may && isNewTitle(all, query)
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => option.title === chosen[0]),
    ),
  )
  const last = options.length - (mayAdd ? 0 : 1)
  const place = Math.max(0, Math.min(at, last))
  const highlighted = options[place]
  const add = (): void => adding.add(query.trim())
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const move = moveOfKey(event)
    if (adding.title !== undefined && event.key !== 'Escape') return event.preventDefault()
    if (event.key === 'ArrowDown') setAt(Math.min(last, place + 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(0, place - 1))
    else if (event.key === 'Escape') onCancel()
    else if (event.key === 'Backspace' && query === '' && multiple && chosen.length > 0)
      onChoose(chosen.at(-1) ?? '', 'stay')
    else if (event.key === 'Enter' && mayAdd && place === options.length) add()
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
        aria-activedescendant={highlighted || mayAdd ? `${listId}-${place}` : undefined}
        aria-label={column.title}
        aria-describedby={problemId}
        aria-busy={adding.title !== undefined}
        placeholder={t('cells.select.find')}
        value={query}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          setQuery(event.currentTarget.value)
          adding.forget()
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
          <OptionLine
            key={option.title}
            id={`${listId}-${index}`}
            isCurrent={index === place}
            isChosen={chosen.includes(option.title)}
            onPoint={() => setAt(index)}
            onPress={() => onChoose(option.title, 'stay')}
          >
            <Chip option={option} />
            {chosen.includes(option.title) && <Tick />}
          </OptionLine>
        ))}
        {mayAdd && (
          <OptionLine
            id={`${listId}-${options.length}`}
            isCurrent={place === options.length}
            isChosen={false}
            onPoint={() => setAt(options.length)}
            onPress={add}
          >
            <span className={styles.add}>
              {t(adding.title === undefined ? 'cells.select.add' : 'cells.select.adding')}
              <Chip option={{ title: query.trim(), color: nextOptionColor(all.map(({ color }) => color)) }} />
            </span>
          </OptionLine>
        )}
        {options.length === 0 && !mayAdd && <p className={styles.none}>{t('cells.select.none')}</p>}
        {adding.problem !== undefined && (
          <p className={styles.refused} role="alert">
            {sentenceText(adding.problem)}
          </p>
        )}
      </div>
    </div>
  )
}

const noOptions: readonly SelectOption[] = []

interface OptionLineProps {
  readonly id: string
  readonly isCurrent: boolean
  readonly isChosen: boolean
  readonly onPoint: () => void
  readonly onPress: () => void
  readonly children: ReactNode
}

function OptionLine({ id, isCurrent, isChosen, onPoint, onPress, children }: OptionLineProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={isCurrent ? `${styles.option} ${styles.highlighted}` : styles.option}
      ref={(element) => {
        if (element && isCurrent) element.scrollIntoView({ block: 'nearest' })
      }}
      onPointerMove={onPoint}
      onPointerDown={(event) => {
        // The field retains the focus, so that keys still work.
        event.preventDefault()
        onPress()
      }}
    >
      {children}
    </div>
  )
}

interface Adding {
  readonly may: boolean
  /** True while the option is being added. */
  readonly title: string | undefined
  readonly problem: Sentence | undefined
  readonly add: (title: string) => void
  readonly forget: () => void
}

/** Creates an option and picks it as soon as the column has it. */
function useAdding(column: Column, choose: (title: string) => void): Adding {
  const addOption = useAddOption()
  const [title, setTitle] = useState<string>()
  const [problem, setProblem] = useState<Sentence>()
  const isThere = title !== undefined && column.options.options?.some((option) => option.title === title) === true
  const latest = useRef(choose)
  latest.current = choose
  useEffect(() => {
    if (!isThere || title === undefined) return
    setTitle(undefined)
    latest.current(title)
  }, [isThere, title])
  return {
    may: addOption !== undefined,
    title,
    problem,
    add: (wanted) => {
      if (!addOption || title !== undefined) return
      setTitle(wanted)
      setProblem(undefined)
      void addOption(column, wanted).then((sentence) => {
        if (sentence === undefined) return
        setTitle(undefined)
        setProblem(sentence)
      })
    },
    forget: () => setProblem(undefined),
  }
}

/** True if a text isn't an option yet, ignoring case. A comma would split it in two. */
function isNewTitle(options: readonly SelectOption[], query: string): boolean {
  const wanted = query.trim().toLocaleLowerCase()
  return wanted !== '' && !wanted.includes(',') && !options.some(({ title }) => title.toLocaleLowerCase() === wanted)
}

/** Returns options whose title contains the text; titles that start with it come first. */
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
  return <PathIcon className={styles.tick} path={iconPaths.check} size={14} />
}
