import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { permissionsOf } from '@common/permissions/custom-role'
import { connectionSteps, stepOfFailure, type ConnectionFailure, type StepFacts } from '@common/model/connection-test'
import type { ProjectListEntry } from '@common/operations/projects'
import { queryClient } from '@renderer/api'
import { ConnectionPage, ProjectListPage } from '@renderer/features/projects'
import { bindNavigation, useUsers } from '@renderer/stores'
import { fakeServer, operationIn, type Answer } from '@tests/helpers/fake-server'
import { draw } from '@tests/helpers/renderer'

const owner = {
  id: 1,
  email: 'mina@harbour.example',
  firstName: null,
  lastName: null,
  emailVerified: false,
  isSuperAdmin: true,
  roles: { user: true } as const,
}
const shopFloor: ProjectListEntry = {
  id: 'shop_floor_ab12',
  title: 'Shop Floor',
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
  prefix: '',
  production: false,
  environment: '_noco',
  role: 'owner',
  role_title: null,
  permissions: permissionsOf('owner'),
  source: 'server',
  fileName: '',
  fileBytes: null,
  server: { kind: 'postgres', host: '10.0.4.12', port: 5432, database: 'shopfloor' },
  tableCount: 12,
}
const view = {
  kind: 'postgres',
  host: '10.0.4.12',
  port: 5432,
  user: 'basalt_app',
  database: 'shopfloor',
  createIfNotExists: false,
  inflection: { table: 'none', column: 'none' },
  hasPassword: true,
  ssl: { usage: 'no', hasClientKey: false },
}

let server: ReturnType<typeof fakeServer>
let answer: (api: string, args: Record<string, unknown>) => Answer | Promise<Answer>
const went = vi.fn()

beforeEach(() => {
  queryClient.clear()
  went.mockClear()
  bindNavigation(went)
  useUsers.setState({ token: 't', user: owner, previewAs: null, role: null })
  server = fakeServer(({ path, body }) => answer(operationIn(path).name, body as Record<string, unknown>))
  vi.stubGlobal('fetch', server.send)
})
afterEach(() => vi.unstubAllGlobals())

function show(address = '/project/xcdb'): void {
  const router = createMemoryRouter(
    [
      { path: '/project/xcdb', element: <ConnectionPage /> },
      { path: '/projects', element: <ProjectListPage /> },
    ],
    { initialEntries: [address] },
  )
  draw(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

/** Returns the response to a connection test. */
function tested(failure: ConnectionFailure | null, read: StepFacts = { tables: 12 }): Answer {
  const at = failure === null ? connectionSteps.length : connectionSteps.indexOf(stepOfFailure[failure])
  const steps = connectionSteps.map((step, index) => ({
    step,
    state: index < at ? 'done' : index === at ? 'failed' : 'waiting',
    ms: index <= at ? index * 4 : null,
    facts: index >= at ? {} : step === 'find' ? { address: '10.0.4.12' } : step === 'read' ? read : {},
  }))
  const message = failure === null ? 'Connection was successful' : 'Connection Failure: in the words of the server'
  return { body: { code: failure === null ? 0 : -1, message, object: { failure, steps } } }
}

const field = (name: string): HTMLInputElement => screen.getByLabelText(name, { selector: 'input' })
const type = (name: string, value: string): void => void fireEvent.change(field(name), { target: { value } })
const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name })
const asked = (api: string) => server.asked.filter(({ path }) => operationIn(path).name === api)

function fill(): void {
  type('Project name', 'Shop Floor')
  type('Host address', '10.0.4.12')
  type('Database', 'shopfloor')
  type('Username', 'basalt_app')
  type('Password', 'secret')
}

