import { formulaFunctions, functionByName, type FunctionName } from '@common/formula'
import { useTranslation } from '@renderer/i18n'
import { classes, Icon, Keys } from '@renderer/ui'
import { useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import styles from './formula.module.css'
import {
  callAt,
  completed,
  completionsAt,
  formulaPieces,
  parameterNames,
  type Completion,
  type Completions,
} from './formula-text'
import type { ShownProblem } from './use-formula'

export interface FormulaFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Titles of the columns that can be named. */
  readonly columns: readonly string[]
  readonly problem: ShownProblem | undefined
}

/** A formula with colours, completion, help for the function at the caret, and what is wrong with it at its place. */
export function FormulaField({ value, onChange, columns, problem }: FormulaFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const [caret, setCaret] = useState(value.length)
  const [asked, setAsked] = useState(false)
  const [dismissed, setDismissed] = useState<string>()
  const [at, setAt] = useState(0)
  const [next, setNext] = useState<number>()
  const [focused, setFocused] = useState(false)

  // A completion has written into the field: the caret goes behind it.
  useLayoutEffect(() => {
    if (next === undefined) return
    field.current?.setSelectionRange(next, next)
    setCaret(next)
    setNext(undefined)
  }, [next])

  const found = useMemo(() => completionsAt(value, caret, columns, asked), [value, caret, columns, asked])
  const completions = focused && dismissed !== `${value} ${caret}` ? found : undefined
  const current = completions?.options[Math.min(at, completions.options.length - 1)]
  const call = completions === undefined ? callAt(value, caret) : undefined
  const helped = call && functionByName(call.name)
  // Where the formula is only not finished, what comes next says more than what is missing.
  const isUnfinished = focused && problem !== undefined && problem.from >= value.length && helped !== undefined
  const told = isUnfinished ? undefined : problem

  const take = (list: Completions, option: Completion): void => {
    const after = completed(value, list, option)
    onChange(after.text)
    setNext(after.caret)
    setAsked(false)
    setAt(0)
    field.current?.focus()
  }
  const moved = (): void => {
    setCaret(field.current?.selectionStart ?? value.length)
    setAt(0)
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === ' ' && event.ctrlKey) {
      setAsked(true)
      setDismissed(undefined)
    } else if (completions && current && (event.key === 'Enter' || event.key === 'Tab')) take(completions, current)
    else if (completions && event.key === 'ArrowDown') setAt(Math.min(at + 1, completions.options.length - 1))
    else if (completions && event.key === 'ArrowUp') setAt(Math.max(0, at - 1))
    else if (completions && event.key === 'Escape') {
      setDismissed(`${value} ${caret}`)
      setAsked(false)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className={styles.field}>
      <div className={styles.labelLine}>
        <label htmlFor={id} className={styles.label}>
          {t('formula.editor.label')}
        </label>
        <span className={styles.hint}>
          {t('formula.editor.complete')} <Keys keys="Ctrl+Space" />
        </span>
      </div>
      <div className={styles.box} data-invalid={problem !== undefined || undefined}>
        <div ref={layer} className={classes(styles.text, styles.layer)} aria-hidden="true">
          <Coloured text={value} columns={columns} problem={problem} />
        </div>
        <textarea
          ref={field}
          id={id}
          className={classes(styles.text, styles.input)}
          rows={2}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          role="combobox"
          aria-expanded={completions !== undefined}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={completions && `${id}-${at}`}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={`${id}-note`}
          value={value}
          onChange={(event) => {
            onChange(event.currentTarget.value)
            setCaret(event.currentTarget.selectionStart)
            setAsked(false)
            setAt(0)
          }}
          onKeyDown={press}
          onSelect={moved}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onScroll={(event) => layer.current?.scrollTo({ top: event.currentTarget.scrollTop })}
        />
      </div>
      <div id={`${id}-note`} className={styles.note} aria-live="polite">
        {told && (
          <p className={styles.problem}>
            <Icon name="warning" size={14} />
            <span>{t('formula.editor.at', { character: told.from + 1, problem: told.message })}</span>
          </p>
        )}
        {!told && helped && call && <FunctionHelp name={helped} argument={call.argument} />}
      </div>
      {completions && (
        <div id={`${id}-list`} role="listbox" aria-label={t('formula.editor.completions')} className={styles.list}>
          {completions.options.map((option, index) => (
            <div
              key={option.kind === 'column' ? `{${option.title}` : option.name}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={option === current}
              className={styles.option}
              onPointerMove={() => setAt(index)}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(completions, option)}
            >
              <OptionText option={option} />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

function OptionText({ option }: { readonly option: Completion }) {
  const { t } = useTranslation()
  return option.kind === 'column' ? (
    <>
      <code className={styles.column}>{`{${option.title}}`}</code>
      <span className={styles.meaning}>{t('formula.editor.column')}</span>
    </>
  ) : (
    <>
      <code className={styles.function}>{`${option.name}(${parameterNames(option.name).join(', ')})`}</code>
      <span className={styles.meaning}>{t(`formula.functions.${option.name}`)}</span>
    </>
  )
}

/** The function that the caret stands in, with the argument that is being written. */
function FunctionHelp({ name, argument }: { readonly name: FunctionName; readonly argument: number }) {
  const { t } = useTranslation()
  const { parameters } = formulaFunctions[name]
  const at = Math.min(argument, parameters.length - 1)
  return (
    <p className={styles.help}>
      <code>
        <span className={styles.function}>{name}</span>(
        {parameterNames(name).map((parameter, index) => (
          <span key={parameter}>
            {index > 0 && ', '}
            <span data-current={index === at || undefined}>{parameter}</span>
          </span>
        ))}
        )
      </code>
      <span>{t(`formula.functions.${name}`)}</span>
    </p>
  )
}

interface ColouredProps {
  readonly text: string
  readonly columns: readonly string[]
  readonly problem: ShownProblem | undefined
}

function Coloured({ text, columns, problem }: ColouredProps) {
  const parts = formulaPieces(text, columns).flatMap((piece) => {
    const cuts = [0, (problem?.from ?? 0) - piece.from, (problem?.to ?? 0) - piece.from, piece.text.length]
    const edges = [...new Set(cuts.map((cut) => Math.min(piece.text.length, Math.max(0, cut))))].toSorted(
      (a, b) => a - b,
    )
    return edges.slice(0, -1).map((from, index) => ({
      ...piece,
      from: piece.from + from,
      text: piece.text.slice(from, edges[index + 1]),
    }))
  })
  const isWrong = (from: number): boolean => problem !== undefined && from >= problem.from && from < problem.to
  return (
    <>
      {parts.map(({ kind, from, text: part }) => (
        <span key={from} className={classes(styles[kind], isWrong(from) && styles.wrong)}>
          {part}
        </span>
      ))}
      {/* Something is missing at the end: the sign that should stand there is underlined. */}
      <span className={classes(problem !== undefined && problem.from >= text.length && styles.wrong)}> </span>
    </>
  )
}
