import { PublicLayout, SharedLayout } from '@renderer/app/layouts/PublicLayout'
import { PlansPage } from '@renderer/features/plans/PlansPage'
import { useAbility, useInstallation, useUsers } from '@renderer/stores'
import { screen } from '@testing-library/react'
import { draw } from '@tests/helpers/renderer'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'

afterEach(() => {
  useUsers.setState({ token: null, user: null })
  useInstallation.setState({ info: null })
  useAbility.setState({ maxTabs: 99, darkTheme: true })
})

const links = (): string[] =>
  screen.getAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`)

function show(layout: typeof PublicLayout): void {
  const router = createMemoryRouter([{ Component: layout, children: [{ path: '/', Component: PlansPage }] }])
  draw(<RouterProvider router={router} />)
}

describe.each([
  ['public', PublicLayout],
  ['shared', SharedLayout],
])('the %s layout', (_, layout) => {
  it('offers an account to visitors', () => {
    show(layout)
    expect(links()).toContain('Sign Up /user/authentication/signup')
    expect(links()).toContain('Login /user/authentication/signin')
  })

  it('offers no sign-up where it is closed', () => {
    useInstallation.setState({ info: { signUpClosed: true } as never })
    show(layout)
    expect(links().some((link) => link.startsWith('Sign Up'))).toBe(false)
    expect(links()).toContain('Login /user/authentication/signin')
  })

  it('offers none to a user', () => {
    useUsers.setState({ token: 't', user: { email: 'ada@example.com', roles: {} } as never })
    show(layout)
    expect(links().some((link) => /^(Sign Up|Login)/.test(link))).toBe(false)
  })
})

describe('the page of plans', () => {
  it('says that nothing is for sale, and names the limits', () => {
    useAbility.setState({ maxTabs: 1, darkTheme: false })
    show(PublicLayout)
    expect(screen.getByRole('heading', { name: 'There are no plans' })).toBeTruthy()
    expect(screen.getByText('1 tab open in a window')).toBeTruthy()
    expect(screen.getByText('99,999 tables listed in a project')).toBeTruthy()
    expect(screen.getByText('No dark theme')).toBeTruthy()
  })
})
