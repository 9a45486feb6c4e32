import { tokenExpiredToastMs } from '@common/constants'
import type { OperationOutput } from '@common/operations'
import { bindSession, client, isApiError, queryClient } from '@renderer/api'
import { t } from '@renderer/i18n'
import { loadInstallation, useInstallation, type Installation } from './installation'
import { goTo } from './navigation'
import { toast } from './toasts'
import { useUsers, type User, type UsersState } from './users'

export const signInPath = '/user/authentication/signin'
export const signUpPath = '/user/authentication/signup'

/** The user is asked for this often while somebody is signed in. */
export const userPollMs = 300_000
/** Gateway time-outs in a row after which the user is forgotten (S1 §4). */
export const userRetriesMax = 5

/** S1 §6: none is always signed in, jwt needs a user, masterKey a key. */
export function isAuthenticated(
  info: Pick<Installation, 'authType'> | null,
  { token, user }: Pick<UsersState, 'token' | 'user'>,
): boolean {
  if (info?.authType === 'none') return true
  return token !== null && (info?.authType === 'masterKey' || user !== null)
}

/** Binds the client to the users module. Called once, before the first call. */
export function startSession(): void {
  bindSession({
    token: () => useUsers.getState().token,
    previewAs: () => useUsers.getState().previewAs,
    sharedBaseId: () => /^#\/nc\/base\/([^/?]+)/.exec(location.hash)?.[1] ?? null,
    renewed: (token) => useUsers.getState().tokenGiven(token),
    ended: sessionEnded,
    signedOut: forgetSession,
    refused: ({ msg }) => {
      if (msg === 'Database config not found') goTo('/project/0')
    },
    exclusively: oneWindowAtATime,
  })
}

/**
 * The refresh cookie is replaced by each use, so two windows must not use it at the same time. The lock is
 * absent on plain http from another machine; then the windows may race and one asks to sign in again.
 */
async function oneWindowAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (typeof navigator === 'undefined' || navigator.locks === undefined) return work()
  return navigator.locks.request('basalt-refresh', async () => {
    await useUsers.persist.rehydrate()
    return work()
  })
}

function forgetSession(): void {
  useUsers.getState().cleared()
  queryClient.clear()
}

/** S1 §8: the refresh was refused. */
function sessionEnded(): void {
  forgetSession()
  if (useInstallation.getState().info?.firstUser === true) goTo('/')
  else {
    toast.info(t('auth.tokenExpired'), { durationMs: tokenExpiredToastMs })
    goTo(signInPath)
  }
}

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** @throws ApiError with the sentence to show above the button */
export async function signIn(credentials: Credentials): Promise<void> {
  await enter((await client.call('authSignIn', { ...credentials })).token)
}

/** @throws ApiError with the sentence to show above the button */
export async function signUp(credentials: Credentials & { readonly token?: string | undefined }): Promise<void> {
  await enter((await client.call('authSignUp', { ...credentials })).token)
  await loadInstallation()
}

async function enter(token: string): Promise<void> {
  useUsers.getState().tokenGiven(token)
  try {
    await loadUser()
  } catch (error) {
    useUsers.getState().cleared()
    throw error
  }
}

/** Ends the session here and on the server, then goes to the sign-in page (S1 §4). */
export async function signOut(): Promise<void> {
  try {
    await client.call('authSignOut', {}, { silent: true })
  } catch (error) {
    // The session ends in this window also when the server cannot be told.
    if (!isApiError(error)) throw error
  }
  forgetSession()
  goTo(signInPath)
}

/** Asks who the token belongs to. A token that is good for nobody is forgotten. @throws ApiError */
export async function loadUser(): Promise<User | null> {
  const answer = await client.call('userMe', {}, { silent: true })
  const user = userFrom(answer)
  if (user === null) useUsers.getState().cleared()
  else useUsers.getState().userLoaded(user)
  return user
}

function userFrom(answer: OperationOutput<'userMe'>): User | null {
  if (answer.isAuthorized !== true || answer.email === undefined) return null
  return {
    id: answer.id ?? null,
    email: answer.email,
    firstName: answer.firstname ?? null,
    lastName: answer.lastname ?? null,
    isSuperAdmin: answer.isSuperAdmin ?? false,
    roles: answer.roles,
  }
}

/**
 * Keeps the user current. S1 §4: status 504 counts a retry, any other error clears the user, and so does the
 * retry after the last one. A server that cannot be reached is shown as a lost connection instead.
 *
 * @returns the function that ends it
 */
export function pollUser(everyMs: number = userPollMs): () => void {
  let retries = 0
  const timer = setInterval(() => {
    if (useUsers.getState().token === null) return
    loadUser().then(
      () => {
        retries = 0
      },
      (error: unknown) => {
        if (!isApiError(error)) throw error
        if (error.status === 0) return
        retries = error.status === 504 ? retries + 1 : userRetriesMax + 1
        if (retries > userRetriesMax) {
          retries = 0
          useUsers.getState().cleared()
        }
      },
    )
  }, everyMs)
  return () => clearInterval(timer)
}
