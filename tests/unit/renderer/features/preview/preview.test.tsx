import { permissionsOf } from '@common/permissions/custom-role'
import type { ProjectListEntry } from '@common/operations/projects'
import { projectRoles } from '@common/permissions'
import { handleKeys } from '@renderer/actions'
import { client, live, queryClient } from '@renderer/api'
import { DefaultLayout } from '@renderer/app/layouts/DefaultLayout'
import { DashboardPage } from '@renderer/features/dashboard'
import { preview, previewChoices } from '@renderer/features/preview'
import { tabs, useTabs } from '@renderer/features/tabs'
import { countsOutside, effectiveRoles, followPreview, useUsers, useWhy } from '@renderer/stores'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { draw } from '@tests/helpers/renderer'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const project: Partial<ProjectListEntry> = { id: 'shop', title: 'Shop', role: 'owner', source: 'builtIn', server: null }
const roles = [{ id: 'r_clerk', title: 'Shop clerk', system: false, givable: true }]
const lamps = { name: 'lamps', title: 'Lamps', type: 'table' }

/** Names of the called operations, each with the role that was previewed at that time. */
let asked: string[]
let held: string

describe('roles in a preview', () => {
  it.each([
    ['owner', ['creator', 'editor', 'commenter', 'viewer', 'clerk']],
    ['creator', ['editor', 'commenter', 'viewer', 'clerk']],
    ['editor', []],
    ['viewer', []],
    [undefined, []],
  ])('of %s are the weaker ones: %j', (role, offered) => {
    const listed = [
      { id: 'viewer', title: '', system: true, givable: true },
      { id: 'clerk', title: 'Shop clerk', system: false, givable: true },
      { id: 'boss', title: 'Boss', system: false, givable: false },
    ]
    expect(previewChoices(role, listed).map((choice) => choice.role)).toEqual(offered)
  })

  it('replace the roles outside of projects', () => {
    const user = { isSuperAdmin: true, roles: { user: true } } as never
    expect(effectiveRoles({ user, previewAs: null })).toEqual(['super', 'user'])
    expect(effectiveRoles({ user, previewAs: 'editor' })).toEqual(['editor'])
    expect(effectiveRoles({ user, previewAs: 'clerk' })).toEqual([])
  })

  it.each([
    [['project.delete'], null, true],
    [[], null, false],
    [['project.delete'], 'owner', true],
    [['project.delete'], 'creator', false],
    [['project.delete'], 'clerk', false],
  ] as const)('lower the permissions %j in other projects: previewing %s leaves %s', (held, previewAs, counts) => {
    expect(countsOutside('project.delete', held, previewAs)).toBe(counts)
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
      const { previewAs } = useUsers.getState()
      const role = projectRoles.find((one) => one === (previewAs ?? held)) ?? 'viewer'
      const own = { ...project, role: held, permissions: permissionsOf(role) }
      const answers: Record<string, unknown> = {
        projectOpen: own,
        projectList: [own],
        tableList: [lamps],
        roleList: { list: roles },
        accessExplain: { role: 'viewer', roleTitle: '', missing: ['trash.use'], tables: [] },
      }
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
    act(() => preview.begin({ role: 'editor', title: null }))
    await waitFor(() => expect(useTabs.getState().tabs.map(({ name }) => name)).toEqual(['trash', 'lamps']))
    act(() => preview.begin({ role: 'commenter', title: null }))
    await waitFor(() => expect(useTabs.getState().tabs.map(({ name }) => name)).toEqual(['lamps']))
    act(preview.end)
    await waitFor(() => expect(useTabs.getState().tabs.map(({ name }) => name)).toEqual(['trash', 'lamps']))
  })

  it('shows hidden tools with a lock that says why, and explains them', async () => {
    await open()
    act(() => preview.begin({ role: 'viewer', title: null }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Trash' })).toBeNull())
    fireEvent.click(await bar().findByRole('switch', { name: 'Show what is hidden' }))
    const locked = await screen.findByRole('button', {
      name: /^Trash ?Not in the permissions of Viewer\. Change it in Team & Auth, Roles\.$/,
    })
    expect(screen.queryByRole('button', { name: /^Audit/ })).toBeNull()
    fireEvent.click(locked)
    expect(useWhy.getState().subject).toEqual({ role: 'viewer' })
    fireEvent.click(bar().getByRole('switch', { name: 'Show what is hidden' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Trash/ })).toBeNull())
  })

  it('changes to another role in the bar', async () => {
    await open()
    act(() => preview.begin({ role: 'viewer', title: null }))
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
    preview.begin({ role: 'viewer', title: null })
    useUsers.getState().cleared()
    expect(useUsers.getState().previewAs).toBeNull()
  })

  it('lasts over a reload', async () => {
    preview.begin({ role: 'viewer', title: null })
    await useUsers.persist.rehydrate()
    expect(useUsers.getState().previewAs).toBe('viewer')
  })

  it('takes custom roles too', async () => {
    const sidebar = await open()
    fireEvent.click(sidebar.getByRole('button', { name: 'Preview as' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Shop clerk' }))
    expect(await screen.findByText('You see and can do only what the role Shop clerk can.')).toBeTruthy()
    expect(useUsers.getState().previewAs).toBe('r_clerk')
  })
})
