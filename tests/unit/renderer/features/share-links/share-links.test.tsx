import type { Share } from '@common/operations/shares'
import { client, queryClient } from '@renderer/api'
import { ShareLinks } from '@renderer/features/share-links/ShareLinks'
import { i18n } from '@renderer/i18n'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { draw } from '@tests/helpers/renderer'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

const link = (id: string, given: Partial<Share>): Share => ({
  id,
  link: `link-${id}`,
  url: `https://basalt.example/${id}`,
  embedUrl: '',
  view: null,
  role: null,
  enabled: true,
  hasPassword: false,
  expiresAt: null,
  expired: false,
  download: false,
  survey: false,
  embedOrigins: [],
  narrowed: false,
  opened: 0,
  lastOpenedAt: null,
  createdAt: '2026-11-01T10:00:00Z',
  ...given,
})
const base = link('base', { role: 'editor', hasPassword: true })
const board = link('board', {
  view: { id: 'v1', title: 'By genre', kind: 'kanban', table: 'tracks' },
  opened: 3,
  lastOpenedAt: '2026-11-20T10:00:00Z',
  expiresAt: '2026-11-25T10:00:00Z',
  expired: true,
})

let list: Share[]
let refusal: Error | undefined
const onShareProject = vi.fn()

beforeAll(() => i18n.loadNamespaces(['shares']))
beforeEach(() => {
  queryClient.clear()
  list = [base, board]
  refusal = undefined
  vi.spyOn(client, 'call').mockImplementation((async (name: string, args: { readonly id?: string }) => {
    if (name === 'tableList') return [{ name: 'tracks', title: 'Tracks' }]
    if (name === 'shareList') return { list }
    if (refusal !== undefined) throw refusal
    list = list.filter(({ id }) => id !== args.id)
    await queryClient.invalidateQueries()
    return null
  }) as never)
})
afterEach(() => vi.restoreAllMocks())

const drawLinks = () =>
  draw(
    <QueryClientProvider client={queryClient}>
      <ShareLinks projectId="shop" onShareProject={onShareProject} />
    </QueryClientProvider>,
  )
const lineOf = async (name: RegExp) => within(await screen.findByRole('row', { name }))

describe('all links of a project', () => {
  it('say what they share, whether they work, and when they were opened', async () => {
    drawLinks()
    const whole = await lineOf(/^The whole project/)
    for (const text of ['On', 'Editors', 'Password', 'Never']) expect(whole.getByText(text)).toBeTruthy()
    const view = await lineOf(/^By genre/)
    for (const text of ['Tracks', 'Expired', /^3 times, /]) expect(await view.findByText(text)).toBeTruthy()
  })

  it('are revoked after a question', async () => {
    drawLinks()
    fireEvent.click((await lineOf(/^By genre/)).getByRole('button', { name: 'Revoke the link of “By genre”' }))
    const question = within(await screen.findByRole('dialog', { name: 'Revoke the link of “By genre”?' }))
    expect(list).toHaveLength(2)
    fireEvent.click(question.getByRole('button', { name: 'Revoke link' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /^By genre/ })).toBeNull())
    expect(screen.getByRole('row', { name: /^The whole project/ })).toBeTruthy()
  })

  it('stay when the server refuses, which the question says', async () => {
    refusal = new Error('The link is gone')
    drawLinks()
    fireEvent.click((await lineOf(/^By genre/)).getByRole('button', { name: /^Revoke/ }))
    const question = within(await screen.findByRole('dialog'))
    fireEvent.click(question.getByRole('button', { name: 'Revoke link' }))
    expect(await question.findByRole('alert')).toBeTruthy()
    expect(screen.getAllByRole('row', { name: /^By genre/, hidden: true })).toHaveLength(1)
  })

  it('say that there are none, and lead to the link of the project', async () => {
    list = []
    drawLinks()
    expect(await screen.findByText('Nothing is shared by a link')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Share the whole project' }))
    expect(onShareProject).toHaveBeenCalledOnce()
  })
})
