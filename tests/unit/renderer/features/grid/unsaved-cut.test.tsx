import { ApiError, client } from '@renderer/api'
import { emptyCut, type CutCells } from '@renderer/features/grid/clipboard/cut'
import { emptied } from '@renderer/features/grid/clipboard/paste'
import { unsaved, useConnection, useUnsaved, useUsers } from '@renderer/stores'
import { afterEach, expect, it, vi } from 'vitest'
import { idColumn, nameColumn, priceColumn, tableOf } from '../records/fixtures'

vi.mock('@renderer/features/tables', () => ({ readTable: () => Promise.resolve(undefined) }))

afterEach(() => {
  for (const { id } of useUnsaved.getState().edits) unsaved.remove(id)
  vi.restoreAllMocks()
})

const cut = (): CutCells => ({
  copy: 'copy',
  projectId: 'p',
  table: tableOf([idColumn, nameColumn, priceColumn]),
  ranges: [],
  keys: [{ Id: 1 }, { Id: 2 }],
  titles: ['Name', 'Price'],
  refresh: vi.fn<() => void>(),
})

it('cells cut in another table are emptied when the server is back', async () => {
  useUsers.setState({ user: { email: 'ada@example.com' } as never })
  useConnection.setState({ isLost: true })
  vi.spyOn(client, 'call').mockRejectedValue(new ApiError('SERVER_UNREACHABLE', 'No server', 0, {}))
  const cells = cut()
  await emptyCut(cells, emptied(cells).rows)
  expect(useUnsaved.getState().edits).toMatchObject([
    {
      kind: 'batch',
      state: 'waiting',
      table: { name: 'Track' },
      changes: [
        { kind: 'update', rowId: '1', values: { Name: null, Price: null } },
        { kind: 'update', rowId: '2', values: { Name: null, Price: null } },
      ],
    },
  ])
  expect(cells.refresh).not.toHaveBeenCalled()
})

it('a rejected emptying leaves nothing behind', async () => {
  vi.spyOn(client, 'call').mockRejectedValue(new ApiError('NOT_ALLOWED', 'You may not.', 403, {}))
  const cells = cut()
  await expect(emptyCut(cells, emptied(cells).rows)).rejects.toThrow('You may not.')
  expect(useUnsaved.getState().edits).toEqual([])
})
