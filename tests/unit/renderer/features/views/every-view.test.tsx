import { queryClient } from '@renderer/api'
import { useEveryView } from '@renderer/features/views'
import { fakeServer, operationIn } from '@tests/helpers/fake-server'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

it('views of all tables are known by one call, of the three hundredth table too', async () => {
  const tables = Array.from({ length: 300 }, (_, at) => `t${at + 1}`)
  const views = tables.map((table) => ({ id: `vw_${table}`, title: `View of ${table}`, table, kind: 'grid' }))
  const server = fakeServer(() => ({ body: views }))
  vi.stubGlobal('fetch', server.send)
  const { result } = renderHook(() => useEveryView('p', true), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })
  await waitFor(() => expect(result.current.get('t300')).toEqual([views[299]]))
  expect(server.asked.map(({ path }) => operationIn(path))).toEqual([{ name: 'viewNameList', project: 'p' }])
})
