import { formulaFunctions, functionByName, type FunctionName } from '@common/formula'
import { TypeIcon } from '@renderer/cells'
import { useTranslation } from '@renderer/i18n'
import { Icon, Keys } from '@renderer/ui'
import type { EditorView } from '@codemirror/view'
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { NameableColumn } from './computed-draft'
import { createFormulaEditor, tellFacts, writeFormula, type EditorKey } from './formula-editor'
import styles from './formula.module.css'
import { useEngine } from './engine'
import { callAt, completed, completionsAt, parameterNames, type Completion, type Completions } from './formula-text'
import type { ShownProblem } from './use-formula'

export interface FormulaFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** The columns that can be named. */
  readonly columns: readonly NameableColumn[]
  readonly problem: ShownProblem | undefined
  readonly autoFocus?: boolean
}

/** A formula field with highlighting, completions, help for the function at the caret, and underlined problems. */
export function FormulaField({ value, onChange, columns, problem, autoFocus = false }: FormulaFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const [caret, setCaret] = useState(value.length)
  const [asked, setAsked] = useState(false)
  const [dismissed, setDismissed] = useState<string>()
  const [at, setAt] = useState(0)
  const [focused, setFocused] = useState(false)

  const titles = useMemo(() => columns.map(({ title }) => title), [columns])
  const { absentFunctions } = useEngine()
  const found = useMemo(
    () => completionsAt(value, caret, titles, asked, absentFunctions),
    [value, caret, titles, asked, absentFunctions],
  )
  const completions = focused && dismissed !== `${value} ${caret}` ? found : undefined
  const chosen = completions ? Math.min(at, completions.options.length - 1) : 0
  const current = completions?.options[chosen]
  const call = callAt(value, caret)
  const offered = current?.kind === 'function' ? current.name : undefined
  const helped = offered ?? (call && functionByName(call.name))
  // Unfinished input isn't an error; the completions help more.
  const unfinishedFrom = completions ? completions.from : helped ? value.length : Number.POSITIVE_INFINITY
  const isUnfinished = focused && problem !== undefined && problem.from >= unfinishedFrom
  const told = isUnfinished ? undefined : problem

  const press = (key: EditorKey): boolean => {
    if (key === 'ask') {
      setAsked(true)
      setDismissed(undefined)
      return true
    }
    if (!completions || !current) return false
    if (key === 'take') take(completions, current)
    else if (key === 'down') setAt((chosen + 1) % completions.options.length)
    else if (key === 'up') setAt((chosen + completions.options.length - 1) % completions.options.length)
    else {
      setDismissed(`${value} ${caret}`)
      setAsked(false)
    }
    return true
  }
  const { box, view } = useEditor({
    value,
    columns: titles,
    problem: told,
    autoFocus,
    attributes: {
      'aria-label': t('formula.editor.label'),
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-describedby': `${id}-note`,
      ...(told && { 'aria-invalid': 'true' }),
      ...(completions && { 'aria-controls': `${id}-list`, 'aria-activedescendant': `${id}-${chosen}` }),
    },
    onChange: (text, place) => {
      setCaret(place)
      setAsked(false)
      setAt(0)
      if (text !== value) onChange(text)
    },
    onFocus: setFocused,
    onKey: press,
  })
  const take = (list: Completions, option: Completion): void => {
    const after = completed(value, list, option)
    if (!view.current) return
    writeFormula(view.current, after.text, after.caret)
    view.current.focus()
  }

  return (
    <div className={styles.field}>
      <div className={styles.labelLine}>
        <span className={styles.label}>{t('formula.editor.label')}</span>
        <span className={styles.hint}>
          {t('formula.editor.complete')} <Keys keys="Ctrl+Space" />
        </span>
      </div>
      <div ref={box} className={styles.box} dir="ltr" data-invalid={told !== undefined || undefined} />
      <div id={`${id}-note`} className={styles.note} aria-live="polite">
        {told && (
          <p className={styles.problem}>
            <Icon name="warning" size={14} />
            <span>{t('formula.editor.at', { character: told.from + 1, problem: told.message })}</span>
          </p>
        )}
        {!told && helped && <FunctionHelp name={helped} argument={offered ? undefined : call?.argument} />}
      </div>
      {completions && (
        <div id={`${id}-list`} role="listbox" aria-label={t('formula.editor.completions')} className={styles.list}>
          {completions.options.map((option, index) => (
            <div
              key={option.kind === 'column' ? `{${option.title}` : option.name}
              id={`${id}-${index}`}
              ref={index === chosen ? keepInView : undefined}
              role="option"
              tabIndex={-1}
              aria-selected={option === current}
              className={styles.option}
              onPointerMove={() => setAt(index)}
              // The field retains the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(completions, option)}
            >
              <OptionText option={option} columns={columns} />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

interface EditorProps {
  readonly value: string
  readonly columns: readonly string[]
  readonly problem: ShownProblem | undefined
  readonly autoFocus: boolean
  readonly attributes: Readonly<Record<string, string>>
  readonly onChange: (text: string, caret: number) => void
  readonly onFocus: (focused: boolean) => void
  readonly onKey: (key: EditorKey) => boolean
}

/** Creates the editor in its container and updates it when props change. */
function useEditor(props: EditorProps) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    if (!box.current) return
    const { value, columns, problem, attributes } = latest.current
    const editor = createFormulaEditor({
      parent: box.current,
      value,
      facts: { columns, problem, attributes },
      onChange: (text, caret) => latest.current.onChange(text, caret),
      onFocus: (focused) => latest.current.onFocus(focused),
      onKey: (key) => latest.current.onKey(key),
    })
    view.current = editor
    if (latest.current.autoFocus) editor.focus()
    return () => {
      view.current = undefined
      editor.destroy()
    }
  }, [])
  const { value, columns, problem } = props
  const attributes = JSON.stringify(props.attributes)
  useEffect(() => {
    const read = JSON.parse(attributes) as EditorProps['attributes']
    if (view.current) tellFacts(view.current, { columns, problem, attributes: read })
  }, [columns, problem, attributes])
  useEffect(() => {
    if (view.current) writeFormula(view.current, value)
  }, [value])
  return { box, view }
}

const keepInView = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' })

function OptionText({ option, columns }: { readonly option: Completion; readonly columns: readonly NameableColumn[] }) {
  const { t } = useTranslation()
  const uiType = columns.find(({ title }) => option.kind === 'column' && title === option.title)?.uiType
  return option.kind === 'column' ? (
    <>
      <code className={styles.column}>{`{${option.title}}`}</code>
      <span className={styles.meaning}>
        {uiType && <TypeIcon uiType={uiType} />}
        {uiType && t(`columnTypes.${uiType}.name`)}
      </span>
    </>
  ) : (
    <>
      <code className={styles.function}>{`${option.name}(${parameterNames(option.name).join(', ')})`}</code>
      <span className={styles.meaning}>{t(`formula.functions.${option.name}`)}</span>
    </>
  )
}

/** Help for an offered function, or for the one around the caret with the current argument highlighted. */
function FunctionHelp({ name, argument }: { readonly name: FunctionName; readonly argument: number | undefined }) {
  const { t } = useTranslation()
  const { parameters } = formulaFunctions[name]
  const at = argument === undefined ? undefined : Math.min(argument, parameters.length - 1)
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
