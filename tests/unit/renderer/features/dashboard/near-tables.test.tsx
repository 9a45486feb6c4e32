import type { TableSummary } from '@common/model'
import { expectTableRows, expectTableTab } from '@renderer/features/dashboard/TableTab'
import { useNearTables, usePointedTable } from '@renderer/features/dashboard/use-near-tables'
import { tabs } from '@renderer/features/tabs'
import { firstRowsShown } from '@renderer/stores'
import { renderHook, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'

vi.mock('@renderer/features/dashboard/TableTab', () => ({
  expectTableRows: vi.fn(() => Promise.resolve()),
  expectTableTab: vi.fn(() => Promise.resolve()),
}))

const tables = 'abcdefghijkl'.split('').map((name) => ({ name, title: name, type: 'table' }) as TableSummary)
const asked = (request: typeof expectTableRows): string[] => vi.mocked(request).mock.calls.map(([, name]) => name)

describe('a table that may open next', () => {
  beforeEach(() => {
    vi.mocked(expectTableRows).mockClear()
    vi.mocked(expectTableTab).mockClear()
    vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work))
    vi.stubGlobal('cancelIdleCallback', clearTimeout)
  })

  it('is prefetched near the open one, the nearest with their rows', async () => {
    renderHook(() => useNearTables('p', tables, 'f'))
    firstRowsShown()
    await waitFor(() => expect(asked(expectTableTab)).toEqual(['h', 'd', 'i', 'c', 'j', 'b']))
    expect(asked(expectTableRows)).toEqual(['g', 'e'])
  })

  it('is prefetched with its rows when the pointer rests on it', () => {
    vi.useFakeTimers()
    const { result } = renderHook(() => usePointedTable('p'))
    result.current('a')
    vi.advanceTimersByTime(30)
    result.current('b')
    vi.advanceTimersByTime(1_000)
    expect([asked(expectTableTab), asked(expectTableRows)]).toEqual([['a', 'b'], ['b']])
  })

  it('reads its own rows once it was clicked', () => {
    vi.useFakeTimers()
    const { result } = renderHook(() => usePointedTable('p'))
    result.current('a')
    tabs.open({ type: 'table', name: 'a', title: 'A', dbAlias: 'db' })
    vi.advanceTimersByTime(1_000)
    expect(asked(expectTableRows)).toEqual([])
  })
})