describe('the form for an external database', () => {
  it('is blank for a connection that cannot be read any more, and connects the same project again', async () => {
    const msg = "Basalt can't read the stored connection any more. Enter it again."
    const unreadable = {
      msg,
      code: 'CONNECTION_UNREADABLE',
      message: { key: 'errors.CONNECTION_UNREADABLE', params: {} },
    }
    answer = (api) => {
      if (api === 'projectConnectionRead') return { status: 409, body: unreadable }
      if (api === 'projectConnectionTest') return tested(null)
      return { body: api === 'projectList' ? [{ ...shopFloor, server: null }] : view }
    }
    show('/project/xcdb?project=shop_floor_ab12')
    await screen.findByText(msg)
    expect(field('Host address').value).toBe('')
    type('Host address', '10.0.4.12')
    type('Database', 'shopfloor')
    type('Username', 'basalt_app')
    type('Password', 'secret')
    fireEvent.click(button('Test connection'))
    await waitFor(() => expect(button('Save connection').getAttribute('aria-disabled')).not.toBe('true'))
    fireEvent.click(button('Save connection'))
    await waitFor(() =>
      expect(asked('projectConnectionUpdate').map(({ body }) => body)).toMatchObject([
        { settings: { host: '10.0.4.12', password: 'secret' } },
      ]),
    )
  })

  it('says at each field what is missing, and asks nobody', async () => {
    show()
    fireEvent.click(button('Test connection'))
    expect(await screen.findAllByText('Fill this in.')).toHaveLength(3)
    await waitFor(() => expect(document.activeElement).toBe(field('Host address')))
    expect(asked('testConnection')).toEqual([])
  })

  it('makes a project once the test has passed, and not before', async () => {
    answer = (api) => (api === 'testConnection' ? tested(null) : { body: { id: 'shop_1', title: 'Shop Floor' } })
    show()
    fill()
    const create = button('Create project')
    expect(create.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(create)
    fireEvent.click(button('Test connection'))
    expect(await screen.findByText('Connection was successful')).toBeDefined()
    expect(screen.getByText('12 tables')).toBeDefined()
    expect(asked('projectCreateFromConnection')).toEqual([])
    fireEvent.click(button('Create project'))
    await waitFor(() => expect(went).toHaveBeenCalledWith('/nc/shop_1?new=1'))
    expect(asked('projectCreateFromConnection')[0]?.body).toMatchObject({
      title: 'Shop Floor',
      projectType: 'rest',
      settings: {
        kind: 'postgres',
        host: '10.0.4.12',
        port: 5432,
        user: 'basalt_app',
        password: 'secret',
        database: 'shopfloor',
        ssl: { usage: 'no' },
      },
    })
  })

  it('asks for a test again when the settings have changed, not when the name has', async () => {
    answer = () => tested(null)
    show()
    fill()
    fireEvent.click(button('Test connection'))
    await screen.findByText('Connection was successful')
    type('Project name', 'Another name')
    expect(button('Create project').getAttribute('aria-disabled')).toBeNull()
    type('Database', 'other')
    expect(button('Create project').getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('The settings have changed since the last test.')).toBeDefined()
  })

  it('shows the step that failed, why, at which field, and what to try', async () => {
    answer = () => tested('credentialsRefused')
    show()
    fill()
    fireEvent.click(button('Test connection'))
    expect(await screen.findByText('Connection Failure:')).toBeDefined()
    expect(screen.getByText('the server refuses the user basalt_app with this password')).toBeDefined()
    expect(screen.getByText('Sign-in refused')).toBeDefined()
    expect(screen.getByText('10.0.4.12', { selector: 'span' })).toBeDefined()
    expect(screen.getByText('The server refused this password')).toBeDefined()
    expect(field('Password').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText("ALTER ROLE basalt_app PASSWORD '…'")).toBeDefined()
    expect(button('Create project').getAttribute('aria-disabled')).toBe('true')
  })

  it.each(Object.keys(stepOfFailure) as ConnectionFailure[])('has words for %s', async (failure) => {
    answer = () => tested(failure)
    show()
    fill()
    fireEvent.click(button('Test connection'))
    expect(await screen.findByText('Try this')).toBeDefined()
    // A key without words would show itself.
    expect(document.body.textContent).not.toMatch(/projects\.|connectionFailures|\{\{/)
  })

  it('says when the test itself could not be made', async () => {
    answer = () => ({
      status: 429,
      body: { msg: 'The server is busy. Try again in 5 seconds.', code: 'TOO_MANY_REQUESTS' },
    })
    show()
    fill()
    fireEvent.click(button('Test connection'))
    expect((await screen.findAllByText('The server is busy. Try again in 5 seconds.')).length).toBeGreaterThan(0)
  })

  it('shows why a project could not be made, the name at its field', async () => {
    answer = (api) =>
      api === 'testConnection'
        ? tested(null)
        : {
            status: 400,
            body: { msg: 'A project needs a name of 1 to 120 characters.', code: 'PROJECT_TITLE_INVALID' },
          }
    show()
    fill()
    type('Project name', '')
    fireEvent.click(button('Test connection'))
    await screen.findByText('Connection was successful')
    fireEvent.click(button('Create project'))
    expect(await screen.findByText('Give the project a name.')).toBeDefined()
    type('Project name', '‮x')
    fireEvent.click(button('Create project'))
    expect(await screen.findByText('A project needs a name of 1 to 120 characters.')).toBeDefined()
    expect(field('Project name').getAttribute('aria-invalid')).toBe('true')
  })

  it('offers standbys for several hosts, and shows what the server lacks', async () => {
    answer = () => tested(null, { tables: 12, lacks: ['LISTEN', 'CREATE TRIGGER'] })
    show()
    fill()
    const name = 'Read lists on standbys that are up to date'
    expect(screen.queryByRole('checkbox', { name })).toBeNull()
    type('Host address', 'db1,db2:5433')
    fireEvent.click(screen.getByRole('checkbox', { name }))
    fireEvent.click(button('Test connection'))
    expect(await screen.findByText('Missing on this server: LISTEN, CREATE TRIGGER')).toBeDefined()
    expect(asked('testConnection')[0]?.body).toMatchObject({ settings: { host: 'db1,db2:5433', standbyReads: true } })
  })

  it('takes certificates by file or as text, and sends them', async () => {
    const pem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'
    answer = () => tested(null)
    show()
    fill()
    expect(screen.queryByRole('button', { name: 'Server CA' })).toBeNull()
    fireEvent.click(screen.getByRole('radio', { name: 'Required, CA' }))
    fireEvent.click(button('Server CA'))
    const file = new File([pem], 'harbour-ca.pem')
    fireEvent.change(await screen.findByLabelText('File for Server CA'), { target: { files: [file] } })
    expect(await screen.findByRole('button', { name: 'Server CA: harbour-ca.pem' })).toBeDefined()
    fireEvent.click(button('Client certificate'))
    fireEvent.change(await screen.findByLabelText('Or paste the text'), { target: { value: 'nonsense' } })
    fireEvent.click(button('Done'))
    fireEvent.click(button('Test connection'))
    expect(await screen.findByText('This is not a PEM text.')).toBeDefined()
    fireEvent.click(button(/^Client certificate/))
    fireEvent.change(await screen.findByLabelText('Or paste the text'), { target: { value: pem } })
    fireEvent.click(button('Done'))
    fireEvent.click(button('Test connection'))
    await screen.findByText('Connection was successful')
    expect(asked('testConnection')[0]?.body).toMatchObject({
      settings: { ssl: { usage: 'required-CA', serverCa: pem, clientCert: pem } },
    })
  })

  it('is filled by connection JSON, and says what cannot be read', async () => {
    show()
    fireEvent.click(button(/^Advanced/))
    const json = await screen.findByLabelText('Connection JSON')
    fireEvent.change(json, { target: { value: '{' } })
    expect(screen.getByText('This is not valid JSON yet.')).toBeDefined()
    const config = { client: 'pg', connection: 'postgres://ada:pw@db.example.com:6000/shop', searchPath: 'sales' }
    fireEvent.change(json, { target: { value: JSON.stringify(config) } })
    expect(field('Host address').value).toBe('db.example.com')
    expect([field('Port').value, field('Schema').value, field('Password').value]).toEqual(['6000', 'sales', 'pw'])
    fireEvent.blur(json)
    expect((json as HTMLTextAreaElement).value).toContain('"searchPath"')
    expect((json as HTMLTextAreaElement).value).not.toContain('"pw"')
  })
})

describe('the connection of a project', () => {
  const answers = (api: string): Answer => {
    if (api === 'projectList') return { body: [shopFloor] }
    return api === 'projectConnectionTest' ? tested(null) : { body: view }
  }

  it('is reached from the project list, which says where the database is', async () => {
    answer = answers
    show('/projects')
    const row = within((await screen.findByText('Shop Floor')).closest('tr') as HTMLElement)
    expect(row.getByText('PostgreSQL')).toBeDefined()
    expect(row.getByText('10.0.4.12:5432 · shopfloor')).toBeDefined()
    fireEvent.click(button('More for Shop Floor'))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit connection' }))
    expect(went).toHaveBeenCalledWith('/project/xcdb?project=shop_floor_ab12')
  })

  it('is edited without its password, which is asked for again with another host', async () => {
    answer = answers
    show('/project/xcdb?project=shop_floor_ab12')
    expect(await screen.findByRole('heading', { name: 'Connection of Shop Floor' })).toBeDefined()
    expect(field('Password').placeholder).toBe('Unchanged. Type to change it.')
    fireEvent.click(button('Test connection'))
    await screen.findByText('Connection was successful')
    const sent = asked('projectConnectionTest')[0]
    expect(operationIn(sent?.path ?? '').project).toBe('shop_floor_ab12')
    expect(sent?.body).toHaveProperty('settings')
    expect(sent?.body).not.toHaveProperty('settings.password')
    type('Host address', '10.0.4.13')
    expect(screen.getByText('Type it again: the stored password was for another host, port or user.')).toBeDefined()
    type('Password', 'secret')
    fireEvent.click(button('Test again'))
    await screen.findByText('Connection was successful')
    fireEvent.click(button('Save connection'))
    await waitFor(() => expect(asked('projectConnectionUpdate')).toHaveLength(1))
    expect(asked('projectConnectionUpdate')[0]?.body).toMatchObject({
      settings: { host: '10.0.4.13', password: 'secret' },
    })
    expect(await screen.findByRole('heading', { name: 'Projects' })).toBeDefined()
  })

  it('that cannot be read says why', async () => {
    answer = (api) =>
      api === 'projectList'
        ? { body: [shopFloor] }
        : { status: 403, body: { msg: 'Your role does not allow this.', code: 'NOT_ALLOWED' } }
    show('/project/xcdb?project=shop_floor_ab12')
    expect(await screen.findByText('Your role does not allow this.')).toBeDefined()
  })
})
