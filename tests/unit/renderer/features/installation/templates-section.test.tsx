import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { InstallationSettings } from '@common/operations/installation-settings'
import { queryClient } from '@renderer/api'
import { TemplatesSection } from '@renderer/features/installation/TemplatesSection'
import { fakeServer, operationIn, type Answer } from '@tests/helpers/fake-server'
import { draw } from '@tests/helpers/renderer'

const settings = { templateHost: null, templatesPublic: false, fixed: [] } as unknown as InstallationSettings

/** The first answer of each operation. */
function show(answers: Readonly<Record<string, Answer>> = {}, given = settings): ReturnType<typeof fakeServer> {
  queryClient.clear()
  const server = fakeServer(({ path }) => answers[operationIn(path).name] ?? { body: given })
  vi.stubGlobal('fetch', server.send)
  draw(
    <QueryClientProvider client={queryClient}>
      <TemplatesSection settings={given} />
    </QueryClientProvider>,
  )
  return server
}
afterEach(() => vi.unstubAllGlobals())

const saved = (server: ReturnType<typeof fakeServer>) => server.asked.map(({ body }) => body)
const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }))
const token = (): HTMLElement => screen.getByLabelText('Edit token')

it('chooses the gallery of another service', async () => {
  const server = show()
  fireEvent.change(screen.getByLabelText('Template service'), { target: { value: ' https://templates.example.com ' } })
  press('Save')
  await waitFor(() => expect(saved(server)).toContainEqual({ templateHost: 'https://templates.example.com' }))
})

it('returns to the own gallery with an empty address', async () => {
  const server = show({}, { ...settings, templateHost: 'https://templates.example.com' })
  fireEvent.change(screen.getByLabelText('Template service'), { target: { value: '' } })
  press('Save')
  await waitFor(() => expect(saved(server)).toContainEqual({ templateHost: null }))
})

it('keeps a rejected address, with the reason below it', async () => {
  show({ installationSettingsSave: { status: 400, body: { msg: 'No address.', code: 'TEMPLATE_HOST_INVALID' } } })
  fireEvent.change(screen.getByLabelText('Template service'), { target: { value: 'nowhere' } })
  press('Save')
  expect(await screen.findByText('No address.')).toBeTruthy()
  expect(screen.getByLabelText('Template service')).toHaveProperty('value', 'nowhere')
})

it('opens the gallery to everyone at once, and shows the old state if that fails', async () => {
  const server = show({ installationSettingsSave: { status: 500, body: { msg: 'Disk full.', code: 'INTERNAL' } } })
  const shared = screen.getByRole('switch')
  fireEvent.click(shared)
  expect(shared).toHaveProperty('checked', true)
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(saved(server)).toContainEqual({ templatesPublic: true })
  expect(shared).toHaveProperty('checked', false)
})

it('reads the edit token when the user asks for it', async () => {
  const server = show({ templateTokenRead: { body: { token: 'first' } } })
  expect(server.asked).toEqual([])
  expect(token()).toHaveProperty('value', '')
  press('Show')
  await waitFor(() => expect(token()).toHaveProperty('value', 'first'))
  expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy()
})

it('replaces the edit token after a question', async () => {
  const server = show({ templateTokenRotate: { body: { token: 'second' } } })
  press('Replace token')
  const dialog = await screen.findByRole('dialog')
  expect(server.asked).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Replace token' }))
  await waitFor(() => expect(token()).toHaveProperty('value', 'second'))
  expect(screen.queryByRole('dialog')).toBeNull()
})
