import type { FilterReader } from '@common/views'
import { isSafeAddress } from '@common/views/form'
import { columnType } from '@common/columns/registry'
import type { FormStep } from '@common/views/form-answers'
import type { Form, FormField } from '@common/views/form-fields'
import { MarkdownText } from '@renderer/features/markdown'
import { Rich, sentenceText, useTranslation } from '@renderer/i18n'
import { Button, classes, EmptyState, ErrorBanner, Keys } from '@renderer/ui'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { FieldBlock } from './FieldBlock'
import { Cover, SectionHead } from './FormHead'
import styles from './form.module.css'
import { nothingPrefilled, type Prefilled } from './prefill'
import type { AnswerStore } from './saved-draft'
import type { FormSources } from './sources'
import { useFilling, type FormPlace, type SendForm } from './use-filling'

export interface FormFillProps {
  readonly form: Form
  readonly reader: FilterReader
  readonly sources: FormSources
  readonly onSend: SendForm
  readonly prefilled?: Prefilled
  /** The reason why the viewer can't send the form. */
  readonly closed?: string | undefined
  /** True if a sent form redirects to another page; false only shows that page's address. */
  readonly leadsOn?: boolean
  /** Key that stores the answers while the form isn't on screen. */
  readonly heldAs?: string
  /** Where they are stored. Default: in memory. */
  readonly store?: AnswerStore
  /** Asks one question at a time. */
  readonly survey?: boolean
  /** Page of the form, if the browser's history holds it. */
  readonly place?: FormPlace
  /** A further field that only programs fill in. */
  readonly trap?: ReactNode
}

const controls = 'input:not([hidden]), textarea, button'

