import type { View } from '@common/views'
import { menuActionsOf, type TreeDoes } from '@renderer/features/tree/menu-actions'
import type { TableMenuEntry } from '@renderer/features/tree/TreeMenu'
import type { TreeItem } from '@renderer/features/tree/tree-nodes'
import { expect, it } from 'vitest'

it('offers for a table and its views what other screens do with them, and for none what does not suit it', () => {
  const table = { name: 'album', title: 'Album', type: 'table', order: 0 } as const
  const entry = (id: string, isFor?: TableMenuEntry['isFor']): TableMenuEntry => ({
    id,
    icon: 'download',
    label: id,
    ...(isFor && { isFor }),
    run: () => undefined,
  })
  const more = [entry('diagram'), entry('export', (view) => view?.kind !== 'form')]
  const does = {
    projectId: 'p',
    more,
    marked: [],
    isMovable: () => false,
    mayManageViews: false,
  } as unknown as TreeDoes
  const offered = (line: object): string[] =>
    menuActionsOf({ table, level: 2, at: 0, count: 1, ...line } as unknown as TreeItem, does).more.map(({ id }) => id)
  const view = (kind: View['kind']) => ({ kind: 'view', view: { id: 'vw_1', kind } })
  expect(offered({ kind: 'table' })).toEqual(['diagram', 'export'])
  expect(offered(view('calendar'))).toEqual(['diagram', 'export'])
  expect(offered(view('form'))).toEqual(['diagram'])
})
