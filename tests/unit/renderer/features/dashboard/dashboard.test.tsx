import { asShown } from '@tests/helpers/as-shown'
import { permissionsOf } from '@common/permissions/custom-role'
import type { ProjectListEntry } from '@common/operations/projects'
import { runCommand } from '@renderer/actions'
import { ApiError, client, live, operationKey, queryClient } from '@renderer/api'
import { DashboardPage } from '@renderer/features/dashboard'
import { useTables } from '@renderer/features/tables'
import { tabs, useTabs } from '@renderer/features/tabs'
import { firstRowsShown, useAbility, useSnackbar, useToasts, useUsers } from '@renderer/stores'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import { draw } from '@tests/helpers/renderer'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const project: ProjectListEntry = {
  id: 'shop_ab12',
  title: 'Shop',
  status: 'started',
  description: null,
  created_at: '2026-11-01T10:00:00Z',
  updated_at: '2026-11-01T10:00:00Z',
  opened_at: null,
  user_id: 1,
  owner: 'ada@harbour.example',
  is_creator: 1,
  allowed: true,
  projectType: 'rest',
  prefix: '',
  production: false,
  environment: '_noco',
  role: 'owner',
  role_title: null,
  permissions: permissionsOf('owner'),
  source: 'builtIn',
  fileName: 'shop.sqlite',
  fileBytes: 4096,
  server: null,
  tableCount: 0,
}

/** The answers of the server, by operation. An error is thrown. */
let answers: Record<string, unknown>
let asked: string[]

/** Work that waits until the page is idle, which no browser is here to say. */
const idle = new Map<number, () => void>()
let idleId = 0
vi.stubGlobal('requestIdleCallback', (work: () => void) => {
  idleId += 1
  idle.set(idleId, work)
  return idleId
})
vi.stubGlobal('cancelIdleCallback', (id: number) => idle.delete(id))

beforeEach(() => {
  idle.clear()
  localStorage.clear()
  sessionStorage.clear()
  queryClient.clear()
  tabs.enter('another', null)
  asked = []
  answers = { projectOpen: project, projectList: [project], tableList: [], trashList: { list: [] } }
  vi.spyOn(live, 'listen').mockReturnValue(() => undefined)
  vi.spyOn(client, 'call').mockImplementation(async (name: string) => {
    asked.push(name)
    const answer = answers[name]
    if (answer instanceof Error) throw answer
    return answer === undefined ? [] : answer
  })
  useUsers.setState({ token: 't', user: { id: 1, email: 'ada@harbour.example', roles: {} } as never })
})
afterEach(() => {
  vi.restoreAllMocks()
  useUsers.setState({ token: null, user: null, previewAs: null })
})

