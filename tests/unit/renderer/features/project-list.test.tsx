import { permissionsOf } from '@common/permissions/custom-role'
import type { ProjectListEntry } from '@common/operations/projects'
import { handleKeys, registerCommands, shellCommands } from '@renderer/actions'
import { queryClient } from '@renderer/api'
import { ProjectListPage } from '@renderer/features/projects'
import { bindNavigation, recents, useApp, useUsers } from '@renderer/stores'
import { fakeServer, operationIn, type Answer } from '@tests/helpers/fake-server'
import { draw } from '@tests/helpers/renderer'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const recordStore: ProjectListEntry = {
  id: 'record_store_ab12',
  title: 'Record Store',
  status: 'started',
  description: null,
  created_at: '2026-11-01T10:00:00Z',
  updated_at: '2026-11-01T10:00:00Z',
  opened_at: null,
  user_id: 1,
  owner: 'mina@harbour.example',
  is_creator: 1,
  allowed: true,
  projectType: 'rest',
  prefix: 'nc_ab12__',
  production: false,
  environment: '_noco',
  role: 'owner',
  role_title: null,
  permissions: permissionsOf('owner'),
  source: 'builtIn',
  fileName: 'record-store.sqlite',
  fileBytes: 18_200_000,
  server: null,
  tableCount: 9,
}
const ledger: ProjectListEntry = {
  ...recordStore,
  id: 'ledger_cd34',
  title: 'Ledger',
  role: 'viewer',
  permissions: permissionsOf('viewer'),
  owner: 'ada@harbour.example',
  source: 'file',
  fileName: 'ledger.db',
}
const superAdmin = {
  id: 1,
  email: 'mina@harbour.example',
  firstName: null,
  lastName: null,
  emailVerified: false,
  isSuperAdmin: true,
  roles: { user: true } as const,
}

let server: ReturnType<typeof fakeServer>
let answer: (api: string) => Answer | Promise<Answer>
const went = vi.fn()

beforeEach(() => {
  queryClient.clear()
  went.mockClear()
  useApp.setState({ recents: {}, favourites: {} })
  bindNavigation(went)
  useUsers.setState({ token: 't', user: superAdmin, previewAs: null, role: null })
  server = fakeServer(({ path }) => answer(operationIn(path).name))
  vi.stubGlobal('fetch', server.send)
})

afterEach(() => vi.unstubAllGlobals())

function show(address = '/projects'): void {
  const router = createMemoryRouter([{ path: '*', element: <ProjectListPage /> }], { initialEntries: [address] })
  draw(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

const listed =
  (...list: ProjectListEntry[]) =>
  () => ({ body: list })

describe('the project list', () => {
  it('stands there with rows of the same measure while it is loading', async () => {
    answer = () => new Promise(() => undefined)
    show()
    expect(screen.getByRole('table', { busy: true })).toBeDefined()
    expect(screen.getByLabelText('Find a project')).toBeDefined()
  })

  it('says of each project who you are in it, where its rows live and how many tables it has', async () => {
    answer = listed(recordStore, ledger)
    show()
    const row = (await screen.findByText('Record Store')).closest('tr')
    const words = within(row as HTMLElement)
    for (const text of [
      'You own this project',
      'Running',
      'REST',
      'Built-in SQLite',
      'record-store.sqlite · 18 MB',
      '9',
      'Not opened yet',
    ])
      expect(words.getByText(text), text).toBeDefined()
    expect(screen.getByText('Viewer · read only')).toBeDefined()
    expect(screen.getByText('Record Store').getAttribute('href')).toBe('/nc/record_store_ab12')
  })

  it('says that a project was opened just now, and of others when', async () => {
    const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()
    answer = listed({ ...recordStore, opened_at: ago(5_000) }, { ...ledger, opened_at: ago(3 * 60_000) })
    show()
    expect(await screen.findByText('Just now')).toBeDefined()
    expect(screen.getByText('3 minutes ago')).toBeDefined()
  })

  it('offers only to leave a project that you may only read', async () => {
    answer = listed(recordStore, ledger)
    show()
    await screen.findByText('Ledger')
    expect(screen.getByRole('button', { name: 'More for Record Store' })).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'More for Ledger' }))
    await waitFor(() =>
      expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Leave project']),
    )
  })

  it('starts, stops and restarts a project in its line', async () => {
    answer = listed(recordStore, { ...recordStore, id: 'old_ef56', title: 'Old', status: 'stopped' }, ledger)
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Stop Record Store' }))
    fireEvent.click(screen.getByRole('button', { name: 'Start Old' }))
    await waitFor(() =>
      expect(server.asked.map(({ path }) => operationIn(path))).toEqual(
        expect.arrayContaining([
          { name: 'projectStop', project: 'record_store_ab12' },
          { name: 'projectStart', project: 'old_ef56' },
        ]),
      ),
    )
    expect(screen.getByRole('button', { name: 'Restart Record Store' })).toBeDefined()
    expect(screen.queryByRole('button', { name: /^(Start|Stop|Restart) Ledger$/ })).toBeNull()
  })

  it('leads to what was open lately', async () => {
    useUsers.setState({ token: 't', user: superAdmin, previewAs: null, role: null })
    recents.visit('record_store_ab12', { table: 'tracks' })
    // The list may be older than the visit.
    const list = listed(recordStore)
    answer = (api) =>
      api === 'tableList' ? { body: [{ name: 'tracks', title: 'Tracks', type: 'table', order: 1 }] } : list()
    show()
    const recent = await screen.findByRole('region', { name: 'Recently opened' })
    const link = await within(recent).findByRole('link', { name: /Tracks/ })
    expect(link.getAttribute('href')).toBe('/nc/record_store_ab12?name=tracks&type=table&dbalias=db')
  })

  it('finds by name, and says so when nothing matches', async () => {
    answer = listed(recordStore, ledger)
    show()
    await screen.findByText('Ledger')
    fireEvent.change(screen.getByLabelText('Find a project'), { target: { value: 'STORE' } })
    await waitFor(() => expect(screen.queryByText('Ledger')).toBeNull())
    fireEvent.change(screen.getByLabelText('Find a project'), { target: { value: 'zzz' } })
    expect(await screen.findByText('No project matches “zzz”')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Show all projects' }))
    expect(await screen.findByText('Ledger')).toBeDefined()
  })

  it('shows why it could not be loaded, and tries again', async () => {
    answer = () => ({ status: 403, body: { msg: 'You may not list projects.', code: 'NOT_ALLOWED' } })
    show()
    expect(await screen.findByText('You may not list projects.')).toBeDefined()
    answer = listed(ledger)
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Ledger')).toBeDefined()
  })

  it('shows the ways to begin when it is empty', async () => {
    answer = listed()
    show()
    expect(await screen.findByText('Make your first project')).toBeDefined()
    for (const name of [/^Built-in database/, /^SQLite file/, /^Try the sample/])
      expect(screen.getByRole('button', { name })).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: /^Built-in database/ }))
    expect(went).toHaveBeenCalledWith('/project/name')
  })

  it('offers no way to somebody who may not make projects', async () => {
    useUsers.setState({ user: { ...superAdmin, isSuperAdmin: false, roles: { user_new: true } } })
    answer = listed()
    show('/projects?open=file')
    expect(await screen.findByText('No projects are shared with you yet')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'New project' })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('makes the sample and leads into it', async () => {
    answer = (api) => ({ body: api === 'projectList' ? [] : { id: 'record_store_9', title: 'Record Store' } })
    show()
    fireEvent.click(await screen.findByRole('button', { name: /^Try the sample/ }))
    await waitFor(() => expect(went).toHaveBeenCalledWith('/nc/record_store_9?new=1'))
  })
})

