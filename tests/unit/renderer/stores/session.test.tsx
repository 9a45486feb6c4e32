import { asShown } from '@tests/helpers/as-shown'
import { client } from '@renderer/api'
import {
  afterProjectCreated,
  bindNavigation,
  isAuthenticated,
  isFirstLoad,
  loadUser,
  pollUser,
  rememberDestination,
  rolesOf,
  signIn,
  signOut,
  startSession,
  takeDestination,
  useInstallation,
  useToasts,
  useUsers,
  type Installation,
} from '@renderer/stores'
import { fakeServer, type Answer } from '@tests/helpers/fake-server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const info: Installation = {
  authType: 'jwt',
  projectHasAdmin: true,
  firstUser: false,
  setupCodeRequired: false,
  signUpClosed: false,
  userPollSeconds: 2,
  userPollRetries: 3,
  projectHasDb: true,
  type: 'docker',
  env: '_noco',
  googleAuthEnabled: false,
  githubAuthEnabled: false,
  oneClick: false,
  connectToExternalDB: true,
  version: '0.1.0',
  defaultLimit: 25,
  timezone: 'UTC',
}
const mina = {
  id: 1,
  email: 'mina@harbour.example',
  firstName: null,
  lastName: null,
  emailVerified: false,
  isSuperAdmin: true,
  roles: { user: true } as const,
}
const me = { isAuthorized: true, id: 1, email: mina.email, isSuperAdmin: true, roles: { user: true } }

const went = vi.fn()
let answers: Record<string, Answer>

