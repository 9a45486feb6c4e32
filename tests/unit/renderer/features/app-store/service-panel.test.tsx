import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { serviceOf, type ServiceValues } from '@common/plugins/services'
import { queryClient } from '@renderer/api'
import { ServicePanel } from '@renderer/features/app-store/ServicePanel'
import { fakeServer, operationIn } from '@tests/helpers/fake-server'
import { draw } from '@tests/helpers/renderer'

interface Saved {
  readonly service: string
  readonly active: boolean
  readonly values: ServiceValues
}

const saved: Saved[] = []
beforeEach(() => {
  queryClient.clear()
  saved.length = 0
  const server = fakeServer(({ path, body }) => {
    if (operationIn(path).name !== 'serviceSave') return { body: { list: [] } }
    const { service, values } = body as Saved
    saved.push(body as Saved)
    return { body: { list: [{ service, isInstalled: true, isActive: true, isFixed: false, values, secrets: [] }] } }
  })
  vi.stubGlobal('fetch', server.send)
})
afterEach(() => vi.unstubAllGlobals())

function show(service: 'minio' | 's3', values: ServiceValues): void {
  const plugin = serviceOf(service)
  const { id, title, category } = plugin
  const state = {
    service,
    isInstalled: true,
    isActive: true,
    isFixed: false,
    values,
    secrets: ['access_secret' as const],
  }
  draw(
    <QueryClientProvider client={queryClient}>
      <ServicePanel
        entry={{ id, title, category, color: 'red', letters: 'S3', isInstalled: true, isActive: true }}
        plugin={plugin}
        state={state}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  )
}
const bucket = { bucket: 'files', region: 'eu-central-1', access_key: 'key' }
const direct = () => screen.getByRole('checkbox', { name: 'Downloads straight from the storage' })
const ownAddress = () => screen.queryByRole('textbox', { name: 'Address for browsers' })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

describe('downloads straight from the storage', () => {
  it('are off, and tell their price when they are turned on', async () => {
    show('s3', bucket)
    expect(screen.queryByText(/For 5 minutes/)).toBeNull()
    expect(screen.getByText(/need no access to the storage/)).toBeTruthy()
    save()
    await waitFor(() => expect(saved).toEqual([{ service: 's3', active: true, values: bucket }]))
    fireEvent.click(direct())
    expect(screen.getByText(/For 5 minutes, everyone with the address of a file can load it/)).toBeTruthy()
    expect(screen.queryByText(/need no access to the storage/)).toBeNull()
    expect(ownAddress()).toBeNull()
    save()
    await waitFor(() => expect(saved[1]).toMatchObject({ values: { ...bucket, direct: 'on' } }))
  })

  it('take another address for browsers, while they are on', async () => {
    const values = { ...bucket, endpoint: 'https://minio.example.com', direct: 'on', browser_endpoint: 'ftp://x' }
    show('minio', values)
    save()
    expect(await screen.findByText(/one such as https:\/\/files\.example\.com/)).toBeTruthy()
    fireEvent.click(direct())
    expect(ownAddress()).toBeNull()
    save()
    const { direct: _direct, browser_endpoint: _address, ...rest } = values
    await waitFor(() => expect(saved).toEqual([{ service: 'minio', active: true, values: rest }]))
  })
})
