import type { AuditCounts, ListedAuditLine } from '@common/operations/audit'
import { useOperation, type ApiError } from '@renderer/api'
import { useState } from 'react'
import { filterInput, isFiltered, noFilters, withDays, withSpan, type Filters, type Span } from './filters'

/** Lines of one page. */
export const linesPerPage = 50

/** A list of the audit with its filters: of a project, or of the installation without one. */
export interface Audit {
  readonly projectId: string | undefined
  readonly filters: Filters
  readonly isFiltered: boolean
  readonly change: (part: Partial<Omit<Filters, 'span' | 'from' | 'until'>>) => void
  readonly changeSpan: (span: Span) => void
  /** Takes days such as `2026-03-01`; empty for no limit. */
  readonly changeDays: (first: string, last: string) => void
  readonly clear: () => void
  /** Undefined while they load. */
  readonly lines: readonly ListedAuditLine[] | undefined
  readonly counts: AuditCounts | undefined
  readonly error: ApiError | null
  readonly isFetching: boolean
  readonly refetch: () => void
  /** From 0. */
  readonly page: number
  readonly newer: (() => void) | undefined
  readonly older: (() => void) | undefined
}

/** Loads a page of the audit. Pages follow each other by the id of their last line, so that late pages are fast too. */
export function useAudit(projectId: string | undefined): Audit {
  const [filters, setFilters] = useState(noFilters)
  /** Last lines of the pages before this one. */
  const [cursors, setCursors] = useState<readonly string[]>([])
  const set = (next: Filters): void => {
    setFilters(next)
    setCursors([])
  }
  const input = filterInput(filters)
  const after = cursors.at(-1)
  const part = { limit: linesPerPage, ...(after === undefined ? {} : { after }) }
  const ofProject = { projectId, enabled: projectId !== undefined }
  const ofInstallation = { enabled: projectId === undefined }
  const { table: _, ...own } = input
  const projectList = useOperation('auditList', { ...part, ...input, perChange: true }, ofProject)
  const installationList = useOperation('auditInstallationList', { ...part, ...own }, ofInstallation)
  const projectCounts = useOperation('auditCount', input, { ...ofProject, silent: true })
  const installationCounts = useOperation('auditInstallationCount', own, { ...ofInstallation, silent: true })
  const counts = projectId === undefined ? installationCounts : projectCounts
  const { data, error, isFetching, refetch } = projectId === undefined ? installationList : projectList
  const last = data?.list.at(-1)?.id
  return {
    projectId,
    filters,
    isFiltered: isFiltered(filters),
    change: (some) => set({ ...filters, ...some }),
    changeSpan: (span) => set(withSpan(filters, span)),
    changeDays: (first, last) => set(withDays(filters, first, last)),
    clear: () => set(noFilters),
    lines: data?.list,
    counts: counts.data,
    error,
    isFetching,
    refetch: () => {
      void refetch()
      void counts.refetch()
    },
    page: cursors.length,
    newer: cursors.length === 0 ? undefined : () => setCursors(cursors.slice(0, -1)),
    older: data?.more === true && last !== undefined ? () => setCursors([...cursors, last]) : undefined,
  }
}