function open(address = '/nc/shop_ab12') {
  const router = createMemoryRouter(
    [
      { path: '/nc/:projectId/*', Component: DashboardPage },
      { path: '/nc', Component: DashboardPage },
      { path: '/projects', Component: () => <h1>All projects</h1> },
    ],
    { initialEntries: [address] },
  )
  draw(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

const sidebar = async () => within(await screen.findByRole('complementary'))

describe('the dashboard', () => {
  it('offers ways to the first table in an empty project', async () => {
    open()
    expect(await screen.findByRole('heading', { name: /Shop/ })).toBeTruthy()
    expect(screen.queryByRole('tab')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: /^Empty table/ }))
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })

  it('leads to the list of projects without a project', async () => {
    open('/nc')
    expect(await screen.findByRole('heading', { name: 'All projects' })).toBeTruthy()
  })

  it('returns to the list with a message if the project cannot be opened', async () => {
    answers['projectOpen'] = new ApiError('PROJECT_NOT_FOUND', 'There is no such project.', 404)
    open()
    expect(await screen.findByRole('heading', { name: 'All projects' })).toBeTruthy()
    expect(asShown(useToasts.getState()).toasts.some(({ detail }) => detail === 'There is no such project.')).toBe(true)
  })

  it('opens a kind of tab from the sidebar, once, and writes its address', async () => {
    const router = open()
    const trash = await (await sidebar()).findByRole('button', { name: 'Trash' })
    fireEvent.click(trash)
    fireEvent.click(trash)
    expect(await screen.findAllByRole('tab')).toHaveLength(1)
    expect(await screen.findByText('The trash is empty')).toBeTruthy()
    await waitFor(() => expect(router.state.location.search).toContain('type=trash'))
  })

  it('reads the tables beside the open one while it is idle, and neither known ones nor any far away', async () => {
    answers['tableList'] = Array.from({ length: 12 }, (_, at) => ({
      name: `t${at}`,
      title: `Table ${at}`,
      type: 'table',
    }))
    const read: unknown[] = []
    vi.mocked(client.call).mockImplementation((async (name: string, args: { readonly table?: string }) => {
      if (name === 'tableRead') {
        read.push(args.table)
        throw new ApiError('TABLE_NOT_FOUND', 'There is no such table.', 404)
      }
      return answers[name] ?? []
    }) as never)
    // A tab reads it again when it opens, however old it is.
    queryClient.setQueryData(operationKey('tableRead', { table: 't5' }, 'shop_ab12'), null, { updatedAt: 1 })
    open('/nc/shop_ab12?type=table&name=t6')
    await screen.findByRole('tab', { name: 'Table 6' })
    act(() => firstRowsShown())
    const rest = (): void => {
      for (const [id, work] of idle) {
        idle.delete(id)
        work()
      }
    }
    await waitFor(() => {
      rest()
      expect(new Set(read).size).toBe(8)
    })
    await act(async () => rest())
    expect([...new Set(read)].toSorted()).toEqual(['t10', 't2', 't3', 't4', 't6', 't7', 't8', 't9'])
  })

  it('closes a group of places, remembers it, and still opens its pages by command', async () => {
    open()
    const lines = await sidebar()
    const manage = await lines.findByRole('button', { name: 'Manage' })
    expect(
      within(lines.getByRole('group', { name: 'Manage' })).getByRole('button', { name: 'Project info' }),
    ).toBeTruthy()
    fireEvent.click(manage)
    expect(manage.getAttribute('aria-expanded')).toBe('false')
    expect(lines.queryByRole('button', { name: 'Project info' })).toBeNull()
    expect(localStorage.getItem('panelSize')).toContain('"closedPlaces":["manage"]')
    act(() => void runCommand('projectInfo.open'))
    expect(await screen.findByRole('tab', { name: /Project info/ })).toBeTruthy()
    fireEvent.keyDown(manage, { key: 'ArrowRight' })
    expect(lines.getByRole('button', { name: 'Project info' }).getAttribute('aria-current')).toBe('page')
  })

  it('moves the focus between places by the arrow keys', async () => {
    open()
    const lines = await sidebar()
    const trash = await lines.findByRole('button', { name: 'Trash' })
    trash.focus()
    fireEvent.keyDown(trash, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(lines.getByRole('button', { name: 'Automate' }))
    fireEvent.keyDown(document.activeElement ?? trash, { key: 'Home' })
    expect(document.activeElement).toBe(lines.getByRole('button', { name: 'Data' }))
  })

  it('opens the tab that the address names', async () => {
    open('/nc/shop_ab12?name=trash&type=trash')
    expect(await screen.findByRole('tab', { name: /Trash/ })).toBeTruthy()
  })

  it.each([
    ['viewer', false],
    ['editor', true],
  ] as const)('with the role %s shows the trash: %s', async (role, isThere) => {
    answers['projectOpen'] = { ...project, role, permissions: permissionsOf(role) }
    open('/nc/shop_ab12?name=trash&type=trash')
    const lines = await sidebar()
    await waitFor(() => expect(asked).toContain('tableList'))
    await waitFor(() => expect(lines.queryByRole('button', { name: 'Trash' }) !== null).toBe(isThere))
    expect(useTabs.getState().tabs.some(({ type }) => type === 'trash')).toBe(isThere)
    expect(lines.queryByRole('button', { name: 'Audit' })).toBeNull()
  })

  it('shows what the permissions of a custom role allow', async () => {
    answers['projectOpen'] = {
      ...project,
      role: 'editor',
      role_title: 'Clerk',
      permissions: ['schema.read', 'audit.read'],
    }
    open()
    const lines = await sidebar()
    expect(await lines.findByRole('button', { name: /^Audit/ })).toBeTruthy()
    expect(lines.queryByRole('button', { name: 'Trash' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Empty table/ })).toBeNull()
  })

  it('lists the tables up to the limit of the installation, and says so', async () => {
    useAbility.setState({ maxTables: 2 })
    answers['tableRead'] = null
    answers['tableList'] = ['lamps', 'chairs', 'desks'].map((name) => ({ name, title: name, type: 'table' }))
    open()
    await waitFor(() =>
      expect(asShown(useSnackbar.getState()).current?.text).toBe('You are allowed to access only 2 tables'),
    )
    const { result } = renderHook(() => useTables('shop_ab12'), {
      wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
    })
    expect(result.current.value?.map(({ name }) => name)).toEqual(['lamps', 'chairs'])
    expect((await result.current.reload()).map(({ name }) => name)).toEqual(['lamps', 'chairs'])
    useAbility.setState({ maxTables: 99_999 })
  })

  it('says that a table of the address is gone, and closes its tab', async () => {
    answers['tableList'] = [{ name: 'lamps', title: 'Lamps', type: 'table' }]
    answers['tableRead'] = null
    open('/nc/shop_ab12?name=chairs&type=table')
    expect(await screen.findByText('chairs is not there any more')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Close tab' }))
    await waitFor(() => expect(useTabs.getState().tabs.map(({ name }) => name)).not.toContain('chairs'))
  })

  it('retries a table that could not be read', async () => {
    answers['tableList'] = [{ name: 'lamps', title: 'Lamps', type: 'table' }]
    answers['tableRead'] = new ApiError('DATABASE_UNAVAILABLE', 'The database is away.', 503)
    open('/nc/shop_ab12?name=lamps&type=table')
    expect(await screen.findByText('The database is away.')).toBeTruthy()
    const before = asked.filter((name) => name === 'tableRead').length
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(asked.filter((name) => name === 'tableRead').length).toBeGreaterThan(before))
  })
})
