import type { LiveChange } from '@common/live'
import { clientId, live } from '@renderer/api'
import { useEffect, useRef, useState } from 'react'
import type { GridSession } from '../session/session'
import { onSessionChange } from '../session/session-store'
import { LiveRows } from './live-rows'
import { movedSelection } from './moved-selection'
import type { GridPart } from '../parts/grid-part'

/** By then, the server has sent its notification of a write. */
const youngMs = 2_000
/** Listening ends after this if React discards the first render of a grid. */
const earlyMs = 10_000

/**
 * Collects events of a project from the first render on, when the model requests its rows, until the grid mounts and
 * subscribes itself. @returns a function that takes the collected events and stops
 */
function useEarlyChanges(projectId: string): () => readonly LiveChange[] {
  const [take] = useState(() => {
    const collected: LiveChange[] = []
    const end = live.listen(projectId, (changes) => collected.push(...changes))
    const timer = setTimeout(end, earlyMs)
    return (): readonly LiveChange[] => {
      end()
      clearTimeout(timer)
      return collected.splice(0)
    }
  })
  return take
}

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
  const early = useEarlyChanges(projectId)
  useEffect(() => {
    const end = live.listen(projectId, (changes) => rows.hear(changes))
    const missed = early()
    // Own writes too: the rows may have been read before them.
    if (missed.some(({ kind }) => kind === 'rows' || kind === 'elsewhere')) rows.hear([{ kind: 'elsewhere' }])
    return end
  }, [projectId, rows, early])
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
