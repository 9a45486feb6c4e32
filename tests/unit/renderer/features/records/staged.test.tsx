import { asShown } from '@tests/helpers/as-shown'
import { ApiError, data } from '@renderer/api'
import type { GridModel } from '@renderer/features/records/model/grid-model'
import type { Row } from '@renderer/features/records/rows/row-key'
import { commitStaged } from '@renderer/features/records/staged/commit'
import { netChanges, withoutParts } from '@renderer/features/records/staged/net-changes'
import { resumeStaged, restage, stagedOf } from '@renderer/features/records/staged/staging'
import { resendWaiting } from '@renderer/features/records/unsaved/resend'
import { undoLog } from '@renderer/features/undo'
import { isListed, production, useUnsaved, useUsers, watchUnsaved } from '@renderer/stores'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { idColumn, nameColumn, priceColumn, tableOf } from './fixtures'
import { answerRowsApply, away, openQueued, settle, type SentChanges } from './queued-model'

const table = tableOf([idColumn, nameColumn, priceColumn])
const { tables } = vi.hoisted(() => ({ tables: vi.fn<() => Promise<unknown>>() }))
vi.mock('@renderer/features/tables', () => ({ readTable: () => tables() }))

/** Changes sent to the server. */
const sent: SentChanges[] = []
const done = (): Promise<unknown> => Promise.resolve({ made: [], skipped: [] })
let answer: () => Promise<unknown> = done

function open() {
  const model = openQueued(table)
  model.queued.watch(() => undefined)
  return model
}
const marks = (model: GridModel, row: number): readonly string[] => {
  const shown = { id: 'Name', title: 'Name', column: nameColumn } as Parameters<GridModel['cellAt']>[1]
  const cell = model.cellAt(row, shown)
  return cell.state === 'ready' ? cell.marks : []
}
const give = (model: GridModel, row: number, text: string) =>
  asShown(model.give(row, nameColumn, { kind: 'text', text }))
const net = () => netChanges(stagedOf('p')).map(({ change }) => change)
/** The page is loaded again. */
const reload = (): void => {
  stop()
  undoLog.clear()
  stop = watchUnsaved()
  resumeStaged('p')
}

let stop: () => void
beforeEach(() => {
  useUsers.setState({ user: { email: 'ada@example.com' } as never })
  stop = watchUnsaved()
  production.set('p', true)
  answer = done
  tables.mockImplementation(() => Promise.resolve(table))
  vi.spyOn(data, 'call').mockImplementation(() => Promise.reject(new Error('No request was expected')))
  answerRowsApply(sent, () => answer())
})
afterEach(() => {
  stop()
  localStorage.clear()
  undoLog.clear()
  production.set('p', false)
  useUnsaved.setState({ edits: [], fleeting: new Set() })
  sent.length = 0
  vi.restoreAllMocks()
})

