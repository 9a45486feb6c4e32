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

const table = (name: string) => ({ name, title: name, type: 'table' }) as TableSummary
const tables = [...'abcdefghijkl'].map(table)
const prefetched = (): string[] => vi.mocked(expectTableTab).mock.calls.map(([, name]) => name)
const rendered = (): string[] => vi.mocked(expectTableRows).mock.calls.map(([, { name }]) => name)

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
    await waitFor(() => expect(prefetched()).toEqual(['h', 'd', 'i', 'c', 'j', 'b']))
    expect(rendered()).toEqual(['g', 'e'])
  })

  it('is prefetched with its rows when the pointer rests on it', () => {
    vi.useFakeTimers()
    const { result } = renderHook(() => usePointedTable('p'))
    result.current(table('a'))
    vi.advanceTimersByTime(30)
    result.current(table('b'))
    vi.advanceTimersByTime(1_000)
    expect([prefetched(), rendered()]).toEqual([['a', 'b'], ['b']])
  })

  it('reads its own rows once it was clicked', () => {
    vi.useFakeTimers()
    const { result } = renderHook(() => usePointedTable('p'))
    result.current(table('a'))
    tabs.open({ type: 'table', name: 'a', title: 'A', dbAlias: 'db' })
    vi.advanceTimersByTime(1_000)
    expect(rendered()).toEqual([])
  })
})
