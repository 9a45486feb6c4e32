import type { TableSummary } from '@common/model'
import type { Permissions } from '@common/permissions'
import { messageOf } from '@renderer/api'
import { expectGrid } from '@renderer/features/grid'
import { DriftNote, goneSentence, useTableDrift } from '@renderer/features/meta'
import { expectRows } from '@renderer/features/records'
import { cachedTable, expectTable, useTable } from '@renderer/features/tables'
import { tabs, type Tab } from '@renderer/features/tabs'
import { useTranslation } from '@renderer/i18n'
import { Button, EmptyState, ErrorState } from '@renderer/ui'
import { cachedViews, expectViews, useViewList } from '@renderer/features/views'
import { Suspense } from 'react'
import styles from './dashboard.module.css'
import { GridSkeleton } from './DashboardSkeleton'
import { OpenTable } from './OpenTable'
import { useMissingView } from './use-missing-view'
import { tabOfTable } from './use-tab-route'

export interface TableTabProps {
  readonly projectId: string
  readonly tab: Tab
  readonly permissions: Permissions
  readonly mayChangeSchema: boolean
}

/**
 * Prefetches the data that a tab needs before it can request rows. Resolves when it is there, or failed.
 *
 * @param staleTime  maximum age of cached data, in milliseconds. Default: that of all answers
 */
export async function expectTableTab(projectId: string, name: string, staleTime?: number): Promise<void> {
  expectGrid()
  await Promise.all([expectTable(projectId, name, staleTime), expectViews(projectId, name, staleTime)])
}

/** Prefetches also the first rows, and renders the tab: of a table that opens next, most likely. */
export async function expectTableRows(projectId: string, table: TableSummary): Promise<void> {
  const { name } = table
  await expectTableTab(projectId, name, Infinity)
  const [schema, views] = [cachedTable(projectId, name), cachedViews(projectId, name)]
  if (schema && views && (await expectRows(projectId, schema, views))) tabs.expect(projectId, tabOfTable(table))
}

/** A table or SQL view in its tab, once its schema has loaded. */
export function TableTab({ projectId, tab, permissions, mayChangeSchema }: TableTabProps) {
  const { t } = useTranslation()
  const { value: table, error, retry } = useTable(projectId, tab.name)
  const views = useViewList(projectId, tab.name)
  const isViewMissing = useMissingView(tab, table, views)
  if (table === null) return <MissingTable projectId={projectId} tab={tab} mayChangeSchema={mayChangeSchema} />
  const failure = error ?? views.error
  if (table === undefined || views.value === undefined || isViewMissing)
    return failure === null ? (
      <GridSkeleton />
    ) : (
      <div className={styles.problem}>
        <ErrorState
          title={t('dashboard.tableFailed', { table: tab.title })}
          text={messageOf(failure)}
          onRetry={error === null ? views.retry : retry}
        />
      </div>
    )
  return (
    <Suspense fallback={<GridSkeleton />}>
      {mayChangeSchema && <TableDriftNote projectId={projectId} name={tab.name} title={table.title} />}
      <OpenTable
        projectId={projectId}
        tab={tab}
        table={table}
        views={views.value}
        permissions={permissions}
        mayChange={mayChangeSchema && tab.type === 'table'}
      />
    </Suspense>
  )
}

/**
 * A note above a table that another program has changed. A separate component, so that its response renders no grid.
 */
function TableDriftNote({ projectId, name, title }: Record<'projectId' | 'name' | 'title', string>) {
  const drift = useTableDrift(projectId, name, true)
  return drift && <DriftNote table={title} drift={drift} onReview={() => tabs.openKind('meta')} />
}

/** A tab whose table no longer exists, with the known details. */
function MissingTable({ projectId, tab, mayChangeSchema }: Omit<TableTabProps, 'permissions'>) {
  const { t } = useTranslation()
  const drift = useTableDrift(projectId, tab.name, mayChangeSchema)
  return (
    <div className={styles.nothing}>
      <EmptyState
        title={t('tabs.missing.title', { name: tab.title })}
        text={drift === undefined ? t('tabs.missing.text') : goneSentence(drift)}
        action={
          <div className={styles.actions}>
            {drift && (
              <Button kind="main" icon="layers" onClick={() => tabs.openKind('meta')}>
                {t('meta.note.review')}
              </Button>
            )}
            <Button onClick={() => tabs.close(tab.key)}>{t('tabs.missing.action')}</Button>
          </div>
        }
      />
    </div>
  )
}
