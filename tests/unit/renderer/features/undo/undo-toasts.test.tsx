import { asShown } from '@tests/helpers/as-shown'
import { actionToastMs, infoToastMs } from '@common/constants'
import { act } from '@renderer/features/undo/act'
import { undoLog } from '@renderer/features/undo'
import { toast, useToasts } from '@renderer/stores'
import { beforeEach, describe, expect, it } from 'vitest'

const project = 'shop'
const texts = (): string[] => asShown(useToasts.getState()).toasts.map(({ text }) => text)
const nothing = (): Promise<void> => Promise.resolve()

beforeEach(() => {
  undoLog.clear()
  useToasts.setState({ toasts: [] })
})

describe('The toast of an undo', () => {
  it('reports what the undo did in positive words, and the step itself after a redo', async () => {
    undoLog.record(project, {
      label: 'Deleted Beta from Pasted',
      undone: 'Restored Beta',
      undo: nothing,
      redo: nothing,
    })
    await act(project, 'undo')
    expect(texts()).toEqual(['Restored Beta'])
    await act(project, 'redo')
    expect(texts()).toEqual(['Deleted Beta from Pasted'])
  })

  it('stays as long as every toast with a button, and longer than a plain one', async () => {
    undoLog.record(project, { label: 'Hid the table Plain', undone: 'Showed Plain', undo: nothing, redo: nothing })
    await act(project, 'undo')
    toast.success('Saved')
    expect(asShown(useToasts.getState()).toasts.map(({ durationMs }) => durationMs)).toEqual([
      actionToastMs,
      infoToastMs,
    ])
  })

  it('takes the words of a group, or those of its first part', async () => {
    const part = { label: 'Added Beta', undone: 'Deleted Beta', undo: nothing, redo: nothing }
    const addTwo = (): Promise<void> => {
      undoLog.record(project, part)
      undoLog.record(project, { ...part, label: 'Added Gamma', undone: 'Deleted Gamma' })
      return nothing()
    }
    await undoLog.group(project, { label: 'Pasted 2 cells', undone: 'Changed 2 pasted cells back' }, addTwo)
    await undoLog.group(project, undefined, addTwo)
    await act(project, 'undo')
    expect(texts().at(-1)).toBe('Deleted Beta')
    await act(project, 'undo')
    expect(texts().at(-1)).toBe('Changed 2 pasted cells back')
  })
})
