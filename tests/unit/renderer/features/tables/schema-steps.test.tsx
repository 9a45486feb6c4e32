import { deleteForGood, dropped, recordDropped, recordMade, type Drop } from '@renderer/features/tables/schema-steps'
import { undoLog } from '@renderer/features/undo'
import { beforeEach, describe, expect, it, vi } from 'vitest'

const project = 'shop'
/** Calls that reached the server: `operation entry`. */
const calls: string[] = []

vi.mock('@renderer/api', async (original) => ({
  ...(await original<object>()),
  client: {
    call: (name: string, args: { readonly id?: string; readonly ids?: readonly string[] }) => {
      calls.push(`${name} ${args.id ?? args.ids?.join() ?? ''}`)
      return Promise.resolve({ notes: [] })
    },
  },
}))

/** Returns a drop whose trash entries are `first`, then `second`. Another user may drop anything between the calls. */
function drops(...entries: (string | undefined)[]): Drop {
  return ({ onTrashed }) => {
    const entry = entries.shift()
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

  it('comes back from its own entry after undo, redo and undo', async () => {
    const drop = drops('first', 'second')
    recordDropped(project, words, await dropped(drop), drop)
    await undoLog.undo(project)
    await undoLog.redo(project)
    await undoLog.undo(project)
    expect(calls).toEqual(['trashRestore first', 'trashRestore second'])
  })

  it('cannot be undone without an entry', async () => {
    recordDropped(project, words, await dropped(drops(undefined)), drops())
    expect(undoLog.history(project).entries).toEqual([expect.objectContaining({ state: 'passed' })])
  })
})

describe('A new table', () => {
  it('comes back from the entry of its undo', async () => {
    recordMade(project, words, drops('made'))
    await undoLog.undo(project)
    await undoLog.redo(project)
    expect(calls).toEqual(['trashRestore made'])
  })
})
