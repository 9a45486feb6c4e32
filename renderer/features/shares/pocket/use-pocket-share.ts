import { useOperation, type OperationArgs } from '@renderer/api'
import { useEffect } from 'react'

/** Devices connect without the page. */
const refreshEveryMs = 3_000

/** A table and one of its views; without a view, the default grid. */
export type SharedPlace = OperationArgs<'pocketShareRead'>

/** Returns the share of a view on the network. While `watched`, it follows devices that connect. */
export function usePocketShare(projectId: string, place: SharedPlace, watched = false) {
  const query = useOperation('pocketShareRead', place, { projectId, silent: true })
  const { refetch } = query
  useEffect(() => {
    if (!watched) return undefined
    const timer = setInterval(() => void refetch(), refreshEveryMs)
    return () => clearInterval(timer)
  }, [watched, refetch])
  return query
}
