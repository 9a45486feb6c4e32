import { isApiError } from '@renderer/api'
import { useConnection } from '@renderer/stores'
import { FaultPage, UnreachablePage } from '@renderer/features/errors'
import { useEffect, useState } from 'react'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router-dom'
import { isChunkError, reloadForChunk } from './chunk-reload'
import { StartScreen } from './StartScreen'

/** What a page that broke shows instead (S1 §2, §8): a reload for a lost chunk, a way to try again, or the fault. */
export function RouteErrorPage() {
  const error = useRouteError()
  const isChunk = isChunkError(error)
  const [reloading, setReloading] = useState(isChunk)
  const { revalidate } = useRevalidator()
  const isLost = useConnection((state) => state.isLost)
  const isUnreachable = isApiError(error, 'SERVER_UNREACHABLE') || (isChunk && !reloading)

  useEffect(() => {
    if (isChunk) void reloadForChunk().then(setReloading)
  }, [isChunk])

  // The server is back: the page is asked for again by itself.
  useEffect(() => {
    if (isUnreachable && !isChunk && !isLost) void revalidate()
  }, [isUnreachable, isChunk, isLost, revalidate])

  if (reloading) return <StartScreen />
  if (isUnreachable) return <UnreachablePage onRetry={() => (isChunk ? location.reload() : void revalidate())} />
  const status = isRouteErrorResponse(error) ? error.status : isApiError(error) ? error.status : 500
  return <FaultPage status={status} error={error} />
}
