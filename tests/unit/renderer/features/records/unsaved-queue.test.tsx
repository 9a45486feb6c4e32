import { asShown } from '@tests/helpers/as-shown'
import { ApiError, data } from '@renderer/api'
import { updateOf } from '@renderer/features/records/rows/row-changes'
import type { Row } from '@renderer/features/records/rows/row-key'
import { followDrafts } from '@renderer/features/records/unsaved/follow-drafts'
import { resendWaiting } from '@renderer/features/records/unsaved/resend'
import { unsaved, useConnection, useUnsaved, useUsers, watchUnsaved, type UnsavedBatch } from '@renderer/stores'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { column, idColumn, nameColumn, priceColumn, tableOf } from './fixtures'
import { answerRowsApply, away, openQueued, openStored, settle, storedDrafts, type SentChanges } from './queued-model'

const table = tableOf([idColumn, nameColumn, priceColumn])
vi.mock('@renderer/features/tables', () => ({
  readTable: () => Promise.resolve(tableOf([idColumn, nameColumn, priceColumn])),
}))

const words = { label: 'Pasted 2 cells', undone: 'Changed 2 pasted cells back' }
const signIn = (email: string): void => useUsers.setState({ user: { email } as never })

/** Changes sent to the server. */
const sent: SentChanges[] = []
let answer: () => Promise<unknown> = away

function open() {
  const model = openQueued(table)
  const end = model.queued.watch(() => undefined)
  return { model, end }
}

const change = (row: Row, values: Row) => updateOf(table, row, values) as never
const batches = (): UnsavedBatch[] => useUnsaved.getState().edits.filter((edit) => edit.kind === 'batch')

let stop: () => void
beforeEach(() => {
  signIn('ada@example.com')
  useConnection.setState({ isLost: true })
  stop = watchUnsaved()
  answerRowsApply(sent, () => answer())
})
afterEach(() => {
  stop()
  localStorage.clear()
  useUnsaved.setState({ edits: [], fleeting: new Set() })
  sent.length = 0
  answer = away
  vi.restoreAllMocks()
})

