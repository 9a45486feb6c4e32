import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Table } from '@common/model'
import { queryClient } from '@renderer/api'
import { ApiPanelButton } from '@renderer/features/api-panel'
import { AccountMenu } from '@renderer/features/auth'
import { NewProjectPage } from '@renderer/features/projects'
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

const shelves: Table = {
  name: 'shelf',
  title: 'Shelves',
  type: 'table',
  order: 1,
  columns: [],
  virtualColumns: [],
  primaryKey: [],
  foreignKeys: [],
  indexes: [],
  rowId: null,
}

let server: ReturnType<typeof fakeServer>
let answer: (api: string) => Answer

beforeEach(() => {
  queryClient.clear()
  bindNavigation(vi.fn())
  useUsers.setState({ token: 't', user: owner, previewAs: null, role: null })
  server = fakeServer(({ path }) => answer(operationIn(path).name))
  vi.stubGlobal('fetch', server.send)
})
afterEach(() => vi.unstubAllGlobals())

function show(element: ReactNode, address: string): void {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] })
  draw(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

describe('the API that a project is made for', () => {
  it('is REST, GraphQL or gRPC, chosen with the name', async () => {
    answer = () => ({ body: { id: 'shop_1', title: 'Shop' } })
    show(<NewProjectPage />, '/project/name')
    expect(screen.getAllByRole('radio')).toHaveLength(3)
    expect(screen.getByRole('radio', { name: 'REST' })).toHaveProperty('checked', true)
    fireEvent.change(screen.getByLabelText('Name', { selector: 'input' }), { target: { value: 'Shop' } })
    fireEvent.click(screen.getByRole('radio', { name: 'GraphQL' }))
    fireEvent.click(screen.getByRole('button', { name: 'Create project' }))
    await waitFor(() =>
      expect(server.asked).toContainEqual(
        expect.objectContaining({
          path: '/api/v1/operations/projectCreate',
          body: { title: 'Shop', projectType: 'graphql' },
        }),
      ),
    )
  })

  it.each([
    ['rest', ['Swagger documentation', 'GraphQL endpoint']],
    ['graphql', ['GraphQL endpoint', 'Swagger documentation']],
  ])('comes first in the account menu: %s', async (projectType, items) => {
    answer = () => ({ body: [{ id: 'shop_1', title: 'Shop', role: 'owner', projectType }] })
    show(<AccountMenu />, '/nc/shop_1')
    fireEvent.click(screen.getByRole('button', { name: /^Account/ }))
    await waitFor(() =>
      expect(
        screen
          .getAllByRole('menuitem')
          .map(({ textContent }) => textContent)
          .filter((text) => items.includes(text)),
      ).toEqual(items),
    )
  })

  it.each([
    ['rest', 'curl'],
    ['graphql', 'GraphQL'],
  ])('is the one that a table shows first: %s', async (projectType, shown) => {
    answer = (api) =>
      api === 'projectList'
        ? { body: [{ id: 'shop_1', title: 'Shop', role: 'owner', projectType }] }
        : { status: 404, body: { msg: 'Not here.', code: 'NOT_FOUND' } }
    show(<ApiPanelButton projectId="shop_1" table={shelves} sort={[]} search="" fields={[]} />, '/nc/shop_1')
    fireEvent.click(screen.getByRole('button', { name: 'API' }))
    await waitFor(() => expect(screen.getByRole('radio', { name: shown })).toHaveProperty('checked', true))
  })
})