describe('edits of a database in production', () => {
  it('are shown with a mark and sent to nobody', async () => {
    const model = open()
    await settle()
    expect(give(model, 0, 'Uno')).toBeUndefined()
    await settle()
    expect([model.valueAt(0, nameColumn), marks(model, 0)]).toEqual(['Uno', ['staged']])
    await model.apply([{ kind: 'delete', rowKey: '2', rowId: '2', expected: { Name: 'Two' } }], {
      label: 'Deleted',
      undone: 'Restored',
    })
    expect(marks(model, 1)).toEqual(['deleted'])
    expect(give(model, 1, 'x')).toBe('This record is deleted with the next commit.')
    model.addRow({ values: { Name: 'Three' } })
    await settle()
    expect([model.rowCount, marks(model, 2)]).toEqual([3, ['new']])
    await resendWaiting('p')
    expect(sent).toEqual([])
    expect(useUnsaved.getState().edits.every(isListed)).toBe(true)
    expect(model.saveState).toBe('idle')
  })

  it('are one change for each record, guarded by what was read before the first', async () => {
    const model = open()
    await settle()
    give(model, 0, 'Uno')
    model.give(0, priceColumn, { kind: 'text', text: '5' })
    await settle()
    give(model, 0, 'Un')
    await settle()
    expect(net()).toEqual([
      {
        kind: 'update',
        rowKey: '1',
        rowId: '1',
        values: { Name: 'Un', Price: 5 },
        expected: { Name: 'One', Price: 1 },
        record: 'One',
      },
    ])
    give(model, 0, 'One')
    expect(net()).toMatchObject([{ values: { Price: 5 }, expected: { Price: 1 } }])
    const [row] = model.rows.visibleRows()
    await model.apply([{ kind: 'delete', rowKey: '1', rowId: '1', expected: { ...row, Price: 5 } }], {
      label: 'Deleted',
      undone: 'Restored',
    })
    expect(net()).toEqual([
      {
        kind: 'delete',
        rowKey: '1',
        rowId: '1',
        expected: expect.objectContaining({ Name: 'One', Price: 1 }),
        record: 'Uno',
      },
    ])
  })

  it('are taken back and done again one by one, a new record as well', async () => {
    const model = open()
    await settle()
    give(model, 0, 'Uno')
    await settle()
    give(model, 0, 'Un')
    const line = model.addRow()
    await settle()
    give(model, line, 'Three')
    expect(net().map((change) => 'values' in change && change.values)).toEqual([{ Name: 'Un' }, { Name: 'Three' }])
    await undoLog.undo('p')
    expect(model.valueAt(line, nameColumn)).toBeNull()
    await undoLog.undo('p')
    expect(model.rowCount).toBe(2)
    await undoLog.undo('p')
    expect(model.valueAt(0, nameColumn)).toBe('Uno')
    await undoLog.undo('p')
    expect([model.valueAt(0, nameColumn), stagedOf('p')]).toEqual(['One', []])
    for (const _ of [1, 2, 3, 4]) await undoLog.redo('p')
    expect(net().map((change) => 'values' in change && change.values)).toEqual([{ Name: 'Un' }, { Name: 'Three' }])
    expect(sent).toEqual([])
  })

  it('survive a reload, with the way back', async () => {
    const model = open()
    await settle()
    give(model, 0, 'Uno')
    give(model, 1, 'Dos')
    await settle()
    reload()
    const again = open()
    await settle()
    expect([again.valueAt(0, nameColumn), again.valueAt(1, nameColumn)]).toEqual(['Uno', 'Dos'])
    await undoLog.undo('p')
    expect([again.valueAt(0, nameColumn), again.valueAt(1, nameColumn)]).toEqual(['Uno', 'Two'])
  })

  it('wait for a commit after the mark is removed, until none is left', async () => {
    const model = open()
    await settle()
    give(model, 0, 'Uno')
    await settle()
    production.set('p', false)
    expect(model.stages).toBe(true)
    await undoLog.undo('p')
    expect(model.stages).toBe(false)
  })
})

