import type { TableSummary } from '@common/model'
import type { ListedAuditLine } from '@common/operations/audit'
import { messageOf } from '@renderer/api'
import { formatNumber, useTranslation } from '@renderer/i18n'
import { Button, EmptyState, ErrorState, Pager, Skeleton, Table, TabMiddle } from '@renderer/ui'
import { useCallback, useEffect, useState } from 'react'
import styles from './audit.module.css'
import { AuditLine } from './AuditLine'
import { useAuditNames } from './record-names'
import { linesPerPage, type Audit } from './use-audit'

export interface AuditViewProps {
  readonly audit: Audit
  readonly tables: readonly TableSummary[]
  readonly onOpenTable: (table: TableSummary) => void
}

/** The lines of an audit: time, actor, action, place, old and new values, and the pages below. */
export function AuditView({ audit, tables, onOpenTable }: AuditViewProps) {
  const { t } = useTranslation()
  const { lines, error, isFiltered, clear, refetch } = audit
  if (error !== null && lines === undefined)
    return (
      <div className={styles.problem}>
        <ErrorState title={t('audit.failed')} text={messageOf(error)} onRetry={refetch} />
      </div>
    )
  if (lines?.length === 0)
    return (
      <TabMiddle>
        <EmptyState
          title={t(isFiltered ? 'audit.empty.filtered' : 'audit.empty.title')}
          text={isFiltered ? undefined : t('audit.empty.text')}
          action={isFiltered && <Button onClick={clear}>{t('audit.filter.clear')}</Button>}
        />
      </TabMiddle>
    )
  return (
    <>
      <Lines audit={audit} list={lines} tables={tables} onOpenTable={onOpenTable} />
      <Pages audit={audit} />
    </>
  )
}

function Pages({ audit: { page, lines, counts, newer, older } }: Pick<AuditViewProps, 'audit'>) {
  const { t } = useTranslation()
  if (newer === undefined && older === undefined) return null
  const from = page * linesPerPage + 1
  const to = page * linesPerPage + (lines?.length ?? linesPerPage)
  const shown = { from: formatNumber(from), to: formatNumber(to) }
  return (
    <Pager
      text={
        counts === undefined
          ? t('audit.pageOnly', shown)
          : t('audit.page', { ...shown, total: formatNumber(Math.max(counts.count, to)) })
      }
      back={{ label: t('audit.newer'), go: newer }}
      onward={{ label: t('audit.older'), go: older }}
    />
  )
}

interface LinesProps extends AuditViewProps {
  /** Undefined while they are on their way. */
  readonly list: readonly ListedAuditLine[] | undefined
}

const loadingWidths = [180, 140, 220, 160, 200, 120, 180, 150]

function Lines({ audit: { projectId, page }, list, tables, onOpenTable }: LinesProps) {
  const { t } = useTranslation()
  const isKnown = useCallback((table: string) => tables.some(({ name }) => name === table), [tables])
  const names = useAuditNames(projectId ?? '', projectId === undefined ? undefined : list, isKnown)
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  useEffect(() => {
    // Newer browsers return a promise, which isn't a clean-up function.
    void scroller?.scrollTo({ top: 0 })
  }, [scroller, page])
  const isInstallation = projectId === undefined
  return (
    <div className={styles.lines} ref={setScroller} tabIndex={0} role="region" aria-label={t('audit.lines')}>
      <Table dense minWidth={isInstallation ? 1000 : 860}>
        <thead>
          <tr>
            <th className={styles.when}>{t('audit.column.when')}</th>
            <th className={styles.person}>{t('audit.column.who')}</th>
            <th className={styles.what}>{t('audit.column.what')}</th>
            <th className={styles.where}>{t('audit.column.where')}</th>
            <th>{t('audit.column.change')}</th>
            {isInstallation && <th className={styles.address}>{t('audit.column.address')}</th>}
          </tr>
        </thead>
        <tbody>
          {list === undefined
            ? loadingWidths.map((width, at) => (
                <tr key={at} aria-hidden="true">
                  {[96, 120, 88, 72, width, ...(isInstallation ? [80] : [])].map((each, cell) => (
                    <td key={cell}>
                      <Skeleton width={each} />
                    </td>
                  ))}
                </tr>
              ))
            : list.map((line) => (
                <AuditLine
                  key={line.id}
                  line={line}
                  projectId={projectId}
                  names={names}
                  table={isInstallation ? undefined : tables.find(({ name }) => name === line.table)}
                  onOpenTable={onOpenTable}
                />
              ))}
        </tbody>
      </Table>
    </div>
  )
}
