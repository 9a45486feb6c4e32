import { asShown } from '@tests/helpers/as-shown'
import type { ListedTrashEntry } from '@common/operations/trash'
import { client, queryClient } from '@renderer/api'
import { TrashTab } from '@renderer/features/trash/TrashTab'
import { useNotifications, useToasts } from '@renderer/stores'
import { i18n } from '@renderer/i18n'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { draw } from '@tests/helpers/renderer'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

const entry = (id: string, given: Partial<ListedTrashEntry>): ListedTrashEntry => ({
  id,
  kind: 'rows',
  table: 'tracks',
  tableTitle: 'Tracks',
  titles: ['Low Water'],
  count: 1,
  user: 'mina@harbour.example',
  when: '2026-11-20T10:00:00Z',
  until: '2026-12-20T10:00:00Z',
  ...given,
})
const rows = entry('1', { titles: ['Low Water', 'Harbour Lamp'], count: 2 })
const table = entry('2', { kind: 'table', titles: ['Invoices'], count: 40, user: null })

let list: ListedTrashEntry[]
let calls: (readonly [string, unknown])[]
let restored: unknown

beforeAll(() => i18n.loadNamespaces(['trash']))
beforeEach(() => {
  queryClient.clear()
  useNotifications.setState({ list: [], unread: false })
  list = [rows, table]
  calls = []
  restored = { restored: 1, refused: [], notes: [] }
  vi.spyOn(client, 'call').mockImplementation((async (name: string, args: Record<string, unknown>) => {
    if (name === 'trashList') return { list: list.filter(({ kind }) => (args['kind'] ?? kind) === kind), count: 2 }
    calls.push([name, args])
    if (name === 'trashRestore') list = list.filter(({ id }) => id !== args['id'])
    if (name === 'trashDelete') list = list.filter(({ id }) => !(args['ids'] as string[]).includes(id))
    if (name === 'trashEmpty') list = []
    return name === 'trashRestore' ? restored : null
  }) as never)
})
afterEach(() => vi.restoreAllMocks())

function drawTrash(mayChangeSchema = true) {
  const onRowsRestored = vi.fn()
  draw(
    <QueryClientProvider client={queryClient}>
      <TrashTab projectId="shop" mayChangeSchema={mayChangeSchema} onRowsRestored={onRowsRestored} />
    </QueryClientProvider>,
  )
  return { onRowsRestored }
}
const lineOf = async (text: string) => within(await screen.findByRole('row', { name: new RegExp(text) }))
const toastTitles = (): string[] => asShown(useToasts.getState()).toasts.map(({ text }) => text)

describe('the trash', () => {
  it('says what was deleted, where and by whom', async () => {
    drawTrash()
    const line = await lineOf('2 records: Low Water and Harbour Lamp|2 records: Low Water, Harbour Lamp')
    expect(line.getByText('Tracks')).toBeTruthy()
    expect(line.getByText('mina@harbour.example')).toBeTruthy()
    expect((await lineOf('Invoices')).getByText('Deleted account')).toBeTruthy()
  })

  it('restores an entry, which leaves the list', async () => {
    const { onRowsRestored } = drawTrash()
    fireEvent.click((await lineOf('Low Water')).getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /Low Water/ })).toBeNull())
    expect(calls).toEqual([['trashRestore', { id: '1' }]])
    expect(onRowsRestored).toHaveBeenCalledOnce()
  })

  it('says which records stay, and why', async () => {
    restored = {
      restored: 1,
      refused: [{ rowId: '7', msg: 'Another record has this key', message: { key: 'errors.other', params: {} } }],
      notes: [],
    }
    drawTrash()
    fireEvent.click((await lineOf('Low Water')).getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(toastTitles()).toContain('1 record stays in the trash'))
  })

  it('asks before it deletes one entry for good', async () => {
    drawTrash()
    fireEvent.click((await lineOf('Invoices')).getByRole('button', { name: 'Delete for good: Invoices' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete Invoices for good?' }))
    expect(calls).toEqual([])
    fireEvent.click(question.getByRole('button', { name: 'Delete for good' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /Invoices/ })).toBeNull())
    expect(calls).toEqual([['trashDelete', { ids: ['2'] }]])
    expect(screen.getByRole('row', { name: /Low Water/ })).toBeTruthy()
  })

  it('empties only the shown kind', async () => {
    drawTrash()
    fireEvent.click(await screen.findByRole('radio', { name: 'Tables' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /Low Water/ })).toBeNull())
    await lineOf('Invoices')
    fireEvent.click(screen.getByRole('button', { name: 'Delete all tables here' }))
    const question = within(await screen.findByRole('dialog'))
    fireEvent.click(question.getByRole('button', { name: 'Delete for good' }))
    await waitFor(() => expect(calls).toEqual([['trashEmpty', { kind: 'table' }]]))
    expect(await screen.findByText('No tables in the trash')).toBeTruthy()
  })

  it('offers no kinds and no emptying to those who may not change the schema', async () => {
    drawTrash(false)
    await lineOf('Low Water')
    expect(screen.queryByRole('radio', { name: 'Tables' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Empty the trash' })).toBeNull()
  })
})
