import { client, sentenceOf, useFailure } from '@renderer/api'
import { type Sentence, sentence, sentenceText, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, copyText, Dialog, Icon, Spinner } from '@renderer/ui'
import { useEffect, useState } from 'react'
import styles from './results.module.css'
import { countEdits, editsOf, type StagedEdits } from './staging'

export interface EditsBarProps {
  readonly projectId: string
  readonly runId: string
  readonly at: number
  readonly edits: StagedEdits
  readonly onDiscard: () => void
  readonly onApplied: () => void
}

/** How many changes of a result wait, and the ways to see them as SQL, discard and apply them. */
export function EditsBar(props: EditsBarProps) {
  const { edits, onDiscard } = props
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const count = countEdits(edits)
  if (count === 0) return null
  return (
    <section className={styles.edits} aria-label={t('sql.edit.label')}>
      <Icon name="warning" size={14} />
      <span role="status">{t('sql.edit.count', { count })}</span>
      <span className={styles.spacer} />
      <Button kind="quiet" onClick={onDiscard}>
        {t('sql.edit.discard')}
      </Button>
      <Button kind="main" onClick={() => setOpen(true)}>
        {t('sql.edit.review')}
      </Button>
      {isOpen && <EditsDialog {...props} onClose={() => setOpen(false)} />}
    </section>
  )
}

type Shown =
  | { readonly state: 'asking' }
  | { readonly state: 'ready'; readonly sql: string }
  | { readonly state: 'failed'; readonly message: Sentence }

/** The changes as SQL, which one transaction runs. */
function EditsDialog({
  projectId,
  runId,
  at,
  edits,
  onApplied,
  onClose,
}: EditsBarProps & { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<Shown>({ state: 'asking' })
  const [error, setError] = useFailure()
  const [isApplying, setApplying] = useState(false)
  useEffect(() => {
    const abort = new AbortController()
    client
      .call(
        'sqlApplyEdits',
        { run: runId, statement: at, edits: editsOf(edits), preview: true },
        { projectId, silent: true, signal: abort.signal, isAsked: true },
      )
      .then(
        ({ statements }) => setShown({ state: 'ready', sql: statements.map((sql) => `${sql};`).join('\n') }),
        (reason: unknown) => {
          if (!abort.signal.aborted) setShown({ state: 'failed', message: sentenceOf(reason) })
        },
      )
    return () => abort.abort()
  }, [projectId, runId, at, edits])
  const apply = async (): Promise<void> => {
    setApplying(true)
    setError(undefined)
    try {
      // The dialog has shown every statement, so nothing asks again.
      await client.call(
        'sqlApplyEdits',
        { run: runId, statement: at, edits: editsOf(edits) },
        { projectId, isAsked: true },
      )
      toast.success(sentence('sql.edit.applied', { count: countEdits(edits) }))
      onApplied()
    } catch (reason) {
      setError(reason)
      setApplying(false)
    }
  }
  return (
    <Dialog
      opened
      width={880}
      title={t('sql.edit.title', { count: countEdits(edits) })}
      text={t('sql.edit.text')}
      action={t('sql.edit.apply')}
      loading={isApplying}
      error={error ?? (shown.state === 'failed' ? sentenceText(shown.message) : undefined)}
      disabledReason={shown.state === 'ready' ? undefined : t('sql.edit.notReady')}
      footer={
        shown.state === 'ready' && (
          <Button size="md" icon="copy" onClick={() => void copyText(shown.sql)}>
            {t('sql.edit.copy')}
          </Button>
        )
      }
      onSubmit={() => void apply()}
      onClose={onClose}
    >
      {shown.state === 'asking' && (
        <p className={styles.asking} role="status">
          <Spinner /> {t('sql.edit.asking')}
        </p>
      )}
      {shown.state === 'ready' && (
        <pre className={styles.editSql} dir="ltr" tabIndex={0}>
          {shown.sql}
        </pre>
      )}
    </Dialog>
  )
}
