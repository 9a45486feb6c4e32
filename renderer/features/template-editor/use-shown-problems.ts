import { draftProblems, type Draft, type DraftProblem } from '@common/templates'
import { useMemo } from 'react'
import { useEditor } from './editor-store'

/** Problems of a draft by the place that shows them. */
export interface ShownProblems {
  readonly project: readonly DraftProblem[]
  /** Number of problems by table. */
  readonly byTable: ReadonlyMap<string, number>
  /** `field:kind` of a column, joined by commas: equal texts mean equal problems. */
  readonly byColumn: ReadonlyMap<string, string>
}

const duplicates: ReadonlySet<DraftProblem['kind']> = new Set(['columnDuplicate', 'relationDuplicate'] as const)

/** Returns the problems to show: all after a failed submission, duplicates at once. */
export function useShownProblems(): ShownProblems {
  const draft = useEditor(({ versions }) => versions.present)
  const all = useEditor((state) => state.showsProblems)
  return useMemo(() => shownOf(draft, all), [draft, all])
}

function shownOf(draft: Draft, all: boolean): ShownProblems {
  const problems = draftProblems(draft).filter(({ kind }) => all || duplicates.has(kind))
  const byTable = new Map<string, number>()
  const byColumn = new Map<string, string>()
  for (const { tableId, columnId, field, kind } of problems) {
    if (tableId !== undefined) byTable.set(tableId, (byTable.get(tableId) ?? 0) + 1)
    if (columnId === undefined) continue
    const before = byColumn.get(columnId)
    byColumn.set(columnId, `${before === undefined ? '' : `${before},`}${field}:${kind}`)
  }
  return { project: problems.filter(({ tableId }) => tableId === undefined), byTable, byColumn }
}
