import { useEffect } from 'react'
import type { GridPart } from '@renderer/features/records/parts/parts'
import type { GridSession } from '@renderer/features/records/session/session'
import { gridSummary } from './summary-store'
import { useSummary } from './use-summary'

/** Tells the status bar what the selected cells come to. */
export function useSummaryPart(session: GridSession): GridPart {
  const summary = useSummary(session)
  const { range, others = [] } = session.selection
  const cells =
    others.length === 0 || !range
      ? undefined
      : [...others, range].reduce((sum, each) => sum + each.rows * each.columns, 0)
  const text = summary && JSON.stringify([summary, cells])
  useEffect(() => {
    gridSummary.show(summary && { ...summary, cells })
    // The same figures are not shown anew with every rendering.
  }, [text]) // eslint-disable-line react-hooks/exhaustive-deps
  useEffect(() => () => gridSummary.show(undefined), [])
  return {}
}
