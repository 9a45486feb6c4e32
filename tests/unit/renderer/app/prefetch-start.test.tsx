import { ErrorLayout } from '@renderer/app/layouts/PublicLayout'
import { useUsers } from '@renderer/stores'
import { draw } from '@tests/helpers/renderer'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const { loaded } = vi.hoisted(() => ({ loaded: vi.fn((path: string) => Promise.reject(new Error(`no ${path}`))) }))
vi.mock('@renderer/app/routes', () => ({
  screens: ['/projects', '/user/authentication/signin'].map((path) => ({ path, page: () => loaded(path) })),
}))

const whenIdle = vi.fn((_work: () => void, _options?: IdleRequestOptions) => 7)
const cancelled = vi.fn()

beforeEach(() => {
  vi.clearAllMocks()
  vi.stubGlobal('requestIdleCallback', whenIdle)
  vi.stubGlobal('cancelIdleCallback', cancelled)
})
afterEach(() => {
  useUsers.setState({ token: null })
  vi.unstubAllGlobals()
})

const show = () =>
  draw(
    <RouterProvider
      router={createMemoryRouter([{ Component: ErrorLayout, children: [{ path: '/', element: <p>404</p> }] }])}
    />,
  )

describe('an error page', () => {
  it.each([
    ['the project list', 't', '/projects'],
    ['the sign-in page', null, '/user/authentication/signin'],
  ])('prefetches %s when the window is idle, within 2 s', (_, token, path) => {
    useUsers.setState({ token })
    const { unmount } = show()
    expect(whenIdle.mock.calls.map(([, options]) => options)).toEqual([{ timeout: 2_000 }])
    expect(loaded).not.toHaveBeenCalled()
    // If the code can't be loaded, the error page stays.
    whenIdle.mock.calls[0]?.[0]()
    expect(loaded.mock.calls).toEqual([[path]])
    unmount()
    expect(cancelled).toHaveBeenCalledWith(7)
  })
})
