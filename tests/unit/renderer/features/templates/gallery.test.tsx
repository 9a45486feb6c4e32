import { queryClient } from '@renderer/api'
import { editMode, useEditMode } from '@renderer/features/templates'
import { TemplatesPage } from '@renderer/features/templates/TemplatesPage'
import { pageEvents, useUsers } from '@renderer/stores'
import { fakeServer, operationIn, type Answer } from '@tests/helpers/fake-server'
import { draw } from '@tests/helpers/renderer'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { entryOf } from './entries'

const long = 'x'.repeat(250)
const list = [
  entryOf('crm', { title: 'Sales CRM', category: 'Sales', description: long }),
  entryOf('okrs', { title: 'Goals', category: 'Teams' }),
  entryOf('mine', { title: 'My shop', category: 'Sales', origin: 'own' }),
]

let answer: (api: string) => Answer | Promise<Answer>
let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  queryClient.clear()
  editMode.leave()
  useUsers.setState({
    token: 't',
    user: {
      id: 1,
      email: 'mina@harbour.example',
      firstName: null,
      lastName: null,
      emailVerified: false,
      isSuperAdmin: false,
      roles: { user: true },
    },
    previewAs: null,
    role: null,
  })
  answer = (api) =>
    api === 'templateList'
      ? { body: { list, host: null } }
      : api === 'templateCategoryList'
        ? {
            body: {
              list: [
                { category: 'Sales', count: 2 },
                { category: 'Teams', count: 1 },
              ],
            },
          }
        : { status: 404, body: { code: 'TEMPLATE_NOT_FOUND', msg: 'There is none' } }
  server = fakeServer(({ path }) => answer(operationIn(path).name))
  vi.stubGlobal('fetch', server.send)
})

afterEach(() => vi.unstubAllGlobals())

function show(address = '/project/templates') {
  const router = createMemoryRouter(
    [
      { path: '/project/templates/:id?', element: <TemplatesPage /> },
      { path: '*', element: <p>elsewhere</p> },
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

const cards = async (): Promise<HTMLElement[]> => {
  await screen.findByRole('link', { name: /Goals/ })
  return screen.getAllByRole('link').filter((link) => link.dataset['template'] !== undefined)
}

describe('the gallery of templates', () => {
  it('shows ten skeletons while it loads', () => {
    answer = () => new Promise<Answer>(() => undefined)
    show()
    expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(10)
    expect(screen.getByText('Loading the templates')).toBeDefined()
  })

  it('shows categories with their counts, and the templates of the chosen one', async () => {
    show()
    await cards()
    const drawer = screen.getByRole('navigation', { name: 'Categories' })
    expect(
      within(drawer)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(expect.arrayContaining(['All templates3', 'Sales2', 'Teams1', 'Saved1']))
    fireEvent.click(within(drawer).getByRole('button', { name: /Sales/ }))
    await waitFor(() => expect(screen.queryByRole('link', { name: /Goals/ })).toBeNull())
    fireEvent.click(within(drawer).getByRole('button', { name: /Saved/ }))
    await waitFor(() => expect(screen.queryByRole('link', { name: /Sales CRM/ })).toBeNull())
    expect(screen.getByRole('link', { name: /My shop/ })).toBeDefined()
  })

  it('cuts the description of a card at 200 characters', async () => {
    show()
    await cards()
    expect(screen.getByText(`${'x'.repeat(200)}…`)).toBeDefined()
  })

  it('leads to the detail of a template, at its address', async () => {
    const router = show()
    const [first] = await cards()
    fireEvent.click(first as HTMLElement)
    await waitFor(() => expect(router.state.location.pathname).toBe('/project/templates/crm'))
  })

  it('moves the focus from card to card with arrow keys', async () => {
    show()
    const [first, second] = await cards()
    first?.focus()
    fireEvent.keyDown(first as HTMLElement, { key: 'ArrowRight' })
    expect(document.activeElement).toBe(second)
    fireEvent.keyDown(second as HTMLElement, { key: 'ArrowLeft' })
    expect(document.activeElement).toBe(first)
  })

  it('says that nothing was found, and shows all templates again', async () => {
    show()
    await cards()
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'zebra' } })
    expect(screen.getByRole('heading', { name: 'No templates found' })).toBeDefined()
    expect(screen.getByText(/No template contains “zebra”/)).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Show all templates' }))
    expect((await cards()).length).toBe(3)
  })

  it('only logs a failure, says what to do and tries again', async () => {
    const works = answer
    answer = () => ({ status: 400, body: { code: 'TEMPLATE_SERVICE_REFUSED', msg: 'The service refused' } })
    show()
    expect(await screen.findByRole('heading', { name: 'No templates found' })).toBeDefined()
    expect(screen.getByText(/couldn't be loaded/)).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
    const logged = pageEvents().map(({ text }) => text)
    expect(logged).toEqual(
      expect.arrayContaining([
        expect.stringContaining('loading templates failed'),
        expect.stringContaining('loading categories of templates failed'),
      ]),
    )
    answer = works
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect((await cards()).length).toBe(3)
  })

  it('says that an unknown template does not exist, and leads back', async () => {
    const router = show('/project/templates/nowhere')
    expect(await screen.findByText("This template doesn't exist")).toBeDefined()
    const buttons = await screen.findAllByRole('button', { name: 'Show all templates' })
    fireEvent.click(buttons.at(-1) as HTMLElement)
    await waitFor(() => expect(router.state.location.pathname).toBe('/project/templates'))
  })
})

describe('the heading Categories', () => {
  it('shows a password field for the edit token after more than three double clicks', async () => {
    show()
    await cards()
    const heading = screen.getByRole('heading', { name: 'Categories' })
    for (let count = 0; count < 3; count += 1) fireEvent.doubleClick(heading)
    expect(screen.queryByLabelText('Edit token')).toBeNull()
    fireEvent.doubleClick(heading)
    const field = screen.getByLabelText('Edit token')
    expect(field.getAttribute('type')).toBe('password')
    fireEvent.change(field, { target: { value: 's3cret' } })
    expect(useEditMode.getState().token).toBe('s3cret')
  })
})
