import { CredentialsForm } from '@renderer/features/auth/CredentialsForm'
import { problemOf } from '@renderer/features/auth/validate'
import { ApiError } from '@renderer/api'
import { draw } from '@tests/helpers/renderer'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'

describe('what is wrong with a field', () => {
  it.each([
    ['email', '', 'auth.emailRequired'],
    ['email', '   ', 'auth.emailRequired'],
    ['email', 'mina', 'auth.emailInvalid'],
    ['email', 'mina@harbour', 'auth.emailInvalid'],
    ['email', 'mina @harbour.example', 'auth.emailInvalid'],
    ['email', ' mina@harbour.example ', null],
    ['password', '', 'auth.passwordRequired'],
    ['password', '1234567', 'auth.passwordTooShort'],
    ['password', '12345678', null],
    ['password', '🐟🐟🐟🐟', 'auth.passwordTooShort'],
  ] as const)('%s %j: %s', (field, value, problem) => {
    expect(problemOf(field, value)).toBe(problem)
  })
})

function show(submit: (credentials: unknown) => Promise<void>): void {
  const form = <CredentialsForm action="Sign in" submit={submit} isNewAccount={false} />
  draw(<RouterProvider router={createMemoryRouter([{ path: '*', element: form }])} />)
}

const email = (): HTMLElement => screen.getByLabelText('E-mail')
const password = (): HTMLElement => screen.getByLabelText('Password')
const type = (field: HTMLElement, value: string): void => void fireEvent.change(field, { target: { value } })

describe('the form', () => {
  it('complains on leaving a field, then at every key', () => {
    show(vi.fn())
    type(email(), 'mina')
    expect(screen.queryByText('E-mail must be valid')).toBeNull()
    fireEvent.blur(email())
    expect(screen.getByText('E-mail must be valid')).toBeDefined()
    type(email(), 'mina@harbour.example')
    expect(screen.queryByText('E-mail must be valid')).toBeNull()
    type(email(), '')
    expect(screen.getByText('E-mail is required')).toBeDefined()
  })

  it('sends nothing while something is wrong, and goes to the first such field', () => {
    const submit = vi.fn()
    show(submit)
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(submit).not.toHaveBeenCalled()
    expect(screen.getByText('E-mail is required')).toBeDefined()
    expect(screen.getByText('Password is required')).toBeDefined()
    expect(document.activeElement).toBe(email())
  })

  it('shows the sentence of the server above the button, until something is changed', async () => {
    show(() => Promise.reject(new ApiError('CREDENTIALS_INVALID', 'The e-mail or the password is not right.', 400)))
    type(email(), 'mina@harbour.example')
    type(password(), 'wrong horse')
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('The e-mail or the password is not right.')
    const button = screen.getByRole('button', { name: 'Sign in' })
    expect(alert.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    type(password(), 'wrong horses')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('shows the password on demand', () => {
    show(vi.fn())
    expect(password().getAttribute('type')).toBe('password')
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(password().getAttribute('type')).toBe('text')
  })
})
