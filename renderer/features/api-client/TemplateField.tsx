import { variablePlaces } from '@common/variables'
import { useTranslation } from '@renderer/i18n'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { completionsAt, taken, type Completion, type CompletionSource } from './completions'
import styles from './template-field.module.css'

export interface TemplateFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly source: CompletionSource
  readonly placeholder?: string
  /** Draws a border, as single fields have. In tables, the lines of the table are enough. */
  readonly framed?: boolean
  readonly isOff?: boolean
  readonly ref?: Ref<HTMLInputElement>
  readonly onEnter?: () => void
}

/**
 * A text that may hold `{{variables}}`: known ones are marked blue, unknown ones red, and the field is then invalid
 * (S1 §5). Completes variables, tables and names while typing.
 */
export function TemplateField(props: TemplateFieldProps) {
  const { label, value, onChange, source, placeholder, framed = false, isOff = false, ref, onEnter } = props
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const drawn = useRef<HTMLDivElement>(null)
  const [caret, setCaret] = useState<number>()
  const [at, setAt] = useState(0)
  const found = caret === undefined ? undefined : completionsAt(value, caret, source)
  const chosen = found?.options[Math.min(at, found.options.length - 1)]
  const unknown = variablePlaces(value)
    .filter(({ name }) => !source.variables.includes(name))
    .map(({ name }) => name)

  const wantedCaret = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (wantedCaret.current === undefined) return
    input.current?.setSelectionRange(wantedCaret.current, wantedCaret.current)
    wantedCaret.current = undefined
  })
  const take = (option: Completion): void => {
    if (found === undefined) return
    const next = taken(value, found, option)
    wantedCaret.current = next.caret
    setCaret(undefined)
    onChange(next.text)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (found !== undefined && chosen !== undefined) {
      const count = found.options.length
      if (event.key === 'ArrowDown') setAt((at + 1) % count)
      else if (event.key === 'ArrowUp') setAt((at + count - 1) % count)
      else if (event.key === 'Tab' || (event.key === 'Enter' && !event.ctrlKey && !event.metaKey)) take(chosen)
      else if (event.key === 'Escape') setCaret(undefined)
      else return
      event.preventDefault()
      event.stopPropagation()
    } else if (event.key === 'Enter' && onEnter !== undefined) {
      event.preventDefault()
      onEnter()
    } else if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault()
      setCaret(event.currentTarget.selectionStart ?? value.length)
    }
  }
  const follow = (): void => {
    if (drawn.current && input.current) drawn.current.scrollLeft = input.current.scrollLeft
  }
  useLayoutEffect(follow)

  return (
    <div
      className={styles.field}
      data-framed={framed}
      data-off={isOff}
      data-invalid={unknown.length > 0 || undefined}
      dir="ltr"
    >
      <div ref={drawn} className={styles.drawn} aria-hidden>
        {marked(value, source.variables)}
      </div>
      <input
        ref={(element) => {
          input.current = element
          if (typeof ref === 'function') ref(element)
          else if (ref) ref.current = element
        }}
        className={styles.input}
        aria-label={label}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={found !== undefined}
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen === undefined ? undefined : `${id}-${found?.options.indexOf(chosen) ?? 0}`}
        aria-invalid={unknown.length > 0 || undefined}
        aria-describedby={unknown.length > 0 ? `${id}-note` : undefined}
        title={unknown.length > 0 ? t('apiClient.unknownVariables', { names: unknown }) : undefined}
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setAt(0)
          setCaret(event.currentTarget.selectionStart ?? undefined)
          onChange(event.currentTarget.value)
        }}
        onKeyDown={press}
        onScroll={follow}
        onBlur={() => setCaret(undefined)}
      />
      {unknown.length > 0 && (
        <span id={`${id}-note`} className={styles.hidden}>
          {t('apiClient.unknownVariables', { names: unknown })}
        </span>
      )}
      {found !== undefined && (
        <CompletionList
          id={id}
          options={found.options}
          chosen={chosen}
          anchor={input.current}
          onPoint={setAt}
          onTake={take}
        />
      )}
    </div>
  )
}

interface CompletionListProps {
  readonly id: string
  readonly options: readonly Completion[]
  readonly chosen: Completion | undefined
  readonly anchor: HTMLElement | null
  readonly onPoint: (at: number) => void
  readonly onTake: (option: Completion) => void
}

/** The list below the field, over everything that would cut it off. */
function CompletionList({ id, options, chosen, anchor, onPoint, onTake }: CompletionListProps) {
  const { t } = useTranslation()
  const place = anchor?.getBoundingClientRect()
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={t('apiClient.completions')}
      className={styles.list}
      style={place && { insetBlockStart: place.bottom + 4, left: place.left, minWidth: Math.min(place.width, 280) }}
    >
      {options.map((option, index) => (
        <div
          key={option.text}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={option === chosen}
          className={styles.option}
          onPointerMove={() => onPoint(index)}
          // The field retains the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(option)}
        >
          <code>{option.kind === 'variable' ? `{{${option.text}` : option.text}</code>
          {option.kind !== 'word' && <span>{t(`apiClient.completionKinds.${option.kind}`)}</span>}
        </div>
      ))}
    </div>
  )
}

/** The text of the field, with its variables marked. */
function marked(text: string, known: readonly string[]): ReactNode {
  const pieces: ReactNode[] = []
  let end = 0
  for (const { name, from, to } of variablePlaces(text)) {
    pieces.push(text.slice(end, from))
    pieces.push(
      <mark key={from} data-unknown={!known.includes(name) || undefined}>
        {text.slice(from, to)}
      </mark>,
    )
    end = to
  }
  return [...pieces, text.slice(end)]
}
