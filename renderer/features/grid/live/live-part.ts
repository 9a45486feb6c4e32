import { clientId, live } from '@renderer/api'
import { useEffect, useRef, useState } from 'react'
import type { GridPart } from '../parts'
import type { GridSession } from '../session'
import { LiveRows } from './live-rows'
import { movedSelection } from './moved-selection'

/** What others change is there within a second; the person stays at his record, and what he types stays his. */
export function useLivePart(session: GridSession): GridPart {
  const latest = useRef(session)
  latest.current = session
  const { projectId, model, edited } = session
  const [rows] = useState(
    () =>
      new LiveRows({
        model,
        clientId,
        activeRow: () => latest.current.selection.active?.row,
        holdsStill: () => latest.current.edited !== undefined,
        moved: (places) => {
          const { selection, select, grid } = latest.current
          select(movedSelection(selection, places))
          grid.current?.scrollBy(places)
        },
      }),
  )
  useEffect(() => live.listen(projectId, (changes) => rows.hear(changes)), [projectId, rows])
  useEffect(() => {
    if (edited === undefined) rows.settled()
  }, [edited, rows])
  return {}
}
