import type { GridPart } from '@renderer/features/records/parts/grid-part'
import { useEffect } from 'react'
import type { GridSession } from '@renderer/features/records/session/session'
import { useSessionState } from '@renderer/features/records/session/session-store'
import { gridSummary, type ShownSummary } from './summary-store'
import { useSummary } from './use-summary'

/** Shows the figures of the selected cells in the status bar. */
export function useSummaryPart(session: GridSession): GridPart {
  return { overlay: <SelectionSummary session={session} /> }
}

/** Renders nothing. A component, so that another selection doesn't render the view. */
function SelectionSummary({ session }: { readonly session: GridSession }) {
  const summary = useSummary(session)
  const cells = useSessionState(session, ({ selection: { range, others = [] } }) =>
    others.length === 0 || !range
      ? undefined
      : [...others, range].reduce((sum, each) => sum + each.rows * each.columns, 0),
  )
  // As text, so that equal figures render nothing.
  const text = summary && JSON.stringify({ ...summary, cells } satisfies ShownSummary)
  useEffect(() => gridSummary.show(text === undefined ? undefined : (JSON.parse(text) as ShownSummary)), [text])
  useEffect(() => () => gridSummary.show(undefined), [])
  return null
}