describe('a commit', () => {
  it('writes all in one request, and is one undo step in place of those before', async () => {
    const model = open()
    await settle()
    give(model, 0, 'Uno')
    give(model, 1, 'Dos')
    await settle()
    model.addRow({ values: { Name: 'Three' } })
    await settle()
    answer = () => Promise.resolve({ made: [{ at: 2, rowId: '3', row: { Id: 3, Name: 'Three' } }], skipped: [] })
    expect(await commitStaged('p')).toEqual({ state: 'done', changes: 3, skipped: 0 })
    expect(sent).toMatchObject([
      {
        anyway: false,
        changes: [
          { kind: 'update', table: table.name, rowId: '1', values: { Name: 'Uno' }, expected: { Name: 'One' } },
          { kind: 'update', table: table.name, rowId: '2', values: { Name: 'Dos' }, expected: { Name: 'Two' } },
          { kind: 'create', table: table.name, values: { Name: 'Three' } },
        ],
      },
    ])
    expect([stagedOf('p'), model.valueAt(0, nameColumn), marks(model, 0)]).toEqual([[], 'Uno', []])
    expect(undoLog.history('p').entries.map(({ label }) => asShown(label))).toEqual(['Committed 3 changes'])
  })

  it('that is refused names the record and leaves everything staged', async () => {
    const model = open()
    await settle()
    give(model, 0, 'Uno')
    give(model, 1, 'Dos')
    await settle()
    const conflicts = [{ at: 1, rowId: '2', column: 'Name', value: 'Theirs' }]
    answer = () => Promise.reject(new ApiError('VALUE_CHANGED', 'Changed', 409, { conflicts, changed: 1 }))
    expect(asShown(await commitStaged('p'))).toMatchObject({
      state: 'refused',
      problems: [{ net: { change: { rowKey: '2' } }, message: 'Someone else changed Name to Theirs.' }],
    })
    answer = () => Promise.reject(new ApiError('VALUE_NOT_UNIQUE', 'Name is taken', 409, { row: 0 }))
    expect(asShown(await commitStaged('p'))).toMatchObject({
      problems: [{ net: { change: { rowKey: '1' } }, message: 'Name is taken' }],
    })
    expect([net().length, model.valueAt(1, nameColumn), marks(model, 1)]).toEqual([2, 'Dos', ['staged']])
    // Each attempt is its own write: nothing was written.
    answer = done
    await commitStaged('p', true)
    expect(new Set(sent.map(({ id }) => id)).size).toBe(3)
    expect(sent.map(({ anyway }) => anyway)).toEqual([false, false, true])
  })

  it('over newer values keeps the changes of deleted records, and names them', async () => {
    const model = open()
    await settle()
    give(model, 0, 'Uno')
    give(model, 1, 'Dos')
    await settle()
    answer = () => Promise.resolve({ made: [], skipped: [1] })
    expect(await commitStaged('p', true)).toEqual({ state: 'done', changes: 1, skipped: 1 })
    expect(net()).toMatchObject([{ kind: 'update', rowKey: '2', values: { Name: 'Dos' } }])
    expect([model.valueAt(1, nameColumn), marks(model, 1)]).toEqual(['Dos', ['staged']])
  })

  it('without an answer is repeated as it was, before what came later', async () => {
    const model = open()
    await settle()
    const line = model.addRow({ values: { Name: 'Three' } })
    await settle()
    answer = away
    expect(await commitStaged('p')).toEqual({ state: 'unreached' })
    expect(give(model, line, 'Tres')).toMatch(/^The server didn't answer the last commit/)
    reload()
    const again = open()
    await settle()
    give(again, 0, 'Uno')
    await settle()
    answer = done
    expect(await commitStaged('p')).toEqual({ state: 'done', changes: 2, skipped: 0 })
    expect(sent.map(({ changes }) => changes.length)).toEqual([1, 1, 1])
    expect(sent[1]).toEqual(sent[0])
    expect(sent[2]?.id).not.toBe(sent[0]?.id)
  })

  it('that could not be sent leaves new records open to changes', async () => {
    const model = open()
    await settle()
    const line = model.addRow({ values: { Name: 'Three' } })
    await settle()
    tables.mockImplementationOnce(away)
    expect(await commitStaged('p')).toEqual({ state: 'unreached' })
    expect([sent.length, give(model, line, 'Tres')]).toEqual([0, undefined])
    expect(net()).toMatchObject([{ kind: 'create', values: { Name: 'Tres' } }])
  })

  it('leaves edits alone that are staged while it is under way', async () => {
    const model = open()
    await settle()
    give(model, 0, 'Uno')
    await settle()
    let finish = (): void => undefined
    answer = () => new Promise((resolve) => (finish = () => resolve({ made: [], skipped: [] })))
    const committing = commitStaged('p')
    await settle()
    give(model, 0, 'Un')
    await settle()
    finish()
    await committing
    expect(net()).toMatchObject([{ values: { Name: 'Un' }, expected: { Name: 'Uno' } }])
    await undoLog.undo('p')
    expect([net(), model.valueAt(0, nameColumn)]).toEqual([[], 'Uno'])
  })
})

it('discards a single change out of a batch', async () => {
  const model = open()
  await settle()
  const words = { label: 'Pasted', undone: 'Back' }
  const rows = [model.rows.rowAt(0), model.rows.rowAt(1)] as Row[]
  await model.apply(
    rows.map((row) => ({
      kind: 'update',
      rowKey: String(row['Id']),
      rowId: String(row['Id']),
      values: { Price: 9 },
      expected: { Price: row['Price'] },
    })),
    words,
  )
  const [first] = netChanges(stagedOf('p'))
  restage('p', words, withoutParts(stagedOf('p'), first?.parts ?? []))
  expect([model.valueAt(0, priceColumn), model.valueAt(1, priceColumn)]).toEqual([1, 9])
  await undoLog.undo('p')
  expect([model.valueAt(0, priceColumn), model.valueAt(1, priceColumn)]).toEqual([9, 9])
})
