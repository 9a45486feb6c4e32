import { tokenExpiredToastMs, userPollRetriesDefault, userPollSecondsDefault } from '@common/constants'
import type { AuthType } from '@common/model/auth-type'
import { masterKeyHeader } from '@common/principal'
import type { OperationOutput } from '@common/operations'
import { bindSession, client, isApiError, queryClient, renewSession } from '@renderer/api'
import { sentence } from '@renderer/i18n'
import { loadInstallation, needsFirstUser, useInstallation, type Installation } from './installation'
import { shownShare } from './shown-share'
import { goTo, rememberDestination } from './navigation'
import { toast } from './toasts'
import { useUsers, type User, type UsersState } from './users'

export const signInPath = '/user/authentication/signin'
export const signUpPath = '/user/authentication/signup'

/** S1 §6: none is always signed in, jwt needs a user, masterKey a key. */
export function isAuthenticated(
  info: Pick<Installation, 'authType'> | null,
  { token, user }: Pick<UsersState, 'token' | 'user'>,
): boolean {
  if (info?.authType === 'none') return true
  return token !== null && (info?.authType === 'masterKey' || user !== null)
}

const authType = (): AuthType => useInstallation.getState().info?.authType ?? 'jwt'

/** Binds the client to the users module. Called once, before the first call. */
export function startSession(): void {
  bindSession({
    token: () => useUsers.getState().token,
    tokenHeader: () => (authType() === 'masterKey' ? masterKeyHeader : 'xc-auth'),
    isRenewable: () => authType() === 'jwt',
    ending: () => ending,
    previewAs: () => useUsers.getState().previewAs,
    share: shownShare,
    renewed: (token) => useUsers.getState().tokenGiven(token),
    ended: sessionEnded,
    signedOut: () => void leave(signInPath),
    refused: ({ msg, code }) => {
      if (code !== undefined && shareCodes.includes(code)) shareRefused()
      if (msg === 'Database config not found') void goTo('/project/0')
    },
    exclusively: oneWindowAtATime,
  })
}

/** The link that the window shows was closed, or its password has changed. */
const shareCodes: readonly string[] = ['SHARE_CLOSED', 'SHARE_PASSWORD_NEEDED']

/** Opens the link again, which shows the reason. */
function shareRefused(): void {
  if (shownShare() === null) return
  void queryClient.invalidateQueries({
    // Not if opening it is what the server has just refused.
    predicate: ({ queryKey: [, name], state }) =>
      name === 'shareOpen' && state.fetchStatus === 'idle' && state.status !== 'error',
  })
}

/**
 * Each use replaces the refresh cookie, so two windows must not use it at once. Plain http from another machine has no
 * lock; then the windows may race and one shows the sign-in page again.
 */
async function oneWindowAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (typeof navigator === 'undefined' || navigator.locks === undefined) return work()
  return navigator.locks.request('basalt-refresh', async () => {
    await useUsers.persist.rehydrate()
    return work()
  })
}

/**
 * Loads everything again when a preview begins or ends, here or in another window, because answers depend on the rights.
 *
 * @returns the unsubscribe function
 */
export function followPreview(): () => void {
  return useUsers.subscribe((now, before) => {
    if (now.previewAs === before.previewAs || now.token === null) return
    for (const query of queryClient.getQueryCache().getAll()) query.reset()
    // The app bar loads again after the rest of the page is gone, which the role may not read.
    setTimeout(() => {
      void queryClient.refetchQueries({
        type: 'active',
        predicate: ({ state: { data, fetchStatus } }) => data === undefined && fetchStatus === 'idle',
      })
    })
  })
}

/** Clears the user. Clears cached data after leaving the page, which would otherwise refetch it. */
async function leave(to: string, comeBackTo: string | null = null): Promise<void> {
  useUsers.getState().cleared()
  await goTo(to)
  queryClient.clear()
  rememberDestination(comeBackTo)
}

/** S1 §8: the server rejected the refresh. Several calls may report it; the user sees one message. */
function sessionEnded(): void {
  const isNews = useUsers.getState().token !== null
  const isFirstUser = needsFirstUser(useInstallation.getState().info)
  if (isNews && !isFirstUser) toast.info(sentence('auth.tokenExpired'), { durationMs: tokenExpiredToastMs })
  void leave(isFirstUser ? '/' : signInPath, isNews ? shownPage() : null)
}

/** Returns the page in the window, unless it is one for guests. */
function shownPage(): string | null {
  const path = location.hash.slice(1)
  return path === '' || path === '/' || path.startsWith('/user/authentication') ? null : path
}

export interface Credentials {
  readonly email: string
  readonly password: string
  /** Setup code for the first account of a server that other machines can reach. */
  readonly setupCode?: string
}

/** @throws ApiError with the sentence to show above the button */
export async function signIn(credentials: Credentials): Promise<void> {
  await enterWithToken((await client.call('authSignIn', { ...credentials })).token)
}

