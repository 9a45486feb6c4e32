import { asShown } from '@tests/helpers/as-shown'
import { initialSettings } from '@common/settings'
import { content } from '@renderer/features/preferences/privacy'
import { abilityGiven, settingOf, useAbility, useToasts, useUsers, useWindows } from '@renderer/stores'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { draw } from '@tests/helpers/renderer'

const rows = Object.fromEntries(content.rows.map(({ id, Control }) => [id, Control]))
const consents = [
  {
    name: 'isGaEnabled',
    onlyRegistered: 'Only a registered user can disable Analytics, Please Login then disable.',
    question: 'Click submit to disable analytics.',
  },
  {
    name: 'isErrorReportingEnabled',
    onlyRegistered: 'Only a registered user can disable Error Reporting, Please Login then disable.',
    question: 'Error reporting helps us to build a better product. Press cancel to help us build a better product ?',
  },
] as const

beforeEach(() => {
  useWindows.setState({ ...initialSettings, isGaEnabled: true, isErrorReportingEnabled: true })
  useAbility.setState({ disableGA: false, disableTelemetry: false })
  useToasts.setState({ toasts: [] })
})
afterEach(() => {
  useUsers.getState().cleared()
  useAbility.setState({ disableGA: true, disableTelemetry: true })
})

function show(name: (typeof consents)[number]['name']): HTMLElement {
  const Control = rows[name]
  if (Control === undefined) throw new Error(`There is no row ${name}`)
  draw(<Control label="Consent" />)
  return screen.getByRole('switch')
}

describe.each(consents)('the consent $name', ({ name, onlyRegistered, question }) => {
  it('is off at first', () => {
    expect(initialSettings[name]).toBe(false)
  })

  it('ends for a registered user only', () => {
    fireEvent.click(show(name))
    expect(asShown(useToasts.getState()).toasts.map(({ text }) => text)).toEqual([onlyRegistered])
    expect(settingOf(name)).toBe(true)
  })

  it('ends after a question', async () => {
    useUsers.setState({ user: { email: 'ada@example.com' } as never })
    const control = show(name)
    fireEvent.click(control)
    await screen.findByText(question)
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByText(question)).toBeNull())
    expect(settingOf(name)).toBe(true)
    fireEvent.click(control)
    fireEvent.click(await screen.findByRole('button', { name: 'Submit' }))
    expect(settingOf(name)).toBe(false)
    // Turning it on asks nothing.
    fireEvent.click(control)
    expect(settingOf(name)).toBe(true)
  })

  it('is off and locked where the installation forbids it', () => {
    abilityGiven({ ...useAbility.getState(), disableGA: true, disableTelemetry: true })
    expect(show(name)).toHaveProperty('disabled', true)
    expect(settingOf(name)).toBe(false)
  })
})
