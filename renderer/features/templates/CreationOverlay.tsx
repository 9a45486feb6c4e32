import { useTranslation } from '@renderer/i18n'
import { BrandMark, Button } from '@renderer/ui'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import { cancelCreation, useCreation, type Creation, type RunProgress } from './creation'
import styles from './creation.module.css'

/** Interval of the sentences, in milliseconds (S2 §9). */
export const sentenceEveryMs = 1_000

/** The sentences that the overlay cycles (S2 §4). */
export const sentences = ['databases', 'schema', 'apis', 'wait'] as const

/** Covers the page while a template is used: a sentence each second, the real progress, and Cancel (S2 §4). */
export function CreationOverlay() {
  const current = useCreation((state) => state.current)
  return current === undefined ? null : createPortal(<Overlay key={current.run} creation={current} />, document.body)
}

function Overlay({ creation }: { readonly creation: Creation }) {
  const { t } = useTranslation()
  const { title, kind, progress, isCancelling } = creation
  const [at, setAt] = useState(0)
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const timer = setInterval(() => setAt((before) => (before + 1) % sentences.length), sentenceEveryMs)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => cancel.current?.focus(), [])

  /** Keeps the focus inside: Cancel is all there is. */
  function press(event: KeyboardEvent): void {
    event.stopPropagation()
    if (event.key === 'Tab') event.preventDefault()
    if (event.key === 'Escape') void cancelCreation()
  }

  const heading = t(kind === 'project' ? 'templates.run.project' : 'templates.run.tables', { title })
  const percent = Math.round(progress?.percent ?? 0)
  return (
    <div
      className={styles.overlay}
      role="dialog"
      aria-modal="true"
      aria-label={heading}
      onKeyDown={press}
      data-creation
    >
      <span className={styles.mark}>
        <BrandMark size={24} />
      </span>
      <h2 className={styles.title}>{heading}</h2>
      <p className={styles.sentence} role="status">
        {t(`templates.run.sentences.${sentences[at] ?? 'wait'}`)}
      </p>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={heading}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span style={{ inlineSize: `${percent}%` }} />
      </div>
      <p className={styles.step}>{progress === undefined ? '' : stepText(progress)}</p>
      <Button ref={cancel} size="md" loading={isCancelling} onClick={() => void cancelCreation()}>
        {t(isCancelling ? 'templates.run.cancelling' : 'ui.cancel')}
      </Button>
    </div>
  )

  /** Returns the step that the server is at. */
  function stepText({ phase, table, tables, rows }: RunProgress): string {
    if (phase === 'tables')
      return t('templates.run.steps.tables', { table: table ?? '', done: tables.done, all: tables.all })
    if (phase === 'rows') return t('templates.run.steps.rows', { table: table ?? '', done: rows.done, all: rows.all })
    return t(
      phase === 'reading' || phase === 'unknown' ? 'templates.run.steps.reading' : 'templates.run.steps.publishing',
    )
  }
}
