import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, client, data } from '@renderer/api'
import { sentenceText } from '@renderer/i18n'
import { UndoConflict, UndoImpossible, undoLog } from '@renderer/features/undo'
import { restRowApi } from '@renderer/features/records/rows/row-api'
import { changeStep } from '@renderer/features/undo/change-step'
import { rowsWritten, type WrittenRows } from '@renderer/features/undo/rows-written'
import { idColumn, nameColumn, tableOf } from '../records/fixtures'

const words = { label: 'Changed Name of Lamp', undone: 'Changed Name of Lamp back' }
const nothing = { change: null, written: [], restored: 0, refused: [], notes: [], changed: [], gone: [] }
const calls: { readonly name: string; readonly args: unknown }[] = []
let answer: (name: string, args: { readonly anyway: boolean }) => unknown
const step = () => changeStep('shop', words, ['first'])
const conflict = (details: Readonly<Record<string, unknown>>) => new ApiError('VALUE_CHANGED', 'Changed', 409, details)

const written: (WrittenRows | undefined)[] = []
let stop: () => void
beforeEach(() => {
  vi.spyOn(client, 'call').mockImplementation((async (name: string, args: { readonly anyway: boolean }) => {
    calls.push({ name, args })
    return answer(name, args)
  }) as never)
  stop = rowsWritten.subscribe((_project, rows) => written.push(rows))
})
afterEach(() => {
  stop()
  calls.length = 0
  written.length = 0
  undoLog.clear()
  vi.restoreAllMocks()
})

describe('the step of a change', () => {
  it('names the change, then the change that its undo made, and so on', async () => {
    const ids = ['second', 'third', 'fourth']
    answer = () => ({ ...nothing, change: ids[calls.length - 1] })
    const { undo, redo } = step()
    await undo()
    await redo()
    await undo()
    expect(calls).toEqual([
      { name: 'changeUndo', args: { change: 'first', anyway: false } },
      { name: 'changeRedo', args: { change: 'second', anyway: false } },
      { name: 'changeUndo', args: { change: 'third', anyway: false } },
    ])
  })

  it('shows the records that were written', async () => {
    answer = () => ({ ...nothing, change: 'second', written: [{ table: 'Thing', rowIds: ['1'], columns: ['Name'] }] })
    await step().undo()
    expect(written).toEqual([{ table: 'Thing', rowIds: ['1'], titles: ['Name'] }])
  })

  it('asks before it overwrites newer values, and names the record', async () => {
    answer = (_name, { anyway }) => {
      if (!anyway) throw conflict({ changed: 1, column: 'Price', record: 'Lamp' })
      return { ...nothing, change: 'second' }
    }
    const error: unknown = await step()
      .undo()
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(UndoConflict)
    expect((error as UndoConflict).message).toBe('Price of Lamp was changed since.')
    await (error as UndoConflict).anyway()
    expect(calls.at(-1)).toEqual({ name: 'changeUndo', args: { change: 'first', anyway: true } })
  })

  it('counts the records of a conflict in several', async () => {
    answer = () => {
      throw conflict({ changed: 3, column: 'Price', record: 'Lamp' })
    }
    await expect(step().undo()).rejects.toThrow(/3/)
  })

  it('is impossible if the server rejects it for good, or nothing was written', async () => {
    answer = () => {
      throw new ApiError('CHANGE_NOT_FOUND', 'Not in the log', 404, {})
    }
    await expect(step().undo()).rejects.toThrow(UndoImpossible)
    answer = () => nothing
    const { undo, redo } = step()
    await undo()
    await expect(redo()).rejects.toThrow(UndoImpossible)
  })

  it('stays to be tried again if the server is away', async () => {
    answer = () => {
      throw new ApiError('SERVER_UNREACHABLE', 'No server', 0, {})
    }
    await expect(step().undo()).rejects.not.toThrow(UndoImpossible)
  })
})

describe('writes of rows', () => {
  const labels = () => undoLog.history('shop').entries.map(({ label }) => label)
  const api = (table = tableOf([idColumn, nameColumn])) => restRowApi('shop', table)
  const requests: string[] = []
  beforeEach(() => {
    requests.length = 0
    vi.spyOn(data, 'call').mockImplementation((async (
      _project: string,
      _path: unknown,
      { method = 'GET', onChange }: { readonly method?: string; readonly onChange?: (id: string) => void },
    ) => {
      requests.push(method)
      onChange?.('change')
      return { Id: 1, Name: 'New' }
    }) as never)
  })

  it('are one request each, without reading rows, and one step', async () => {
    await api().update({ Id: 1, Name: 'Old' }, { Name: 'New' })
    await api().updateMany([
      { Id: 1, Name: 'A' },
      { Id: 2, Name: 'B' },
    ])
    expect(requests).toEqual(['PUT', 'PUT'])
    expect(labels().map(sentenceText)).toEqual(['Changed Name of Old', 'Changed 2 cells of 2 records in Track'])
  })

  it('leave no step in a table without a key', async () => {
    await api({ ...tableOf([nameColumn]), primaryKey: [] }).create({ Name: 'New' })
    expect(labels()).toEqual([])
  })
})