describe('changes of many records while the server is away', () => {
  it('are shown, wait in their order, and are sent guarded by what the records held', async () => {
    const { model } = open()
    await settle()
    const rows = [model.rows.rowAt(0), model.rows.rowAt(1)] as Row[]
    const first = await model.apply(
      rows.map((row) => change(row, { Price: 9 })),
      words,
    )
    expect(first).toEqual({ state: 'waiting' })
    expect(model.valueAt(1, priceColumn)).toBe(9)
    await model.apply([change(model.rows.rowAt(0) as Row, { Price: 10 })], words)
    expect(sent).toHaveLength(1)
    answer = () => Promise.resolve({ made: [], skipped: [] })
    await resendWaiting('p')
    expect(sent.slice(1).map(({ changes, anyway }) => [changes.map(({ expected }) => expected), anyway])).toEqual([
      [[{ Price: 1 }, { Price: 2 }], false],
      [[{ Price: 9 }], false],
    ])
    // It may have arrived the first time: it has the same name.
    expect(sent[1]?.id).toBe(sent[0]?.id)
    expect(batches()).toEqual([])
    expect(model.valueAt(0, priceColumn)).toBe(10)
  })

  it('go back to what the records hold when they are discarded', async () => {
    const { model } = open()
    await settle()
    await model.apply([change(model.rows.rowAt(0) as Row, { Name: 'Changed' })], words)
    await model.apply([{ kind: 'delete', rowKey: '2', rowId: '2', expected: {} }], words)
    expect([model.valueAt(0, nameColumn), model.queued.isDeleted(model.rows.rowAt(1) as Row)]).toEqual([
      'Changed',
      true,
    ])
    expect(asShown(model.give(1, nameColumn, { kind: 'text', text: 'x' }))).toBe(
      'This record is deleted as soon as the server is back.',
    )
    for (const { id } of batches()) unsaved.remove(id)
    expect([model.valueAt(0, nameColumn), model.queued.isDeleted(model.rows.rowAt(1) as Row)]).toEqual(['One', false])
  })

  it('take what is typed into their cells and new records', async () => {
    const { model } = open()
    await settle()
    await model.apply(
      [change(model.rows.rowAt(0) as Row, { Name: 'Pasted' }), { kind: 'create', values: { Name: 'New' } }],
      words,
    )
    expect(model.rowCount).toBe(3)
    model.give(0, nameColumn, { kind: 'text', text: 'Typed' })
    model.give(2, nameColumn, { kind: 'text', text: 'Named' })
    expect(batches()[0]?.changes).toMatchObject([
      { kind: 'update', values: { Name: 'Typed' }, expected: { Name: 'One' } },
      { kind: 'create', values: { Name: 'Named' } },
    ])
    expect(model.valueAt(2, nameColumn)).toBe('Named')
    model.discardDraft(2)
    expect([model.rowCount, batches()[0]?.changes.length]).toEqual([2, 1])
  })

  it('say what others changed, and are kept to be decided on', async () => {
    const { model } = open()
    await settle()
    await model.apply([change(model.rows.rowAt(0) as Row, { Price: 9 })], words)
    answer = () => Promise.reject(new ApiError('VALUE_CHANGED', 'Somebody changed Price', 409, { changed: 1 }))
    await resendWaiting('p')
    expect(batches()).toMatchObject([
      { state: 'refused', message: 'Others changed or deleted 1 of these records meanwhile. Retry writes over it.' },
    ])
    expect(model.valueAt(0, priceColumn)).toBe(1)
  })

  it('name records that others deleted, and keep their changes', async () => {
    const { model } = open()
    await settle()
    const rows = [0, 1].map((at) => change(model.rows.rowAt(at) as Row, { Price: 9 }))
    await model.apply(rows, words)
    answer = () => Promise.resolve({ made: [], skipped: [1] })
    await resendWaiting('p')
    expect(asShown(batches())).toMatchObject([
      {
        state: 'refused',
        changes: [{ rowKey: '2' }],
        message: expect.stringContaining('Someone else deleted Two, so'),
      },
    ])
  })

  it('are neither seen nor sent by somebody else who signs in', async () => {
    const { model } = open()
    await settle()
    await model.apply([change(model.rows.rowAt(0) as Row, { Price: 9 })], words)
    signIn('bob@example.com')
    expect(batches()).toEqual([])
    answer = () => Promise.resolve({ made: [], skipped: [] })
    await resendWaiting('p')
    expect(sent).toHaveLength(1)
    signIn('ada@example.com')
    await resendWaiting('p')
    expect(sent).toHaveLength(2)
  })

  it('are not sent again when another window has sent them', async () => {
    const { model } = open()
    await settle()
    await model.apply([change(model.rows.rowAt(0) as Row, { Price: 9 })], words)
    // The other window sent it; the storage event is still pending.
    localStorage.clear()
    answer = () => Promise.resolve({ made: [], skipped: [] })
    await resendWaiting('p')
    expect(sent).toHaveLength(1)
  })

  it('are there after a reload, also those that were on their way', async () => {
    const { model } = open()
    await settle()
    answer = () => new Promise(() => undefined)
    void model.apply([change(model.rows.rowAt(0) as Row, { Price: 9 })], words)
    await settle()
    expect(batches()).toMatchObject([{ state: 'sending' }])
    stop()
    useUnsaved.setState({ edits: [] })
    stop = watchUnsaved()
    expect(batches()).toMatchObject([{ state: 'waiting', words, changes: [{ values: { Price: 9 } }] }])
    answer = () => Promise.resolve({ made: [], skipped: [] })
    await resendWaiting('p')
    expect(sent).toHaveLength(2)
    expect(batches()).toEqual([])
  })

  it('say so when the storage of the browser is full, and wait in the window alone', async () => {
    const { model } = open()
    await settle()
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await model.apply([change(model.rows.rowAt(0) as Row, { Price: 9 })], words)
    const [batch] = batches()
    expect(useUnsaved.getState().fleeting).toEqual(new Set([batch?.id]))
    answer = () => Promise.resolve({ made: [], skipped: [] })
    await resendWaiting('p')
    expect([batches(), useUnsaved.getState().fleeting]).toEqual([[], new Set()])
  })
})

