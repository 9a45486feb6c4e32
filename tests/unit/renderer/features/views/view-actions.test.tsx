import type { View } from '@common/views'
import { undoLog } from '@renderer/features/undo'
import { viewActions } from '@renderer/features/views/view-actions'
import { operationIn } from '@tests/helpers/fake-server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { idColumn, tableOf } from '../records/fixtures'

const view: View = {
  id: 'vw_1',
  title: 'Open orders',
  kind: 'form',
  position: 1,
  locked: false,
  settings: {},
  personal: null,
  options: {},
}

let sent: string[]

beforeEach(() => {
  undoLog.clear()
  sent = []
})
afterEach(() => vi.unstubAllGlobals())

it('takes a view back that is still being deleted when the keys are pressed', async () => {
  const deleted = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', (path: string) => {
    const api = operationIn(path).name
    sent.push(api)
    const done = { change: 'second', written: [], restored: 0, refused: [], notes: [], changed: ['views'], gone: [] }
    return api === 'viewDelete' ? deleted.promise : Promise.resolve(Response.json(done))
  })
  const actions = viewActions({ projectId: 'shop', table: tableOf([idColumn]), views: [view], view, choose: vi.fn() })
  const removed = actions.remove(view)
  const undone = undoLog.undo('shop')
  deleted.resolve(Response.json(1, { headers: { 'basalt-change': 'first' } }))
  await removed
  expect(await undone).toMatchObject({ kind: 'done', direction: 'undo' })
  expect(sent).toEqual(['viewDelete', 'changeUndo'])
})
