import { clientId, live } from '@renderer/api'
import { useEffect, useRef, useState } from 'react'
import type { GridPart } from '../parts/parts'
import type { GridSession } from '../session/session'
import { onSessionChange } from '../session/session-store'
import { takeEarlyChanges } from './early-changes'
import { LiveRows } from './live-rows'
import { movedSelection } from './moved-selection'

/** By then, the server has sent its notification of a write. */
const youngMs = 2_000

/** Shows changes by others within a second, without moving the user's position or changing unsaved text. */
export function useLivePart(session: GridSession): GridPart {
  const latest = useRef(session)
  latest.current = session
  const { projectId, model, state } = session
  const [rows] = useState(
    () =>
      new LiveRows({
        model,
        clientId,
        youngMs,
        activeRow: () => state.getState().selection.active?.row,
        holdsStill: () => state.getState().editor !== undefined,
        moved: (places) => {
          const { select, grid } = latest.current
          select(movedSelection(state.getState().selection, places))
          grid.current?.scrollBy(places)
        },
      }),
  )
  useEffect(() => {
    const end = live.listen(projectId, (changes) => rows.hear(changes))
    const missed = takeEarlyChanges(model)
    // Own writes too: the rows may have been read before them.
    if (missed.some(({ kind }) => kind === 'rows' || kind === 'elsewhere')) rows.hear([{ kind: 'elsewhere' }])
    return end
  }, [projectId, rows, model])
  useEffect(() => {
    if (state.getState().editor === undefined) rows.settled()
    return onSessionChange(
      state,
      ({ editor }) => editor === undefined,
      (isSettled) => {
        if (isSettled) rows.settled()
      },
    )
  }, [state, rows])
  return {}
}