/** A form to fill in. Independent of project and table: all data comes from its props. */
export function FormFill(props: FormFillProps) {
  const { form, reader, sources, onSend, prefilled = nothingPrefilled, closed, leadsOn = false } = props
  const { heldAs, store, survey = false, place } = props
  const { t } = useTranslation()
  const filling = useFilling({ form, reader, prefilled, onSend, heldAs, store, survey, place })
  const { state, steps, step, isLast, shown, problems, failure } = filling
  const box = useRef<HTMLFormElement>(null)
  const page = useRef<HTMLDivElement>(null)
  const begun = useRef(step)
  // In the same commit: keys that follow at once reach the new question.
  useLayoutEffect(() => {
    if (begun.current === step) return
    begun.current = step
    // Starts at the top of the page, visually and for screen readers.
    const first = survey ? page.current?.querySelector<HTMLElement>(controls) : undefined
    const focused = first ?? page.current
    focused?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'start' })
  }, [step, survey])
  /** The field that is to have the focus, once it is drawn: it may be on another page. */
  const [wanted, setWanted] = useState<{ readonly id: string }>()
  useEffect(() => {
    const field = wanted && box.current?.querySelector(`[data-field="${CSS.escape(wanted.id)}"]`)
    if (!field) return
    field.querySelector<HTMLElement>(controls)?.focus()
    field.scrollIntoView({ block: 'center' })
    setWanted(undefined)
  }, [wanted, step])
  const focus = (id: string): void => setWanted({ id })
  const goOn = (): void => {
    void filling.goOn().then((wrong) => {
      if (wrong !== undefined) focus(wrong)
    })
  }

  if (state === 'sent')
    return (
      <div className={styles.sheet}>
        <Cover cover={form.cover} />
        <Thanks form={form} leadsOn={leadsOn} onAgain={form.again ? filling.restart : undefined} />
      </div>
    )
  const parts = steps[step] ?? []
  const problemAt = (id: string): string | undefined => {
    const problem = problems.get(id)
    return problem && sentenceText(problem)
  }
  const wrong = form.fields.filter(({ id }) => problems.has(id))
  return (
    <form
      ref={box}
      className={classes(styles.sheet, survey && styles.survey)}
      aria-label={form.title}
      noValidate
      onKeyDown={(event) => {
        // In a field of several lines, Enter begins a line.
        const isMeant = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
        if (isMeant && event.target instanceof HTMLTextAreaElement) event.currentTarget.requestSubmit()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (closed === undefined) goOn()
      }}
    >
      <Cover cover={form.cover} />
      <div className={styles.body}>
        <h1 className={styles.title}>
          <bdi>{form.title}</bdi>
        </h1>
        {form.description !== '' && step === 0 && <MarkdownText text={form.description} className={styles.text} />}
        {steps.length > 1 && (
          <div className={styles.progress}>
            <span>{t(survey ? 'forms.surveyStep' : 'forms.step', { step: step + 1, of: steps.length })}</span>
            <progress max={steps.length} value={step + 1} aria-label={t('forms.progress')} />
          </div>
        )}
        {closed !== undefined && <ErrorBanner kind="warning" title={closed} />}
        {form.fields.length === 0 && <EmptyState title={t('forms.nothing.title')} text={t('forms.nothing.text')} />}
        {form.fields.length > 0 && form.missing.length > 0 && (
          <ErrorBanner
            kind="warning"
            title={t('forms.lacks', { fields: form.missing.map(({ title }) => title) })}
            text={t('forms.lacksText')}
          />
        )}
        <div ref={page} tabIndex={-1} className={styles.fields}>
          {parts.map((part) =>
            part.kind === 'section' ? (
              <SectionHead key={`section ${part.id}`} section={part} />
            ) : (
              shown.has(part.id) && (
                <FieldBlock
                  key={part.id}
                  field={part}
                  draft={filling.draftOf(part)}
                  onChange={(draft) => filling.change(part, draft)}
                  onLeave={() => filling.leave(part)}
                  files={filling.filesOf(part)}
                  problem={problemAt(part.id)}
                  reader={reader}
                  sources={sources}
                />
              )
            ),
          )}
        </div>
        {wrong.length > 0 &&
          !survey &&
          (isLast || parts.some((part) => part.kind === 'field' && problems.has(part.id))) && (
            <div className={styles.gathered} role="group" aria-label={t('forms.wrong', { count: wrong.length })}>
              <p>{t('forms.wrong', { count: wrong.length })}</p>
              <ul>
                {wrong.map((field) => (
                  <li key={field.id}>
                    <button
                      type="button"
                      dir="auto"
                      onClick={() => {
                        filling.goTo(filling.stepOf(field.id))
                        focus(field.id)
                      }}
                    >
                      {field.label}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          )}
        {props.trap}
        {failure !== undefined && <ErrorBanner title={failure} text={t('forms.sendAgain')} />}
        {form.fields.length > 0 && (
          <div className={styles.actions}>
            {step > 0 && (
              <Button size="lg" onClick={() => filling.goTo(step - 1)}>
                {t('forms.back')}
              </Button>
            )}
            <Button kind="main" size="lg" type="submit" loading={state === 'sending'} disabledReason={closed}>
              {isLast ? (form.button.trim() === '' ? t('forms.submit') : form.button) : t('forms.next')}
            </Button>
            {survey && <KeyHint parts={parts} />}
          </div>
        )}
      </div>
    </form>
  )
}

/** The key that goes to the next question. */
function KeyHint({ parts }: { readonly parts: FormStep }) {
  const { t } = useTranslation()
  const isLong = parts.some((part) => part.kind === 'field' && isLongText(part))
  return (
    <span className={styles.keyHint} aria-hidden="true">
      {t('forms.press')}
      <Keys keys={isLong ? 'Mod+Enter' : 'Enter'} />
    </span>
  )
}

const isLongText = ({ column, link }: FormField): boolean =>
  link === undefined && ['longText', 'json'].includes(columnType(column.uiType).editor)

export interface ThanksProps {
  readonly form: Form
  readonly leadsOn: boolean
  readonly onAgain: (() => void) | undefined
}

/** The page after a form was sent. */
export function Thanks({ form, leadsOn, onAgain }: ThanksProps) {
  const { t } = useTranslation()
  const { after } = form
  const address = after.kind === 'redirect' ? safeAddress(after.address) : undefined
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    head.current?.focus()
    if (leadsOn && address !== undefined) window.location.assign(address)
  }, [leadsOn, address])
  const text = after.kind === 'text' ? (after.text ?? '') : ''
  return (
    <div className={styles.body} role="status">
      <h1 ref={head} tabIndex={-1} className={styles.title}>
        {t('forms.thanks')}
      </h1>
      {text.trim() === '' ? (
        <p className={styles.text}>{t('forms.arrived')}</p>
      ) : (
        <MarkdownText text={text} className={styles.text} />
      )}
      {address !== undefined && (
        <p className={styles.text}>
          <Rich
            message="forms.leadsTo"
            params={{ address }}
            tags={{
              link: (inside) => (
                <a href={address} target={leadsOn ? undefined : '_blank'} rel="noopener noreferrer">
                  <bdi>{inside}</bdi>
                </a>
              ),
            }}
          />
        </p>
      )}
      {onAgain && (
        <div className={styles.actions}>
          <Button size="lg" onClick={onAgain}>
            {t('forms.again')}
          </Button>
        </div>
      )}
    </div>
  )
}

/**
 * Returns an address that is safe to follow; undefined otherwise. Parses it like the browser, which decides where it
 * leads.
 */
function safeAddress(given: string): string | undefined {
  if (!isSafeAddress(given) || !URL.canParse(given)) return undefined
  const { protocol, href, username, password } = new URL(given)
  return protocol === 'https:' && username === '' && password === '' ? href : undefined
}