describe('a project of the list', () => {
  it('is renamed', async () => {
    let title = 'Record Store'
    answer = (api) => {
      if (api !== 'projectRename') return { body: [{ ...recordStore, title }] }
      title = 'Record Shop'
      return { body: { id: recordStore.id, title } }
    }
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'More for Record Store' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: ' Record Shop ' } })
    fireEvent.click(screen.getByRole('button', { name: 'Rename project' }))
    expect(await screen.findByText('Record Shop')).toBeDefined()
    const sent = server.asked.find(({ path }) => path.includes('projectRename'))
    expect(operationIn(sent?.path ?? '').project).toBe(recordStore.id)
    expect(sent?.body).toEqual({ title: 'Record Shop' })
  })

  it('is deleted after the dialog has said what happens to its file', async () => {
    let list = [ledger, { ...ledger, id: 'mine', title: 'Mine', role: 'owner', permissions: permissionsOf('owner') }]
    answer = (api) => {
      if (api !== 'projectDelete') return { body: list }
      list = [ledger]
      return { body: { keptAt: 'original', fileName: 'ledger.db' } }
    }
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'More for Mine' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(await screen.findByText(/The file ledger\.db stays where it is/)).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Delete project' }))
    await waitFor(() => expect(screen.queryByText('Mine')).toBeNull())
  })

  it('that cannot be opened from its file says so at the path', async () => {
    answer = (api) =>
      api === 'projectList'
        ? { body: [ledger] }
        : { status: 400, body: { msg: 'There is no file at /x.sqlite.', code: 'DATABASE_FILE_NOT_FOUND' } }
    show('/projects?open=file&path=%2Fx.sqlite')
    const path = await screen.findByLabelText('Path of the file')
    expect((path as HTMLInputElement).value).toBe('/x.sqlite')
    fireEvent.click(screen.getByRole('button', { name: 'Open file' }))
    await screen.findByText('There is no file at /x.sqlite.')
    expect(path.getAttribute('aria-invalid')).toBe('true')
    expect(went).not.toHaveBeenCalled()
  })
})

describe('the key N', () => {
  it('begins a new project on the list only', () => {
    const stops = [registerCommands(shellCommands)]
    let path = '/nc/p'
    stops.push(handleKeys(() => ({ path, isSignedIn: true })))
    const press = (): boolean =>
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', code: 'KeyN', cancelable: true }))
    press()
    expect(went).not.toHaveBeenCalled()
    path = '/projects'
    press()
    expect(went).toHaveBeenCalledExactlyOnceWith('/project/name')
    for (const stop of stops) stop()
  })
})
