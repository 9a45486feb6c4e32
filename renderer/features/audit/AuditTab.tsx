import type { TableSummary } from '@common/model'
import { operationKey, queryClient } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { TabPage } from '@renderer/ui'
import { useEffect } from 'react'
import { AuditToolbar } from './AuditToolbar'
import { AuditView } from './AuditView'
import { useAudit } from './use-audit'

export interface AuditTabProps {
  readonly projectId: string
  readonly tables: readonly TableSummary[]
  readonly onOpenTable: (table: TableSummary) => void
}

/** The audit of a project. */
export function AuditTab({ projectId, tables, onOpenTable }: AuditTabProps) {
  const { t } = useTranslation()
  const audit = useAudit(projectId)
  const { counts, isFiltered } = audit
  const count = counts?.count ?? 0
  useEffect(() => {
    // The line below the tree shows the same number.
    if (!isFiltered && count > 0)
      queryClient.setQueryData(operationKey('auditList', { limit: 0, perChange: true }, projectId), {
        list: [],
        count,
        more: true,
      })
  }, [count, isFiltered, projectId])
  return (
    <TabPage label={t('tabs.kinds.audit')}>
      <AuditToolbar audit={audit} tableTitle={(name) => tables.find((one) => one.name === name)?.title ?? name} />
      <AuditView audit={audit} tables={tables} onOpenTable={onOpenTable} />
    </TabPage>
  )
}
