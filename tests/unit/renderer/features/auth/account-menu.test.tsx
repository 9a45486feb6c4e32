import { registerCommands } from '@renderer/actions'
import { queryClient } from '@renderer/api'
import { AccountMenu } from '@renderer/features/auth/AccountMenu'
import { settingsDialog } from '@renderer/features/preferences'
import { bindNavigation, firstRowsShown, useUsers } from '@renderer/stores'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { fakeServer } from '@tests/helpers/fake-server'
import { draw } from '@tests/helpers/renderer'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const went = vi.fn()

beforeEach(() => {
  firstRowsShown()
  queryClient.clear()
  bindNavigation(went)
  useUsers.setState({ token: 't', user: { email: 'ada@example.com', roles: {}, isSuperAdmin: true } as never })
})
afterEach(() => {
  vi.unstubAllGlobals()
  useUsers.setState({ token: null, user: null })
})

function show(path: string, entry: object): void {
  const { send } = fakeServer(() => ({ body: [{ id: 'shop', title: 'Shop', ...entry }] }))
  vi.stubGlobal('fetch', send)
  draw(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path]}>
        <AccountMenu />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it.each([
  ['owner', 'Owner', 'crown'],
  ['creator', 'Creator', 'tools'],
  ['editor', 'Editor', 'pencil'],
  ['viewer', 'Viewer', 'eye'],
])('shows an icon for the role %s in the project', async (role, name, icon) => {
  show('/nc/shop', { role, role_title: null })
  const button = await screen.findByRole('button', { name: `Account: ada@example.com, ${name}` })
  expect(button.querySelector(`.tabler-icon-${icon}`)).not.toBeNull()
})

it('names a custom role', async () => {
  show('/nc/shop', { role: 'commenter', role_title: 'Shop clerk' })
  expect(await screen.findByRole('button', { name: 'Account: ada@example.com, Shop clerk' })).toBeTruthy()
})

it('shows no role icon outside of projects', () => {
  show('/projects', {})
  const button = screen.getByRole('button', { name: 'Account: ada@example.com, Super admin' })
  expect(button.querySelector('svg')).toBeNull()
})

it('leads to the account, with its address, to the settings and to the themes', async () => {
  show('/projects', {})
  fireEvent.click(screen.getByRole('button', { name: /^Account/ }))
  const account = await screen.findByRole('menuitem', { name: /^Account/ })
  expect(account.textContent).toContain('ada@example.com')
  fireEvent.click(account)
  expect(went).toHaveBeenCalledWith('/user/settings')
  const run = vi.fn()
  const forget = registerCommands([{ id: 'settings.open', label: 'actions.openSettings', keys: ['Mod+,'], run }])
  fireEvent.click(screen.getByRole('button', { name: /^Account/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Settings/ }))
  expect(run).toHaveBeenCalledOnce()
  forget()
  const shown = vi.spyOn(settingsDialog, 'show')
  fireEvent.click(screen.getByRole('button', { name: /^Account/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Themes' }))
  expect(shown).toHaveBeenCalledWith('appearance')
})
