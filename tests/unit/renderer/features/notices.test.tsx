import type { Notice } from '@common/operations/followers'
import { client, queryClient } from '@renderer/api'
import { NotificationMenu } from '@renderer/features/notifications'
import { bindNavigation, firstRowsShown, useNotifications, useUsers } from '@renderer/stores'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { draw } from '@tests/helpers/renderer'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const notice: Notice = {
  id: '1',
  projectId: 'shop_ab12',
  project: 'Shop',
  table: 'tracks',
  rowId: '7',
  record: 'Low Water',
  kind: 'comment',
  details: 'Louder at the end?',
  user: 'mina.rossi@harbour.example',
  createdAt: '2026-11-01T10:00:00Z',
  read: false,
}
const gone: Notice = { ...notice, id: '2', kind: 'delete', record: '', details: '', user: null, read: true }
const went = vi.fn()
let asked: string[]
let list: readonly Notice[]

beforeEach(() => {
  firstRowsShown()
  queryClient.clear()
  went.mockClear()
  asked = []
  list = [notice, gone]
  bindNavigation(went)
  useNotifications.setState({ list: [], unread: false })
  vi.spyOn(client, 'call').mockImplementation((async (name: string) => {
    asked.push(name)
    if (name === 'noticesClear') list = []
    if (name === 'noticesRead') list = list.map((one) => ({ ...one, read: true }))
    return name === 'noticeList' ? { list, unread: list.filter(({ read }) => !read).length } : null
  }) as never)
  useUsers.setState({ user: { id: 1, email: 'ada@harbour.example' } as never })
})
afterEach(() => {
  vi.restoreAllMocks()
  useUsers.setState({ user: null })
})

const drawMenu = () =>
  draw(
    <QueryClientProvider client={queryClient}>
      <NotificationMenu />
    </QueryClientProvider>,
  )
const open = async (): Promise<void> => {
  fireEvent.click(await screen.findByRole('button', { name: /^Notifications,/ }))
}

describe('notices of followed records', () => {
  it('say who did what, where, and in which words', async () => {
    drawMenu()
    await open()
    expect(await screen.findByText('Mina Rossi commented on Low Water')).toBeTruthy()
    expect(screen.getByText('Shop · Louder at the end?')).toBeTruthy()
    expect(screen.getByText(/deleted a record$/)).toBeTruthy()
  })

  it('open their record, and are read when the menu closes', async () => {
    drawMenu()
    await open()
    expect(asked).not.toContain('noticesRead')
    fireEvent.click(await screen.findByRole('button', { name: /Mina Rossi commented/ }))
    expect(went).toHaveBeenCalledWith('/nc/shop_ab12?name=tracks&type=table&dbalias=db&record=7')
    await waitFor(() => expect(asked).toContain('noticesRead'))
  })

  it('offer nothing to open where the record was deleted', async () => {
    list = [notice, gone]
    drawMenu()
    await open()
    await screen.findByText(/deleted a record$/)
    expect(screen.queryByRole('button', { name: /deleted/ })).toBeNull()
  })

  it('are deleted with the other lines', async () => {
    drawMenu()
    await open()
    fireEvent.click(await screen.findByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(asked).toContain('noticesClear'))
  })

  it('are not asked for before somebody has signed in', async () => {
    useUsers.setState({ user: null })
    drawMenu()
    await screen.findByRole('button', { name: 'Notifications' })
    expect(asked).toEqual([])
  })
})