beforeEach(() => {
  localStorage.clear()
  went.mockClear()
  bindNavigation(went)
  startSession()
  useToasts.setState({ toasts: [] })
  useInstallation.setState({ info })
  useUsers.setState({ token: 'old', user: mina, previewAs: null, role: null })
  answers = {}
  const { send } = fakeServer(
    ({ path }) => answers[path.split('?')[0] ?? ''] ?? { status: 404, body: { msg: 'No.', code: 'ROUTE_NOT_FOUND' } },
  )
  vi.stubGlobal('fetch', send)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const expired = { status: 401, body: { msg: 'Sign in again.', code: 'TOKEN_INVALID' } }

describe('a session whose refresh is refused', () => {
  beforeEach(() => {
    answers['/user/me'] = expired
    answers['/auth/refresh-token'] = { status: 401, body: { msg: 'Gone.', code: 'REFRESH_TOKEN_INVALID' } }
  })

  it('ends on the sign-in page, with a sentence for 5 s', async () => {
    await client.call('userMe', {}).catch(() => undefined)
    expect(useUsers.getState()).toMatchObject({ token: null, user: null })
    expect(went).toHaveBeenCalledExactlyOnceWith('/user/authentication/signin')
    expect(asShown(useToasts.getState()).toasts).toMatchObject([
      { text: 'Token expired please login to continue', durationMs: 5_000 },
    ])
  })

  it('is told once, however many calls hear of it', async () => {
    await Promise.allSettled([1, 2, 3].map(() => client.call('userMe', {})))
    expect(asShown(useToasts.getState()).toasts).toHaveLength(1)
  })

  it('ends on the index while there is no account yet, without a sentence', async () => {
    useInstallation.setState({ info: { ...info, firstUser: true } })
    await client.call('userMe', {}).catch(() => undefined)
    expect(went).toHaveBeenCalledExactlyOnceWith('/')
    expect(asShown(useToasts.getState()).toasts).toEqual([])
  })
})

describe('a kept token that is good for nobody', () => {
  it('is renewed where /user/me answers the guest', async () => {
    const { send } = fakeServer(({ path, token }) =>
      path === '/user/me' ? { body: token === 'new' ? me : { roles: { guest: true } } } : { body: { token: 'new' } },
    )
    vi.stubGlobal('fetch', send)
    expect(await loadUser()).toMatchObject({ email: mina.email })
    expect(useUsers.getState().token).toBe('new')
    expect(went).not.toHaveBeenCalled()
  })

  it('ends the session where it cannot be renewed', async () => {
    answers['/user/me'] = { body: { roles: { guest: true } } }
    answers['/auth/refresh-token'] = { status: 401, body: { msg: 'Gone.', code: 'REFRESH_TOKEN_MISSING' } }
    expect(await loadUser()).toBeNull()
    expect(useUsers.getState().token).toBeNull()
    expect(went).toHaveBeenCalledExactlyOnceWith('/user/authentication/signin')
  })
})

describe('signing in', () => {
  it('keeps token and user', async () => {
    useUsers.getState().cleared()
    answers['/auth/signin'] = { body: { token: 'fresh' } }
    answers['/user/me'] = { body: me }
    await signIn({ email: mina.email, password: 'correct horse' })
    expect(useUsers.getState()).toMatchObject({ token: 'fresh', user: { email: mina.email } })
  })

  it('keeps nothing when the password is wrong', async () => {
    useUsers.getState().cleared()
    answers['/auth/signin'] = {
      status: 400,
      body: { msg: 'The e-mail or the password is not right.', code: 'CREDENTIALS_INVALID' },
    }
    await expect(signIn({ email: mina.email, password: 'wrong horse' })).rejects.toMatchObject({
      code: 'CREDENTIALS_INVALID',
    })
    expect(useUsers.getState().token).toBeNull()
  })
})

describe('signing out', () => {
  it.each([{ body: { msg: 'Success' } }, { status: 401, body: {} }, { status: 500, body: {} }])(
    'forgets the session also when the server answers %o',
    async (answer) => {
      answers['/auth/signout'] = answer
      await signOut()
      expect(useUsers.getState()).toMatchObject({ token: null, user: null })
      expect(went).toHaveBeenCalledExactlyOnceWith('/user/authentication/signin')
      expect(asShown(useToasts.getState()).toasts).toEqual([])
    },
  )
})

describe('the poll of the user', () => {
  it('forgets the user at an error, and at 504 only after the last retry', async () => {
    vi.useFakeTimers()
    const end = pollUser()
    answers['/user/me'] = { status: 504, body: {} }
    await vi.advanceTimersByTimeAsync(2_000 * 3)
    expect(useUsers.getState().user).not.toBeNull()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(useUsers.getState().user).toBeNull()

    useUsers.setState({ token: 't', user: mina })
    answers['/user/me'] = { status: 500, body: {} }
    await vi.advanceTimersByTimeAsync(2_000)
    expect(useUsers.getState().user).toBeNull()
    end()
  })

  it('follows the interval that the server names, and stops', async () => {
    vi.useFakeTimers()
    useInstallation.setState({ info: null })
    const end = pollUser()
    answers['/user/me'] = { status: 500, body: {} }
    await vi.advanceTimersByTimeAsync(10_000)
    expect(useUsers.getState().user).not.toBeNull()
    useInstallation.setState({ info })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(useUsers.getState().user).toBeNull()
    end()
    useUsers.setState({ token: 't', user: mina })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(useUsers.getState().user).not.toBeNull()
  })
})

describe('rules', () => {
  it('none is always signed in, jwt needs a user, masterKey a key', () => {
    const nobody = { token: null, user: null }
    expect(isAuthenticated({ authType: 'none' }, nobody)).toBe(true)
    expect(isAuthenticated({ authType: 'jwt' }, { token: 't', user: null })).toBe(false)
    expect(isAuthenticated({ authType: 'jwt' }, { token: 't', user: mina })).toBe(true)
    expect(isAuthenticated({ authType: 'masterKey' }, { token: 'key', user: null })).toBe(true)
    expect(isAuthenticated({ authType: 'masterKey' }, nobody)).toBe(false)
  })

  it('a first load is one without a user or without a database', () => {
    const authType = 'jwt'
    expect(isFirstLoad({ firstUser: true, projectHasDb: true, authType })).toBe(true)
    expect(isFirstLoad({ firstUser: false, projectHasDb: false, authType })).toBe(true)
    expect(isFirstLoad({ firstUser: false, projectHasDb: true, authType })).toBe(false)
    // The key comes before the first user.
    expect(isFirstLoad({ firstUser: true, projectHasDb: true, authType: 'masterKey' })).toBe(false)
  })

  it('a new project leads into itself, or to signing up first', () => {
    expect(afterProjectCreated(info, 'music_ab12')).toBe('/nc/music_ab12?new=1')
    expect(afterProjectCreated({ ...info, firstUser: true }, 'p')).toBe('/user/authentication/signup')
    expect(afterProjectCreated({ ...info, authType: 'masterKey' }, 'p')).toBe('/user/authentication/signup')
    // Where an account exists, its page passes on to the project.
    expect(takeDestination()).toBe('/nc/p?new=1')
  })

  it('the page asked for before signing in is gone to once', () => {
    rememberDestination('/nc/p?name=Track')
    expect([takeDestination(), takeDestination()]).toEqual(['/nc/p?name=Track', '/projects'])
  })

  it('the super admin holds that role beside his others', () => {
    expect(rolesOf(mina)).toEqual(['super', 'user'])
    expect(rolesOf(null)).toEqual(['guest'])
  })
})
