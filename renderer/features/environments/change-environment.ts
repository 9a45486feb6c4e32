import { client } from '@renderer/api'
import { sentence } from '@renderer/i18n'
import { goTo, loader, loadInstallation, signOut, toast, useUsers } from '@renderer/stores'

/** S1 §4: the dashboard is polled every second. */
const pollEveryMs = 1_000
/** Polls after which the server counts as away. */
const pollsMax = 120

/**
 * Changes the working environment as S1 §4 says: change, poll the dashboard until it is up, sign out, reload the project
 * info, then go to `/start` if there is no admin, else reload the page.
 *
 * @param reload  loads the page again
 * @throws ApiError if the server rejects the change
 */
export async function changeEnvironment(
  projectId: string,
  environment: string,
  reload = (): void => window.location.reload(),
): Promise<void> {
  loader.show(sentence('environments.change.running', { environment }))
  try {
    await client.call('environmentChange', { environment }, { projectId, silent: true })
    if (!(await dashboardIsUp())) {
      toast.error(sentence('environments.change.away'))
      return
    }
    await signOut()
    // Unsaved work can cancel the sign-out. The user then goes on in the new environment.
    if (useUsers.getState().token !== null) return
    const { projectHasAdmin } = await loadInstallation()
    if (projectHasAdmin) reload()
    else await goTo('/start')
  } finally {
    loader.hide()
  }
}

async function dashboardIsUp(): Promise<boolean> {
  for (let poll = 0; poll < pollsMax; poll += 1) {
    if (await answers()) return true
    await new Promise((resolve) => setTimeout(resolve, pollEveryMs))
  }
  return false
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch(window.location.pathname, { cache: 'no-store' })).ok
  } catch {
    return false
  }
}
