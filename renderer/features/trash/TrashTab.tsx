import { trashDaysMax } from '@common/constants'
import type { TrashKind, ListedTrashEntry } from '@common/operations/trash'
import { client, messageOf, queryClient, sentenceOf, useFailure, useOperation } from '@renderer/api'
import { sentence, serverSentence, serverSentences, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import {
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  Segments,
  Skeleton,
  TabBar,
  TabMiddle,
  TabPage,
} from '@renderer/ui'
import { useEffect, useState } from 'react'
import styles from './trash.module.css'
import { TrashLine } from './TrashLine'
import { titleOf } from './trash-words'

export interface TrashTabProps {
  readonly projectId: string
  /** Users who may change the schema also see columns and tables. */
  readonly mayChangeSchema: boolean
  /** Called after rows were restored. */
  readonly onRowsRestored: () => void
}

type Shown = TrashKind | 'all'
const kinds = ['all', 'rows', 'column', 'table'] as const
const linesMax = 1_000

/** The trash of a project. Entries can be restored with a click until they are purged. */
export function TrashTab({ projectId, mayChangeSchema, onRowsRestored }: TrashTabProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<Shown>('all')
  const [asked, setAsked] = useState<ListedTrashEntry | 'all'>()
  const [working, setWorking] = useState<string>()
  const [error, setError] = useFailure()
  const query = { limit: linesMax, ...(shown === 'all' ? {} : { kind: shown }) }
  const trash = useOperation('trashList', query, { projectId, silent: true })
  const list = trash.data?.list
  const { refetch } = trash
  // Picks up items deleted while another tab was in front.
  useEffect(() => void refetch(), [refetch])
  const reload = (): Promise<unknown> => queryClient.invalidateQueries({ queryKey: ['operation', 'trashList'] })

  const restore = (entry: ListedTrashEntry): void => {
    setWorking(entry.id)
    void client
      .call('trashRestore', { id: entry.id }, { projectId })
      .then(
        ({ restored, refused, notes, noteMessages }) => {
          const [first] = refused
          if (restored > 0) toast.success(sentence('trash.restored', { what: titleOf(entry) }))
          if (first)
            toast.error(sentence('trash.notAll', { count: refused.length }), {
              detail: serverSentence(first.msg, first.message),
            })
          for (const note of serverSentences(notes, noteMessages)) toast.info(note, { durationMs: 6_000 })
          if (entry.kind === 'rows') onRowsRestored()
        },
        (reason: unknown) =>
          toast.error(sentence('trash.notRestored', { what: titleOf(entry) }), { detail: sentenceOf(reason) }),
      )
      .then(reload)
      .finally(() => setWorking(undefined))
  }

  const remove = (): void => {
    if (asked === undefined) return
    setWorking('all')
    setError(undefined)
    const call =
      asked === 'all'
        ? client.call('trashEmpty', shown === 'all' ? {} : { kind: shown }, { projectId })
        : client.call('trashDelete', { ids: [asked.id] }, { projectId })
    void call
      .then(
        () => setAsked(undefined),
        (reason: unknown) => setError(reason),
      )
      .then(reload)
      .finally(() => setWorking(undefined))
  }

  return (
    <TabPage label={t('tabs.kinds.trash')}>
      <TabBar
        end={
          <>
            {mayChangeSchema && (
              <Button
                kind="quiet"
                danger
                icon="trash"
                disabledReason={list === undefined || list.length === 0 ? t('trash.empty.title') : undefined}
                onClick={() => setAsked('all')}
              >
                {t(shown === 'all' ? 'trash.emptyAll' : `trash.emptyKind.${shown}`)}
              </Button>
            )}
          </>
        }
      >
        {mayChangeSchema && (
          <Segments
            label={t('trash.shown')}
            value={shown}
            options={kinds.map((kind) => ({ value: kind, label: t(`trash.kinds.${kind}`) }))}
            onChange={setShown}
          />
        )}
        <span className={styles.hint}>{t('trash.hint', { days: trashDaysMax })}</span>
      </TabBar>
      {trash.error && list === undefined ? (
        <div className={styles.problem}>
          <ErrorState title={t('trash.failed')} text={messageOf(trash.error)} onRetry={() => void trash.refetch()} />
        </div>
      ) : list === undefined ? (
        <Loading />
      ) : list.length === 0 ? (
        <TabMiddle>
          <EmptyState
            title={t(shown === 'all' ? 'trash.empty.title' : `trash.empty.${shown}`)}
            text={t('trash.empty.text', { days: trashDaysMax })}
          />
        </TabMiddle>
      ) : (
        <div className={styles.lines} role="table" aria-label={t('tabs.kinds.trash')} tabIndex={0}>
          <div className={styles.head} role="row">
            <div role="columnheader">{t('trash.columns.what')}</div>
            <div role="columnheader">{t('trash.columns.where')}</div>
            <div role="columnheader">{t('trash.columns.who')}</div>
            <div role="columnheader">{t('trash.columns.when')}</div>
            <div role="columnheader">{t('trash.columns.until')}</div>
            <div role="columnheader" aria-label={t('trash.columns.actions')} />
          </div>
          {list.map((entry) => (
            <TrashLine
              key={entry.id}
              entry={entry}
              isWorking={working === entry.id}
              isBusy={working !== undefined}
              onRestore={() => restore(entry)}
              onDelete={() => setAsked(entry)}
            />
          ))}
        </div>
      )}
      <ConfirmDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={
          asked === 'all' || asked === undefined
            ? t(shown === 'all' ? 'trash.ask.all' : `trash.ask.${shown}`)
            : t('trash.ask.one', { what: titleOf(asked) })
        }
        action={t('trash.forGood')}
        loading={working === 'all'}
        error={error}
        onSubmit={remove}
      >
        {t('trash.ask.text')}
      </ConfirmDialog>
    </TabPage>
  )
}

const loadingWidths = [180, 140, 160, 120]

function Loading() {
  return (
    <div className={styles.loading} aria-hidden="true">
      {loadingWidths.map((width) => (
        <div key={width} className={styles.loadingLine}>
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  )
}
