import type { TableDrift } from '@common/model/drift'
import { nameKey } from '@common/wire/names'
import { messageOf, useCommand } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import {
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorBanner,
  ErrorState,
  Icon,
  SearchField,
  Segments,
  Skeleton,
  Spinner,
  TabBar,
  TabMiddle,
  TabPage,
} from '@renderer/ui'
import { useState } from 'react'
import { stateOf } from './drift-words'
import styles from './meta.module.css'
import { MetaMenu } from './MetaMenu'
import { MetaLines, type OpenedTable } from './MetaLines'
import { useDrift } from './use-drift'

export interface MetaTabProps {
  readonly projectId: string
  readonly onOpenTable: (table: OpenedTable) => void
}

type Shown = 'all' | 'different'

/**
 * Project metadata (S1 §2): compares every table in Basalt's metadata with the database. Users accept the changes of
 * other programs here, all at once or table by table.
 */
export function MetaTab({ projectId, onOpenTable }: MetaTabProps) {
  const { t } = useTranslation()
  const drift = useDrift(projectId)
  const reload = useCommand('schemaReload')
  const sync = useCommand('schemaSync')
  const [asked, setAsked] = useState<Shown>()
  const [filter, setFilter] = useState('')
  /** Names of lines that the user excluded. */
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const [choices, setChoices] = useState<Readonly<Record<string, boolean>>>({})
  const [forgetting, setForgetting] = useState<readonly TableDrift[]>([])
  const list = drift.data
  const different = (list ?? []).filter(({ changes }) => changes.length > 0)
  const chosen = different.filter(({ table }) => !leftOut.has(table))
  const shown: Shown = asked ?? (different.length > 0 ? 'different' : 'all')
  const wanted = nameKey(filter.trim())
  const lines = (shown === 'all' ? (list ?? []) : different).filter(
    ({ table, title }) => nameKey(table).includes(wanted) || nameKey(title).includes(wanted),
  )
  const takeOver = (): void => {
    setForgetting([])
    sync.mutate(
      { args: { tables: chosen.map(({ table }) => table), choices }, projectId },
      {
        onSuccess: () => {
          setChoices({})
          setAsked(undefined)
        },
      },
    )
  }
  const begin = (): void => {
    const gone = chosen.filter((one) => stateOf(one) === 'removed')
    if (gone.length > 0) setForgetting(gone)
    else takeOver()
  }
  const choose = (tables: readonly string[], isChosen: boolean): void => {
    const next = new Set(leftOut)
    for (const name of tables) {
      if (isChosen) next.delete(name)
      else next.add(name)
    }
    setLeftOut(next)
  }

  return (
    <TabPage label={t('tabs.kinds.meta')}>
      <TabBar
        end={
          <>
            <Button
              icon="reload"
              loading={reload.isPending || (drift.isFetching && !drift.isPending)}
              onClick={() => reload.mutate({ args: {}, projectId })}
            >
              {t('metaTab.reload')}
            </Button>
            <Button
              kind="main"
              loading={sync.isPending}
              disabledReason={
                different.length === 0
                  ? t('metaTab.nothingToSync')
                  : chosen.length === 0
                    ? t('metaTab.nothingChosen')
                    : undefined
              }
              onClick={begin}
            >
              {chosen.length === different.length
                ? t('metaTab.syncAll')
                : t('metaTab.syncSome', { count: chosen.length })}
            </Button>
            <MetaMenu projectId={projectId} />
          </>
        }
      >
        <Segments
          label={t('metaTab.shown')}
          value={shown}
          options={[
            { value: 'all', label: t('metaTab.all', { count: list?.length ?? 0 }) },
            { value: 'different', label: t('metaTab.onlyDifferent', { count: different.length }) },
          ]}
          onChange={setAsked}
        />
        <SearchField size="sm" className={styles.find} label={t('metaTab.find')} value={filter} onChange={setFilter} />
      </TabBar>
      {list !== undefined && (
        <State
          count={different.length}
          syncing={sync.isPending ? chosen.length : undefined}
          synced={sync.data?.tables}
        />
      )}
      {sync.error && (
        <div className={styles.banner}>
          <ErrorBanner title={t('metaTab.syncFailed')} text={messageOf(sync.error)} />
        </div>
      )}
      {drift.error && list === undefined ? (
        <div className={styles.problem}>
          <ErrorState title={t('metaTab.failed')} text={messageOf(drift.error)} onRetry={() => void drift.refetch()} />
        </div>
      ) : list === undefined ? (
        <Loading />
      ) : lines.length === 0 ? (
        <TabMiddle>
          {list.length === 0 ? (
            <EmptyState title={t('metaTab.empty.title')} text={t('metaTab.empty.text')} />
          ) : wanted === '' ? (
            <EmptyState title={t('metaTab.inStep.title')} text={t('metaTab.inStep.text')} />
          ) : (
            <EmptyState
              title={t('metaTab.noMatch')}
              action={<Button onClick={() => setFilter('')}>{t('metaTab.clearFilter')}</Button>}
            />
          )}
        </TabMiddle>
      ) : (
        <MetaLines
          lines={lines}
          isChosen={(name) => !leftOut.has(name)}
          onChoose={choose}
          choices={choices}
          onDecide={(id, taken) => setChoices((before) => ({ ...before, [id]: taken }))}
          onOpenTable={onOpenTable}
        />
      )}
      <ConfirmDialog
        opened={forgetting.length > 0}
        onClose={() => setForgetting([])}
        title={t('metaTab.forget.title', { count: forgetting.length, table: forgetting[0]?.title ?? '' })}
        action={t('metaTab.forget.action')}
        onSubmit={takeOver}
      >
        {t('metaTab.forget.text', { count: forgetting.length, tables: forgetting.map(({ title }) => title) })}
      </ConfirmDialog>
    </TabPage>
  )
}

interface StateProps {
  readonly count: number
  /** How many tables are being synchronised. */
  readonly syncing: number | undefined
  /** How many were, the last time. */
  readonly synced: number | undefined
}

/** Describes the state in words. */
function State({ count, syncing, synced }: StateProps) {
  const { t } = useTranslation()
  return (
    <p className={styles.state} role="status">
      {syncing !== undefined ? (
        <>
          <Spinner /> {t('metaTab.syncing', { count: syncing })}
        </>
      ) : count > 0 ? (
        <>
          <Icon name="info" size={14} /> {t('meta.different', { count })}
        </>
      ) : (
        <>
          <Icon name="check" size={14} className={styles.good} />
          {synced === undefined ? t('metaTab.inStep.title') : t('metaTab.synced', { count: synced })}
        </>
      )}
    </p>
  )
}

const loadingWidths = [140, 96, 120, 88, 132, 104]

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
