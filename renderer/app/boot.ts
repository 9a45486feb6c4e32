import { handleKeys, registerCommands, runCommand, shellCommands } from '@renderer/actions'
import { desktop, isApiError } from '@renderer/api'
import {
  awaitFirstRows,
  followCalls,
  followOtherWindows,
  goTo,
  isAuthenticated,
  loadInstallation,
  loadShellInfo,
  loadUser,
  pollUser,
  rehydrated,
  startSession,
  toastLatestNotification,
  useInstallation,
  useUsers,
  watchConnection,
} from '@renderer/stores'

/** Joins stores, client, keys and shell. Once, before the first page. */
export function startServices(currentPath: () => string): void {
  startSession()
  followCalls()
  toastLatestNotification()
  watchConnection()
  followOtherWindows()
  pollUser()
  awaitFirstRows()
  registerCommands(shellCommands)
  handleKeys(() => ({
    path: currentPath(),
    isSignedIn: isAuthenticated(useInstallation.getState().info, useUsers.getState()),
  }))
  const shell = desktop()
  if (shell === undefined) return
  void loadShellInfo()
  shell.onRunCommand(({ command }) => void runCommand(command))
  shell.onFileGiven(({ path }) => void goTo(`/projects?open=file&path=${encodeURIComponent(path)}`))
}

let booting: Promise<void> | undefined

/** What every page waits for: restored modules, the installation, and who is signed in. Failing, it may be tried again. */
export function ready(): Promise<void> {
  booting ??= boot().catch((error: unknown) => {
    booting = undefined
    throw error
  })
  return booting
}

async function boot(): Promise<void> {
  await rehydrated()
  await loadInstallation()
  if (useUsers.getState().token === null) return
  try {
    await loadUser()
  } catch (error) {
    // S1 §4: a user that cannot be told is no user. A server that is away is said by the page instead.
    if (!isApiError(error) || error.status === 0) throw error
    useUsers.getState().cleared()
  }
}
