import type { SecretStorage as Storage } from '@common/operations/secrets'
import { queryClient } from '@renderer/api'
import { SecretStorage } from '@renderer/features/desktop-settings/SecretStorage'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { fakeServer, operationIn } from '@tests/helpers/fake-server'
import { draw } from '@tests/helpers/renderer'
import { afterEach, describe, expect, it, vi } from 'vitest'

function show(storage: Storage, after: Storage = storage): ReturnType<typeof fakeServer> {
  queryClient.clear()
  let now = storage
  const server = fakeServer(({ path }) => {
    if (operationIn(path).name !== 'secretStorageRead') now = after
    return { body: now }
  })
  vi.stubGlobal('fetch', server.send)
  draw(
    <QueryClientProvider client={queryClient}>
      <SecretStorage />
    </QueryClientProvider>,
  )
  return server
}
const commands = ({ asked }: ReturnType<typeof fakeServer>) =>
  asked.map(({ path, body }) => [operationIn(path).name, body]).filter(([name]) => name !== 'secretStorageRead')
const click = (name: string): void =>
  void fireEvent.click(screen.getAllByRole('button', { name }).at(-1) ?? document.body)

afterEach(() => vi.unstubAllGlobals())

describe('the storage of passwords', () => {
  it('moves keys out of the keychain after a question', async () => {
    const server = show({ place: 'keychain', keychain: 'keychain' }, { place: 'profile', keychain: 'keychain' })
    await screen.findByText('Their keys are in the keychain of this computer (keychain).')
    click('Move to the profile')
    await screen.findByText(/Anyone who can read the files/)
    expect(commands(server)).toEqual([])
    click('Move to the profile')
    await screen.findByRole('button', { name: 'Move to the keychain' })
    expect(commands(server)).toEqual([['secretStorageMove', { to: 'profile' }]])
  })

  it('says that there is no keychain, and offers nothing', async () => {
    show({ place: 'profile', keychain: null })
    await screen.findByText(/This computer offers no keychain/)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('replaces locked keys after a question', async () => {
    const server = show({ place: 'locked', keychain: null }, { place: 'profile', keychain: null })
    await screen.findByText(/The keys belong to a keychain that isn't available here/)
    click('Replace the keys')
    await screen.findByText(/You enter them again/)
    click('Replace the keys')
    await waitFor(() => expect(commands(server)).toEqual([['secretStorageRenew', {}]]))
  })
})
