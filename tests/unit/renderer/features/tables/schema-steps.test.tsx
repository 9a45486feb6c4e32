import { deleteForGood, dropped, recordDropped, type Drop } from '@renderer/features/tables/schema-steps'
import { undoLog } from '@renderer/features/undo'
import { beforeEach, describe, expect, it, vi } from 'vitest'

const project = 'shop'
/** Calls that reached the server: `operation entry`. */
const calls: string[] = []

vi.mock('@renderer/api', async (original) => ({
  ...(await original<object>()),
  client: {
    call: (name: string, args: { readonly change?: string; readonly ids?: readonly string[] }) => {
      calls.push(`${name} ${args.change ?? args.ids?.join() ?? ''}`)
      const change = `after ${calls.length}`
      return Promise.resolve({ change, written: [], restored: 0, refused: [], notes: [], changed: [], gone: [] })
    },
  },
}))

/** Returns a drop whose trash entries are `first`, then `second`. Another user may drop anything between the calls. */
function drops(...entries: (string | undefined)[]): Drop {
  return ({ onChange, onTrashed }) => {
    const entry = entries.shift()
    onChange?.(`change of ${entry}`)
    if (entry !== undefined) onTrashed?.(entry)
    return Promise.resolve()
  }
}

const words = { label: 'Deleted Orders', undone: 'Restored Orders' }

beforeEach(() => {
  undoLog.clear()
  calls.length = 0
})

describe('A dropped table', () => {
  it('is deleted for good by the entry that its drop returned', async () => {
    await deleteForGood(project, words.label, await dropped(drops('mine')))
    expect(calls).toEqual(['trashDelete mine'])
  })

  it('leaves the trash alone if nothing was put there', async () => {
    await deleteForGood(project, words.label, await dropped(drops(undefined)))
    expect(calls).toEqual([])
  })

  it('comes back by its own change after undo, redo and undo', async () => {
    recordDropped(project, words, await dropped(drops('mine')))
    await undoLog.undo(project)
    await undoLog.redo(project)
    await undoLog.undo(project)
    expect(calls).toEqual(['changeUndo change of mine', 'changeRedo after 1', 'changeUndo after 2'])
  })

  it('cannot be undone without an entry', async () => {
    recordDropped(project, words, await dropped(drops(undefined)))
    expect(undoLog.history(project).entries).toEqual([expect.objectContaining({ state: 'passed' })])
  })
})
