import { isApiError } from '@renderer/api'
import { problem, useConnection } from '@renderer/stores'
import { FaultPage, UnreachablePage } from '@renderer/features/errors'
import { useEffect, useEffectEvent, useState } from 'react'
import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router-dom'
import { isMissingChunk, reloadForChunk } from './chunk-reload'
import layout from './layouts/layouts.module.css'
import { StartScreen } from './StartScreen'

/** Replaces a page that crashed (S1 §2, §8): the error, or a wait for an unreachable server. */
export function RouteErrorPage({ isFramed = true }: { readonly isFramed?: boolean }) {
  const error = useRouteError()
  const navigate = useNavigate()
  const location = useLocation()
  const isLost = useConnection((state) => state.isLost)
  const isUnreachable = isApiError(error, 'SERVER_UNREACHABLE')

  /**
   * Opens the same address again. The error boundary of the router forgets its error with a new location, but not with
   * `revalidate` if React draws the start and the end of it at once, as a busy computer does.
   */
  const retry = () => void navigate(location, { replace: true, state: location.state as unknown })
  const retryNow = useEffectEvent(retry)

  // Reloads the page once the server is back.
  useEffect(() => {
    if (isUnreachable && !isLost) retryNow()
  }, [isUnreachable, isLost])

  if (isUnreachable) return <UnreachablePage onRetry={retry} />
  // Also covers chunks that load when first shown.
  if (isMissingChunk(error)) return <ChunkErrorPage error={error} />
  const status = isRouteErrorResponse(error) ? error.status : isApiError(error) ? error.status : 500
  const fault = error instanceof Error ? error : new Error(String(error))
  return <FaultPage status={status} error={error} onReport={isFramed ? () => problem.report(fault) : undefined} />
}

/** The same where no layout is around it. */
export function RootErrorPage() {
  return (
    <main className={layout.scroll}>
      <RouteErrorPage isFramed={false} />
    </main>
  )
}

/**
 * Replaces a page whose code failed to load. After an update its file has another name, so the window reloads, at most
 * once a minute (S1 §8). Without a server, it waits.
 */
export function ChunkErrorPage({ error }: { readonly error: unknown }) {
  const isLost = useConnection((state) => state.isLost)
  const [outcome, setOutcome] = useState<'looking' | 'waiting' | 'broken'>('looking')

  useEffect(() => {
    void reloadForChunk().then((isReloading) => {
      if (!isReloading) setOutcome(useConnection.getState().isLost ? 'waiting' : 'broken')
    })
  }, [])

  useEffect(() => {
    if (outcome === 'waiting' && !isLost) location.reload()
  }, [outcome, isLost])

  switch (outcome) {
    case 'looking':
      return <StartScreen />
    case 'waiting':
      return <UnreachablePage onRetry={() => location.reload()} />
    case 'broken':
      return <FaultPage status={500} error={error} />
  }
}