/** @throws ApiError with the sentence to show above the button */
export async function signUp(credentials: Credentials & { readonly token?: string | undefined }): Promise<void> {
  const { token } = await client.call('authSignUp', { ...credentials })
  // The window keeps the master key, and its owner gets a name.
  if (authType() === 'masterKey') await loadUser()
  else await enterWithToken(token)
  await loadInstallation()
}

/** Opens the installation with its master key. @returns false for a wrong key @throws ApiError */
export async function enterWithKey(secret: string): Promise<boolean> {
  if (!(await client.call('authAdminVerify', { secret }, { silent: true }))) return false
  await enterWithToken(secret)
  return true
}

/** Signs in with an access token that the server has just returned. @throws ApiError */
export async function enterWithToken(token: string): Promise<void> {
  queryClient.clear()
  useUsers.getState().tokenGiven(token)
  try {
    await loadUser()
  } catch (error) {
    useUsers.getState().cleared()
    throw error
  }
}

type SignOutGuard = () => Promise<boolean>
const guards = new Set<SignOutGuard>()

/** Registers a check before signing out; false cancels it. @returns the unregister function */
export function guardSignOut(guard: SignOutGuard): () => void {
  guards.add(guard)
  return () => guards.delete(guard)
}

let ending: Promise<void> | undefined

/** Signs out by a call. The requests of the page wait for it, because they would find the session gone. */
async function endSession(by: () => Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  ending = promise
  void queryClient.cancelQueries()
  try {
    await by()
    useUsers.getState().cleared()
  } finally {
    ending = undefined
    resolve()
  }
  await leave(signInPath)
}

/** Ends the session here and on the server, then goes to the sign-in page (S1 §4). */
export async function signOut(): Promise<void> {
  for (const guard of guards) if (!(await guard())) return
  await endSession(async () => {
    try {
      await client.call('authSignOut', {}, { silent: true })
    } catch (error) {
      // The session ends in this window even if the server is unreachable.
      if (!isApiError(error)) throw error
    }
  })
}

/** Ends all sessions of the user, and this one here. @throws ApiError if the server didn't end them */
export async function signOutEverywhere(): Promise<void> {
  for (const guard of guards) if (!(await guard())) return
  await endSession(async () => void (await client.call('sessionEndAll', {}, { silent: true })))
}

/**
 * Loads the user of the token. For an expired token, `/user/me` returns the guest instead of 401 (wire §2.3), so this
 * renews the session.
 *
 * @throws ApiError
 */
export async function loadUser(): Promise<User | null> {
  const { token } = useUsers.getState()
  const user = (await askUser()) ?? ((await renewSession(token)) === undefined ? null : await askUser())
  if (user === null) useUsers.getState().cleared()
  else useUsers.getState().userLoaded(user)
  return user
}

async function askUser(): Promise<User | null> {
  return userFrom(await client.call('userMe', {}, { silent: true }))
}

function userFrom(answer: OperationOutput<'userMe'>): User | null {
  if (answer.isAuthorized !== true || answer.email === undefined) return null
  return {
    id: answer.id ?? null,
    email: answer.email,
    emailVerified: answer.email_verified ?? false,
    firstName: answer.firstname ?? null,
    lastName: answer.lastname ?? null,
    isSuperAdmin: answer.isSuperAdmin ?? false,
    roles: answer.roles,
  }
}

/** Interval and retries of polling, until the server has named its own (S1 §4). */
const pollDefaults = { userPollSeconds: userPollSecondsDefault, userPollRetries: userPollRetriesDefault }

/**
 * Polls the user in the interval that the server names. S1 §4: status 504 counts a retry. Any other error clears the
 * user, and so does the retry after the last one. An unreachable server shows as a lost connection instead.
 *
 * @returns a function that stops polling
 */
export function pollUser(): () => void {
  let retries = 0
  let timer: ReturnType<typeof setInterval> | undefined
  let everySeconds = 0

  function poll(): void {
    if (useUsers.getState().token === null || shownShare() !== null) return
    loadUser().then(
      () => {
        retries = 0
      },
      (error: unknown) => {
        if (!isApiError(error)) throw error
        if (error.status === 0) return
        retries = error.status === 504 ? retries + 1 : Infinity
        if (retries <= (useInstallation.getState().info ?? pollDefaults).userPollRetries) return
        retries = 0
        useUsers.getState().cleared()
      },
    )
  }
  function restart(): void {
    const { userPollSeconds } = useInstallation.getState().info ?? pollDefaults
    if (userPollSeconds === everySeconds) return
    everySeconds = userPollSeconds
    clearInterval(timer)
    timer = setInterval(poll, everySeconds * 1_000)
  }
  restart()
  const stop = useInstallation.subscribe(restart)
  return () => {
    stop()
    clearInterval(timer)
  }
}
