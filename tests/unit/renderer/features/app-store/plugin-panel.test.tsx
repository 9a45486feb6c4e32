import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { messagePlugins } from '@common/plugins'
import type { ListedPlugin } from '@common/operations/plugins'
import { queryClient } from '@renderer/api'
import { PluginPanel } from '@renderer/features/app-store/PluginPanel'
import { fakeServer, operationIn, type Answer } from '@tests/helpers/fake-server'
import { draw } from '@tests/helpers/renderer'

const calls: { readonly name: string; readonly body: unknown }[] = []
let answer: (name: string) => Answer

beforeEach(() => {
  queryClient.clear()
  calls.length = 0
  const server = fakeServer(({ path, body }) => {
    const { name } = operationIn(path)
    calls.push({ name, body })
    return answer(name)
  })
  vi.stubGlobal('fetch', server.send)
})
afterEach(() => vi.unstubAllGlobals())

function show(state: Omit<ListedPlugin, 'plugin'>): void {
  const [plugin] = messagePlugins
  if (plugin === undefined) throw new Error('No plugin')
  const { id, title, category } = plugin
  const { isInstalled, isActive } = state
  const own = { plugin, state: { plugin: 'slack' as const, ...state } }
  draw(
    <QueryClientProvider client={queryClient}>
      <PluginPanel
        projectId="shop"
        entry={{ id, title, category, color: 'violet', letters: 'Sl', isInstalled, isActive, own }}
        own={own}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  )
}

const installed = {
  isInstalled: true,
  isActive: true,
  entries: ['sales', 'ops'].map((channel) => ({ values: { channel }, secrets: ['webhook_url' as const] })),
}

describe('the form of a plugin', () => {
  it('is made from its fields, and names what is missing', async () => {
    show({ isInstalled: false, isActive: false, entries: [] })
    fireEvent.click(screen.getByRole('button', { name: 'Install' }))
    await screen.findByText('Fill in Channel.')
    expect(screen.getByText('Fill in Webhook address.')).toBeTruthy()
    expect(calls).toEqual([])
  })

  it('leaves stored secrets where they are, also after another channel is removed', async () => {
    answer = () => ({ body: { plugin: 'slack', ...installed, entries: installed.entries.slice(1) } })
    show(installed)
    fireEvent.click(screen.getByRole('button', { name: 'Remove Channel 1' }))
    const channel = screen.getByRole('textbox', { name: 'Channel' })
    fireEvent.change(channel, { target: { value: 'support' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls).toEqual([
      {
        name: 'pluginSave',
        body: { plugin: 'slack', active: true, entries: [{ values: { channel: 'support' }, stored: 1 }] },
      },
    ])
  })

  it('tests one channel and shows the answer of the service', async () => {
    answer = () => ({
      body: {
        sent: false,
        status: 403,
        ms: 12,
        msg: 'Slack answered 403: no_service',
        message: { key: 'server.plugin.refused', params: { plugin: 'Slack', status: '403', answer: 'no_service' } },
      },
    })
    show(installed)
    const second = screen.getByRole('group', { name: 'Channel 2' })
    fireEvent.click(within(second).getByRole('button', { name: 'Send a test message' }))
    await within(second).findByText('Slack answered 403: no_service')
    expect(calls).toEqual([
      { name: 'pluginTest', body: { plugin: 'slack', entry: { values: { channel: 'ops' }, stored: 1 } } },
    ])
  })
})
