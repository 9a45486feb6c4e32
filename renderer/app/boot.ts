import { handleKeys, registerCommands, runCommand, shellCommands } from '@renderer/actions'
import { client, desktop, isApiError, sentenceOf, unwrap } from '@renderer/api'
import { followUpdaterLater } from '@renderer/features/updates'
import { loadServerTexts } from '@renderer/i18n'
import { loadPrefetched, pictures } from '@renderer/ui'
import {
  afterFirstRows,
  awaitFirstRows,
  followCalls,
  followOtherWindows,
  followPreview,
  followRelease,
  followShellSettings,
  isAuthenticated,
  loadAbility,
  loadInstallation,
  loadShellInfo,
  loadUser,
  pollUser,
  rehydrated,
  saveStateNow,
  isOnNetwork,
  shownShare,
  startSession,
  toast,
  toastLatestNotification,
  useInstallation,
  useUsers,
  watchConnection,
} from '@renderer/stores'
import { watchFaults } from './watch-faults'
import { restoreTabs } from './window-memory'

/** Joins stores, client, keys and shell. Once, before the first page. Settles once the profile's settings apply. */
export async function startServices(currentPath: () => string): Promise<void> {
  startSession()
  followCalls()
  toastLatestNotification()
  watchConnection()
  followOtherWindows()
  followPreview()
  pollUser()
  awaitFirstRows(currentPath().startsWith('/nc/'))
  afterFirstRows(loadPrefetched)
  afterFirstRows(() => void loadServerTexts().catch(() => undefined))
  followPictures()
  watchFaults()
  followRelease()
  registerCommands(shellCommands)
  handleKeys(() => ({
    path: currentPath(),
    isSignedIn: shownShare() === null && isAuthenticated(useInstallation.getState().info, useUsers.getState()),
  }))
  const shell = desktop()
  if (shell === undefined) return
  void loadShellInfo()
  shell.onSaveStateAsked(({ ticket }) => void unwrap(shell.tellSaveState({ ticket, state: saveStateNow() })))
  afterFirstRows(() => void followUpdaterLater(shell))
  shell.onRunCommand(({ command }) => void runCommand(command))
  try {
    await followShellSettings(shell)
  } catch (error) {
    if (!isApiError(error)) throw error
    toast.error(sentenceOf(error))
  }
}

/** Loads pictures for avatars, after the first rows. A new user sees other pictures. */
function followPictures(): void {
  afterFirstRows(() =>
    pictures.connect((emails) => client.call('pictureList', { emails: [...emails] }, { silent: true })),
  )
  useUsers.subscribe(({ user }, before) => {
    if (user?.id !== before.user?.id) pictures.clear()
  })
}

let booting: Promise<void> | undefined

/**
 * Waits for the needs of every page: restored modules, the installation, and the signed-in user. Callers may retry
 * after an error.
 */
export function ready(): Promise<void> {
  booting ??= boot().catch((error: unknown) => {
    booting = undefined
    throw error
  })
  return booting
}

/** Without sign-in there is no token. One of another auth type is no longer of use. */
function prepareToken(): void {
  const { token, tokenGiven, cleared } = useUsers.getState()
  const isOpen = useInstallation.getState().info?.authType === 'none'
  if (isOpen) tokenGiven('')
  else if (token === '') cleared()
}

async function boot(): Promise<void> {
  const shell = desktop()
  await Promise.all([rehydrated(), shell && restoreTabs(shell)])
  if (isOnNetwork()) return
  await Promise.all([loadInstallation(), loadAbility()])
  prepareToken()
  // A visitor of a link is no user, even in a browser where one is signed in.
  if (useUsers.getState().token === null || shownShare() !== null) return
  try {
    await loadUser()
  } catch (error) {
    // S1 §4: an error while loading the user means no user. The page itself reports an unreachable server.
    if (!isApiError(error) || error.status === 0) throw error
    useUsers.getState().cleared()
  }
}
