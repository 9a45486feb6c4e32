import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { InstallationSettings } from '@common/operations/installation-settings'
import { queryClient } from '@renderer/api'
import { HistorySection } from '@renderer/features/installation/HistorySection'
import { fakeServer } from '@tests/helpers/fake-server'
import { draw } from '@tests/helpers/renderer'

const settings: InstallationSettings = {
  signUpClosed: false,
  baseUrl: null,
  historyDays: 365,
  historyThinDays: 0,
  auditDays: 365,
  allowedOrigins: [],
  outboundHosts: [],
  templateHost: null,
  templatesPublic: false,
  fixed: [],
}

function show(given: InstallationSettings): ReturnType<typeof fakeServer> {
  queryClient.clear()
  const server = fakeServer(() => ({ body: given }))
  vi.stubGlobal('fetch', server.send)
  draw(
    <QueryClientProvider client={queryClient}>
      <HistorySection settings={given} />
    </QueryClientProvider>,
  )
  return server
}
afterEach(() => vi.unstubAllGlobals())

const fieldOf = (name: string): HTMLElement => screen.getByLabelText(name, { selector: 'input' })

it('saves only the age that was changed', async () => {
  const server = show(settings)
  expect(fieldOf('Delete entries after (days)')).toHaveProperty('value', '365')
  fireEvent.change(fieldOf('Thin entries after (days)'), { target: { value: '90' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.asked.map(({ body }) => body)).toContainEqual({ historyThinDays: 90 }))
})

it('says what it expects instead of saving anything else', () => {
  const server = show(settings)
  fireEvent.change(fieldOf('Delete entries after (days)'), { target: { value: 'soon' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Enter a whole number from 0 to 36,500.')).toBeTruthy()
  expect(server.asked).toEqual([])
})

it('shows an age that the start of the server sets, without a button', () => {
  show({ ...settings, fixed: ['historyDays', 'historyThinDays', 'auditDays'] })
  expect(fieldOf('Delete entries after (days)')).toHaveProperty('readOnly', true)
  expect(screen.queryByRole('button')).toBeNull()
})
