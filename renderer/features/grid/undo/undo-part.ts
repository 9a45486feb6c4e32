import { useEffect } from 'react'
import type { GridPart } from '../parts'
import type { GridSession } from '../session'
import { rowsWritten } from './rows-written'

/** What is taken back is seen at once. */
export function useUndoPart({ projectId, model }: GridSession): GridPart {
  useEffect(
    () =>
      rowsWritten.subscribe((changed) => {
        if (changed === projectId) model.rows.refresh()
      }),
    [projectId, model],
  )
  return {}
}
