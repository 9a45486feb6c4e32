import type { LiveChange } from '@common/live'
import { clientId, live } from '@renderer/api'
import { useEffect, useRef, useState } from 'react'
import type { GridPart } from '../parts/parts'
import type { GridSession } from '../session/session'
import { onSessionChange } from '../session/session-store'
import { LiveRows } from './live-rows'
import { movedSelection } from './moved-selection'

/** The server has told of a write by then. */
const youngMs = 2_000
/** A grid whose drawing React gives up is not listened for longer than this. */
const earlyMs = 10_000

/**
 * Collects what happens in a project from the first render on, when the model asks for its rows, until the grid is
 * mounted and listens itself. @returns takes what was collected, and ends it
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

/** What others change is there within a second; the person stays at his record, and what he types stays his. */
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
