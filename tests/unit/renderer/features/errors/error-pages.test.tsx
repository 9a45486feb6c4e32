import { ApiError } from '@renderer/api'
import { LastResort } from '@renderer/app/LastResort'
import { RouteErrorPage } from '@renderer/app/RouteErrorPage'
import { LaterPage, NotFoundPage, StatusPage } from '@renderer/features/errors'
import { useConnection, useUsers } from '@renderer/stores'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { draw } from '@tests/helpers/renderer'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** Draws an address of the error pages. */
const open = (address: string) =>
  draw(
    <RouterProvider
      router={createMemoryRouter(
        [
          { path: '/error/:status', Component: StatusPage },
          { path: '/later', Component: LaterPage },
          { path: '*', Component: NotFoundPage },
        ],
        { initialEntries: [address] },
      )}
    />,
  )

const heading = () => screen.getByRole('heading', { level: 1 }).textContent

describe('the page of an address', () => {
  it('that no screen has says so, and leads to the start', async () => {
    open('/no/such/page')
    expect(heading()).toBe('This page could not be found')
    expect(screen.getByRole('link').getAttribute('href')).toBe('/')
    await waitFor(() => expect(document.title).toContain('This page could not be found'))
  })

  it('of a forbidden page names the role that it needs', () => {
    open('/error/403?role=creator')
    expect(document.body.textContent).toMatch(/creator/i)
  })

  it.each(['/error/403', '/error/403?role=__proto__', '/error/403?role=%3Cb%3E'])('%s names no role', (address) => {
    open(address)
    expect(document.body.textContent).not.toMatch(/__proto__|<b>/)
    expect(screen.getByText('403')).toBeTruthy()
    expect(screen.getByRole('link').getAttribute('href')).toBe('/')
  })

  it('of a bad request explains it', () => {
    open('/error/400')
    expect(screen.getByText('400')).toBeTruthy()
  })

  it('of another status is the page of a missing one', () => {
    open('/error/418')
    expect(heading()).toBe('This page could not be found')
  })

  it('of a later version leads back to the projects, or to the start without a user', () => {
    const { unmount } = open('/later')
    expect(screen.getByRole('link').getAttribute('href')).toBe('/')
    unmount()
    useUsers.setState({ token: 't' })
    open('/later')
    expect(screen.getByRole('link').getAttribute('href')).toBe('/projects')
    useUsers.setState({ token: null })
  })
})

describe('a page that breaks', () => {
  const copied = vi.fn(async () => undefined)
  beforeEach(() => {
    // The router and React report the error, too.
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.stubGlobal('navigator', { ...navigator, platform: 'Linux', clipboard: { writeText: copied } })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    useConnection.setState({ isLost: false })
  })

  /** Draws a page whose loader gives this. */
  const openWith = (loader: () => unknown) =>
    draw(
      <RouterProvider
        router={createMemoryRouter([
          {
            path: '/',
            loader,
            Component: () => <p>rows</p>,
            ErrorBoundary: RouteErrorPage,
            HydrateFallback: () => null,
          },
        ])}
      />,
    )
  const failWith = (error: unknown) =>
    openWith(() => {
      throw error
    })

  it('shows the message of the server and its status', async () => {
    failWith(new ApiError('VALUE_CHANGED', 'Another user changed this.', 409))
    expect(await screen.findByText('409')).toBeTruthy()
    expect(screen.getByText('Another user changed this.')).toBeTruthy()
  })

  it('offers the facts of a fault for a report', async () => {
    failWith(new Error('cells is undefined'))
    fireEvent.click(await screen.findByRole('button', { name: 'Copy' }))
    expect(copied).toHaveBeenCalledWith(expect.stringContaining('cells is undefined'))
    expect(screen.getByText('500')).toBeTruthy()
  })

  it('waits for a server that is away, and opens when it is back', async () => {
    let isAway = true
    openWith(() => {
      if (!isAway) return null
      useConnection.setState({ isLost: true })
      throw new ApiError('SERVER_UNREACHABLE', '', 0)
    })
    expect(await screen.findByRole('button', { name: /again|retry/i })).toBeTruthy()
    isAway = false
    act(() => useConnection.setState({ isLost: false }))
    expect(await screen.findByText('rows')).toBeTruthy()
  })

  it('opens at a retry that ends before the page is drawn again', async () => {
    let isAway = true
    openWith(() => {
      if (!isAway) return null
      useConnection.setState({ isLost: true })
      throw new ApiError('SERVER_UNREACHABLE', '', 0)
    })
    const retry = await screen.findByRole('button', { name: /again|retry/i })
    isAway = false
    // React draws when `act` ends: start and end of the loading at once.
    await act(async () => {
      fireEvent.click(retry)
      await new Promise((resolve) => setImmediate(resolve))
    })
    expect(screen.getByText('rows')).toBeTruthy()
    useConnection.setState({ isLost: false })
  })

  it('still shows words when the page of the error breaks too', () => {
    const Broken = (): never => {
      throw new Error('again')
    }
    draw(
      <LastResort>
        <Broken />
      </LastResort>,
    )
    expect(screen.getByRole('link').getAttribute('href')).toBe('./')
    expect(heading()).not.toBe('')
  })
})
