import { formatNames, sentenceText, t, useTranslation } from '@renderer/i18n'
import { isListed, unsaved, useConnection, useUnsaved, type UnsavedEdit } from '@renderer/stores'
import { Button, classes, Icon, IconButton, Popover } from '@renderer/ui'
import { useState } from 'react'
import { adoptDraft } from '../drafts/saved-drafts'
import { isStagedBatch } from '../staged/staging'
import { resendWaiting, retryEdit } from './resend'
import styles from './unsaved.module.css'
import { useResending } from './use-resending'

/** Unsaved edits of a project to list. Staged ones have a bar of their own. */
export function useUnsavedOf(projectId: string): readonly UnsavedEdit[] {
  const edits = useUnsaved((state) => state.edits)
  return edits.filter((edit) => edit.projectId === projectId && isListed(edit) && !isStagedBatch(edit))
}

export interface UnsavedButtonProps {
  readonly projectId: string
  /** Opens the table of an edit. */
  readonly onOpenTable: (name: string) => void
}

/** Status bar button that lists unsaved edits, with retry and discard. Sends queued edits after a reconnect. */
export function UnsavedButton({ projectId, onOpenTable }: UnsavedButtonProps) {
  const { t } = useTranslation()
  const edits = useUnsavedOf(projectId)
  const isLost = useConnection((state) => state.isLost)
  const [opened, setOpened] = useState(false)
  const waiting = edits.filter(({ state }) => state === 'waiting').length
  useResending(projectId)
  if (edits.length === 0) return null
  const text =
    isLost && waiting === edits.length
      ? t('unsaved.offline', { count: waiting })
      : t('unsaved.button', { count: edits.length })
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={420}
      flush
      label={t('unsaved.title')}
      target={
        <button
          type="button"
          className={classes(styles.open, isLost && styles.offline)}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <Icon name={isLost ? 'offline' : 'warning'} size={12} />
          {text}
        </button>
      }
    >
      <h2 className={styles.head}>{t('unsaved.title')}</h2>
      <p className={styles.hint}>{t(waiting > 0 ? 'unsaved.hintWaiting' : 'unsaved.hint')}</p>
      <ol className={styles.list} aria-label={t('unsaved.title')}>
        {edits.map((edit) => (
          <Line
            key={edit.id}
            edit={edit}
            onOpen={() => {
              setOpened(false)
              if (edit.kind === 'row') adoptDraft(edit)
              onOpenTable(edit.table.name)
            }}
          />
        ))}
      </ol>
      <div className={styles.foot}>
        {edits.some(mayRetry) && (
          <Button kind="quiet" icon="reload" onClick={() => void sendAll(projectId, edits)}>
            {t('unsaved.retryAll')}
          </Button>
        )}
        <Button kind="quiet" icon="trash" onClick={() => edits.forEach(({ id }) => unsaved.remove(id))}>
          {t('unsaved.discardAll')}
        </Button>
      </div>
    </Popover>
  )
}

async function sendAll(projectId: string, edits: readonly UnsavedEdit[]): Promise<void> {
  await resendWaiting(projectId)
  for (const edit of edits.filter(mayRetry)) if (edit.state === 'refused') await retryEdit(edit)
}

/** False for edits to fix in the table first: text that its type can't parse, and incomplete records. */
function mayRetry(edit: UnsavedEdit): boolean {
  if (edit.kind === 'batch' || edit.kind === 'link') return true
  return edit.kind === 'cell' ? edit.value !== undefined : edit.missing.length === 0
}

function Line({ edit, onOpen }: { readonly edit: UnsavedEdit; readonly onOpen: () => void }) {
  const { t } = useTranslation()
  const isFleeting = useUnsaved(({ fleeting }) => fleeting.has(edit.id))
  const { place, value } = shown(edit)
  const why =
    edit.state === 'refused'
      ? edit.message && sentenceText(edit.message)
      : edit.kind === 'row' && edit.missing.length > 0
        ? t('unsaved.missing', { columns: formatNames(edit.missing) })
        : t('unsaved.waits')
  return (
    <li className={styles.line}>
      <button type="button" className={styles.what} onClick={onOpen}>
        <span className={styles.place} dir="auto">
          {place}
        </span>
        <span className={styles.value} dir="auto">
          {value === '' ? t('unsaved.empty') : value}
        </span>
        <span className={styles.why} dir="auto">
          {why}
        </span>
        {isFleeting && <span className={styles.why}>{t('unsaved.fleeting')}</span>}
      </button>
      {mayRetry(edit) && (
        <IconButton icon="reload" size="sm" label={t('unsaved.retry')} onClick={() => void retryEdit(edit)} />
      )}
      <IconButton icon="trash" size="sm" label={t('unsaved.discard')} onClick={() => unsaved.remove(edit.id)} />
    </li>
  )
}

function shown(edit: UnsavedEdit): { readonly place: string; readonly value: string } {
  const table = edit.table.title
  switch (edit.kind) {
    case 'cell':
      return { place: t('unsaved.cell', { column: edit.column.title, record: edit.record, table }), value: edit.text }
    case 'row':
      return { place: t('unsaved.row', { table }), value: Object.values(edit.values).filter(isShort).join(', ') }
    case 'batch':
    case 'link':
      return { place: sentenceText(edit.words.label), value: table }
  }
}

const isShort = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'