describe('a new record whose answer was lost', () => {
  it('is sent with the same name and values, and then with what was typed into it since', async () => {
    const name = column({ title: 'Name', required: true })
    const others = tableOf([idColumn, name, priceColumn])
    const calls: { method?: string; body?: unknown; idempotencyKey?: string }[] = []
    let isThere = false
    vi.spyOn(data, 'call').mockImplementation((async (_project: string, _path: unknown, options: never) => {
      calls.push(options)
      if (!isThere) return away()
      return { Id: 7, Name: 'First', Price: null }
    }) as never)
    const model = openStored(others, [], { drafts: storedDrafts(others) })
    await settle()
    const row = model.addRow()
    model.give(row, name, { kind: 'text', text: 'First' })
    await settle()
    model.give(row, priceColumn, { kind: 'text', text: '5' })
    await settle()
    expect(asShown(useUnsaved.getState().edits)).toMatchObject([
      { kind: 'row', values: { Name: 'First', Price: 5 }, sent: { Name: 'First' } },
    ])
    isThere = true
    model.drafts.retry()
    await settle()
    const creates = calls.filter(({ method }) => method === 'POST')
    const keys = creates.map(({ idempotencyKey }) => idempotencyKey)
    expect(new Set(keys).size).toBe(1)
    // A key belongs to one body.
    expect(new Set(creates.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(keys[0]).toMatch(/^[!-~]{8,200}$/)
    expect(calls.at(-1)).toMatchObject({ method: 'PUT', body: { Price: 5 } })
    expect(useUnsaved.getState().edits.filter(({ kind }) => kind === 'row')).toEqual([])
  })
})

describe('a value typed while its new record is on its way', () => {
  it('goes into that record, which is made once', async () => {
    const { model } = open()
    const end = followDrafts('p', model)
    await settle()
    const made = Promise.withResolvers<Row>()
    const create = vi
      .spyOn(data, 'call')
      .mockImplementation(((_project: string, _path: unknown, { method }: Row) =>
        method === 'POST' ? made.promise : Promise.resolve({ Id: 3, Name: 'Typed', Price: null })) as never)
    const line = model.addRow()
    model.give(line, nameColumn, { kind: 'text', text: 'Typed' })
    made.resolve({ Id: 3, Name: null, Price: null })
    await settle()
    await settle()
    const methods = create.mock.calls.map(([, , options]) => (options as { method?: string } | undefined)?.method)
    expect(methods).toEqual(['POST', 'PUT'])
    expect([model.rowCount, model.valueAt(2, nameColumn)]).toEqual([3, 'Typed'])
    expect(useUnsaved.getState().edits).toEqual([])
    end()
  })

  it('is listed again only if the server could not be reached', async () => {
    const { model } = open()
    const end = followDrafts('p', model)
    await settle()
    const made = Promise.withResolvers<Row>()
    vi.spyOn(data, 'call').mockImplementation(() => made.promise)
    const line = model.addRow()
    model.give(line, nameColumn, { kind: 'text', text: 'Typed' })
    expect(useUnsaved.getState().edits.map(({ state }) => state)).toEqual(['sending'])
    made.reject(new ApiError('SERVER_UNREACHABLE', 'No server', 0, {}))
    await settle()
    expect(useUnsaved.getState().edits.map(({ state }) => state)).toEqual(['waiting'])
    expect(model.rowCount).toBe(3)
    end()
  })
})

describe('a new record that is discarded in the list', () => {
  it('goes, and the one of a queued batch before it stays', async () => {
    const { model } = open()
    const ends = [followDrafts('p', model), model.queued.watch(() => undefined)]
    await settle()
    await model.apply([{ kind: 'create', values: { Name: 'Of the batch' } }], words)
    vi.spyOn(data, 'call').mockImplementation(away)
    const line = model.addRow({ values: { Name: 'Alone' } })
    await settle()
    expect(model.valueAt(line, nameColumn)).toBe('Alone')
    const row = useUnsaved.getState().edits.find(({ kind }) => kind === 'row')
    unsaved.remove(row?.id ?? '')
    expect([model.rowCount, model.valueAt(2, nameColumn)]).toEqual([3, 'Of the batch'])
    for (const end of ends) end()
  })
})
