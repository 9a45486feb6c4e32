import { releaseCheckEveryMs } from '@common/constants'
import type { OperationOutput } from '@common/operations'
import { client, desktop, isApiError } from '@renderer/api'
import { create } from 'zustand'
import { useApp } from './app'
import { afterFirstRows } from './first-rows'
import { shownShare } from './shown-share'
import { useIsSuperAdmin, useUsers } from './users'
import { useWindows } from './windows'

interface ReleaseState {
  /** Versions as the server knows them; null before the first answer. */
  readonly info: OperationOutput<'releaseRead'> | null
  /** Milliseconds since 1970. */
  readonly readAt: number | null
}

export const useRelease = create<ReleaseState>(() => ({ info: null, readAt: null }))

/** Asks the server for the newest version, and stores it. @throws ApiError */
export async function readRelease(): Promise<void> {
  const info = await client.call('releaseRead', {}, { silent: true })
  useRelease.setState({ info, readAt: Date.now() })
  if (info.isNewer && info.newest !== null) useApp.getState().releaseSeen(info.newest.version)
}

/**
 * Returns the newer version whose alert is not hidden (S1 §4); undefined if there is none. On a server, only a super
 * admin can upgrade it.
 */
export function useUpgrade(): string | undefined {
  const isSuperAdmin = useIsSuperAdmin()
  const version = useRelease(({ info }) => (info?.isNewer === true ? info.newest?.version : undefined))
  const hidden = useApp((state) => state.hiddenRelease)
  return version === hidden || (desktop() === undefined && !isSuperAdmin) ? undefined : version
}

/** Asks after the first rows, after each sign-in, and every ten minutes (S1 §9), unless the setting is off. */
export function followRelease(): () => void {
  const ask = (): void => {
    const isAllowed = useWindows.getState().checkForUpdate
    if (!isAllowed || useUsers.getState().token === null || shownShare() !== null) return
    readRelease().catch((error: unknown) => {
      // The next question may reach the server.
      if (!isApiError(error)) throw error
    })
  }
  afterFirstRows(ask)
  const timer = setInterval(ask, releaseCheckEveryMs)
  const ends = [
    useUsers.subscribe(({ token }, before) => {
      if (before.token === null && token !== null) afterFirstRows(ask)
    }),
    useWindows.subscribe(({ checkForUpdate }, before) => {
      if (checkForUpdate && !before.checkForUpdate) ask()
    }),
  ]
  return () => {
    clearInterval(timer)
    for (const end of ends) end()
  }
}
