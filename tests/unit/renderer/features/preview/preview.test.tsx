import type { ProjectListEntry } from '@common/operations/projects'
import { handleKeys } from '@renderer/actions'
import { client, live, queryClient } from '@renderer/api'
import { DefaultLayout } from '@renderer/app/layouts/DefaultLayout'
import { DashboardPage } from '@renderer/features/dashboard'
import { preview, previewableRoles } from '@renderer/features/preview'
import { tabs, useTabs } from '@renderer/features/tabs'
import { effectiveRoles, followPreview, projectRolesOf, useUsers } from '@renderer/stores'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { draw } from '@tests/helpers/renderer'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const project: Partial<ProjectListEntry> = { id: 'shop', title: 'Shop', role: 'owner', source: 'builtIn', server: null }
const lamps = { name: 'lamps', title: 'Lamps', type: 'table' }

/** Names of the called operations, each with the role that was previewed at that time. */
let asked: string[]
let held: string

describe('roles in a preview', () => {
  it.each([
    ['owner', ['creator', 'editor', 'commenter', 'viewer']],
    ['creator', ['editor', 'commenter', 'viewer']],
    ['editor', []],
    ['viewer', []],
    [undefined, []],
  ])('of %s are the weaker ones: %j', (role, offered) => {
    expect(previewableRoles(role)).toEqual(offered)
  })

  it.each([
    ['owner', 'viewer', ['viewer']],
    ['viewer', 'editor', ['viewer']],
    ['commenter', null, ['commenter']],
    ['stranger', 'viewer', []],
    [undefined, null, []],
  ] as const)('never exceed those held: %s who previews %s counts as %j', (role, previewAs, counting) => {
    expect(projectRolesOf(role, previewAs)).toEqual(counting)
  })

  it('replace the roles outside of projects', () => {
    const state = { token: 't', role: null, user: { isSuperAdmin: true, roles: { user: true } } as never }
    expect(effectiveRoles({ ...state, previewAs: null })).toEqual(['super', 'user'])
    expect(effectiveRoles({ ...state, previewAs: 'editor' })).toEqual(['editor'])
  })
})

describe('a preview', () => {
  let stop: () => void

  beforeEach(() => {
    localStorage.clear()
    sessionStorage.clear()
    queryClient.clear()
    tabs.enter('another', null)
    asked = []
    held = 'owner'
    vi.spyOn(live, 'listen').mockReturnValue(() => undefined)
    vi.spyOn(client, 'call').mockImplementation(async (name: string) => {
      asked.push(`${name} ${useUsers.getState().previewAs}`)
      const own = { ...project, role: held }
      const answers: Record<string, unknown> = { projectOpen: own, projectList: [own], tableList: [lamps] }
      if (name === 'tableRead') return null
      return answers[name] ?? (name === 'trashList' ? { list: [] } : [])
    })
    useUsers.setState({ token: 't', previewAs: null, user: { email: 'ada@example.com', roles: {} } as never })
    stop = followPreview()
  })
  afterEach(() => {
    stop()
    vi.restoreAllMocks()
    useUsers.setState({ token: null, user: null, previewAs: null })
  })

  const bar = () => within(screen.getByRole('region', { name: 'Preview as' }))

  async function open(): Promise<ReturnType<typeof within>> {
    const router = createMemoryRouter(
      [
        {
          Component: DefaultLayout,
          children: [
            { path: '/nc/:projectId/*', Component: DashboardPage },
            { path: '/projects', Component: () => <h1>All projects</h1> },
          ],
        },
      ],
      { initialEntries: ['/nc/shop?name=trash&type=trash'] },
    )
    draw(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    )
    await screen.findByRole('tab', { name: /Trash/ })
    return within(screen.getByRole('complementary'))
  }

  it('shows what the role may see, and everything again after the reset', async () => {
    const sidebar = await open()
    fireEvent.click(sidebar.getByRole('button', { name: 'Preview as' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Viewer' }))
    expect(await screen.findByText('You see and can do only what a viewer can.')).toBeTruthy()
    // Another project page with other answers: the tab of the trash is gone, the first table is open.
    await waitFor(() => expect(useTabs.getState().tabs.map(({ name }) => name)).toEqual(['lamps']))
    expect(asked).toContain('tableList viewer')
    expect(asked).not.toContain('trashList viewer')
    expect(screen.queryByRole('button', { name: 'Trash' })).toBeNull()
    expect(document.activeElement).toBe(bar().getByRole('button', { name: 'Reset preview' }))

    fireEvent.click(bar().getByRole('button', { name: 'Reset preview' }))
    // The table that the preview showed stays in front.
    await waitFor(() => expect(useTabs.getState().tabs.map(({ name }) => name)).toEqual(['trash', 'lamps']))
    expect(screen.queryByRole('region', { name: 'Preview as' })).toBeNull()
    expect(await screen.findByRole('button', { name: 'Trash' })).toBeTruthy()
  })

  it('continues with the tabs that the role may see', async () => {
    await open()
    tabs.open({ type: 'table', name: 'lamps', title: 'Lamps', dbAlias: 'db' })
    act(() => preview.begin('editor'))
    await waitFor(() => expect(useTabs.getState().tabs.map(({ name }) => name)).toEqual(['trash', 'lamps']))
    act(() => preview.begin('commenter'))
    await waitFor(() => expect(useTabs.getState().tabs.map(({ name }) => name)).toEqual(['lamps']))
    act(preview.end)
    await waitFor(() => expect(useTabs.getState().tabs.map(({ name }) => name)).toEqual(['trash', 'lamps']))
  })

  it('changes to another role in the bar', async () => {
    await open()
    act(() => preview.begin('viewer'))
    fireEvent.click(await bar().findByRole('button', { name: 'Viewer' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Editor' }))
    expect(await screen.findByText('You see and can do only what an editor can.')).toBeTruthy()
    expect(useUsers.getState().previewAs).toBe('editor')
  })

  it('opens its menu by key, also from a closed sidebar', async () => {
    const end = handleKeys(() => ({ path: '/nc/shop', isSignedIn: true }))
    await open()
    fireEvent.keyDown(document.body, { key: 'b', code: 'KeyB', ctrlKey: true })
    expect(screen.queryByRole('complementary')).toBeNull()
    fireEvent.keyDown(document.body, { key: 'B', code: 'KeyB', ctrlKey: true, shiftKey: true })
    expect(await screen.findByRole('menuitem', { name: 'Commenter' })).toBeTruthy()
    end()
  })

  it('is offered to owners and creators only', async () => {
    held = 'editor'
    const sidebar = await open()
    expect(sidebar.queryByRole('button', { name: 'Preview as' })).toBeNull()
  })

  it('ends with the session', () => {
    preview.begin('viewer')
    useUsers.getState().cleared()
    expect(useUsers.getState().previewAs).toBeNull()
  })

  it('lasts over a reload, but never with an unknown role', async () => {
    preview.begin('viewer')
    await useUsers.persist.rehydrate()
    expect(useUsers.getState().previewAs).toBe('viewer')
    localStorage.setItem('users', JSON.stringify({ state: { token: 't', previewAs: 'emperor' }, version: 0 }))
    await useUsers.persist.rehydrate()
    expect(useUsers.getState().previewAs).toBeNull()
  })
})
