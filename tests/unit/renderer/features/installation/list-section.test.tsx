import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { InstallationSettings } from '@common/operations/installation-settings'
import { queryClient } from '@renderer/api'
import { ListSection } from '@renderer/features/installation/ListSection'
import { fakeServer, type Answer } from '@tests/helpers/fake-server'
import { draw } from '@tests/helpers/renderer'

const settings = { allowedOrigins: ['https://a.example'], fixed: [] } as unknown as InstallationSettings

function show(given: InstallationSettings, answer: Answer = { body: given }): ReturnType<typeof fakeServer> {
  queryClient.clear()
  const server = fakeServer(() => answer)
  vi.stubGlobal('fetch', server.send)
  draw(
    <QueryClientProvider client={queryClient}>
      <ListSection settings={given} name="allowedOrigins" />
    </QueryClientProvider>,
  )
  return server
}
afterEach(() => vi.unstubAllGlobals())

const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Web pages that may call the API' })

it('saves one origin for each line', async () => {
  const server = show(settings)
  expect(field()).toHaveProperty('value', 'https://a.example')
  fireEvent.change(field(), { target: { value: ' https://a.example\n\nhttps://b.example, https://c.example ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.asked.map(({ body }) => body)).toContainEqual({
      allowedOrigins: ['https://a.example', 'https://b.example', 'https://c.example'],
    }),
  )
})

it('keeps what was typed beside the reason of a refusal', async () => {
  show(settings, { status: 400, body: { msg: 'nope is not the origin of a web page.', code: 'ORIGIN_INVALID' } })
  fireEvent.change(field(), { target: { value: 'nope' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/nope is not the origin of a web page/)).toBeTruthy()
  expect(field()).toHaveProperty('value', 'nope')
})

it('only shows the origins that the start sets', () => {
  show({ ...settings, fixed: ['allowedOrigins'] })
  expect(field()).toHaveProperty('readOnly', true)
  expect(screen.queryByRole('button')).toBeNull()
})
