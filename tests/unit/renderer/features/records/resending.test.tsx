import { renderHook } from '@testing-library/react'
import { ApiError, client, data } from '@renderer/api'
import type { Row } from '@renderer/features/records/rows/row-key'
import { followDrafts } from '@renderer/features/records/unsaved/follow-drafts'
import { useResending } from '@renderer/features/records/unsaved/use-resending'
import { unsaved, useConnection, useUnsaved, useUsers } from '@renderer/stores'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { idColumn, nameColumn, priceColumn, tableOf } from './fixtures'
import { openStored, storedDrafts } from './queued-model'

const table = tableOf([idColumn, nameColumn, priceColumn])
vi.mock('@renderer/features/tables', () => ({
  readTable: () => Promise.resolve(tableOf([idColumn, nameColumn, priceColumn])),
}))

/** The answer of a load balancer for a server that died with the request. */
const badGateway = (): Promise<never> => Promise.reject(new ApiError('INTERNAL', '', 502))

const times: number[] = []
let answer: () => Promise<unknown>

beforeEach(() => {
  vi.useFakeTimers()
  useUsers.setState({ user: { email: 'ada@example.com' } as never })
  useConnection.setState({ isLost: false })
  answer = badGateway
  times.length = 0
  const startedAt = Date.now()
  const send = (): Promise<unknown> => {
    times.push(Date.now() - startedAt)
    return answer()
  }
  vi.spyOn(data, 'call').mockImplementation(send)
  vi.spyOn(client, 'call').mockImplementation(send as never)
})
afterEach(() => {
  useUnsaved.setState({ edits: [], fleeting: new Set() })
  localStorage.clear()
  vi.useRealTimers()
})

const row = { id: 'edit', projectId: 'p', table: { name: 'things', title: 'Things' }, at: 0 } as const

describe('an edit that a load balancer could not pass on', () => {
  it('is sent again after a second, although the server was never lost', async () => {
    const { unmount } = renderHook(() => useResending('p'))
    const column = { name: nameColumn.name, title: nameColumn.title }
    const cell = {
      kind: 'cell',
      column,
      record: 'One',
      rowKey: '1',
      key: { Id: 1 },
      before: 'One',
      text: 'Two',
    } as const
    unsaved.put({ ...row, ...cell, value: 'Two', state: 'waiting' })
    answer = () => Promise.resolve({ Id: 1, Name: 'Two', Price: 1 })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(times).toHaveLength(1)
    expect(useUnsaved.getState().edits).toEqual([])
    unmount()
  })

  it('is sent less and less often while it fails, also if each attempt marks it as on its way', async () => {
    const { unmount } = renderHook(() => useResending('p'))
    const words = { label: 'Pasted', undone: 'Undid' } as never
    const changes = [{ kind: 'update', rowKey: '1', rowId: '1', values: { Name: 'a' }, expected: {} }] as const
    unsaved.put({ ...row, kind: 'batch', words, changes, columns: {}, state: 'waiting' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(times.map((time) => Math.round(time / 1_000))).toEqual([1, 3, 8, 18, 38, 58])
    unmount()
  })

  it('is stored if it is a new record of an open table', async () => {
    const { unmount } = renderHook(() => useResending('p'))
    const model = openStored(table, [] as Row[], { drafts: storedDrafts(table) })
    const end = followDrafts('p', model)
    await vi.advanceTimersByTimeAsync(0)
    model.give(model.addRow(), nameColumn, { kind: 'text', text: 'New' })
    await vi.advanceTimersByTimeAsync(0)
    expect(useUnsaved.getState().edits).toMatchObject([{ kind: 'row', state: 'waiting' }])
    answer = () => Promise.resolve({ Id: 7, Name: 'New', Price: null })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(useUnsaved.getState().edits).toEqual([])
    expect(model.drafts.count).toBe(0)
    end()
    unmount()
  })
})
