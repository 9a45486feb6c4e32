import type { LiveChange } from '@common/live'
import type { Table } from '@common/model'
import { GridModel } from '@renderer/features/records/model/grid-model'
import { LiveRows } from '@renderer/features/records/live/live-rows'
import type { Row } from '@renderer/features/records/rows/row-key'
import type { RowApi } from '@renderer/features/records/rows/types'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { idColumn, nameColumn, tableOf } from './fixtures'

const row = (Id: number): Row => ({ Id, Name: `Track ${Id}` })
const deleted: LiveChange = { kind: 'rows', table: 'Track', change: 'delete', keys: [['1']], rows: 1, client: 'other' }
const unused = (): Promise<never> => Promise.reject(new Error('not asked'))

/** Opens a table in a window. Its responses hold the rows at the time of the request, however late they arrive. */
function open(stored: Row[], table: Table = tableOf([idColumn, nameColumn])) {
  const state = { stored, active: undefined as number | undefined, late: false, nowMs: 10_000 }
  let letGo: (() => void)[] = []
  const answer = <Value>(value: Value): Promise<Value> =>
    state.late ? new Promise((resolve) => letGo.push(() => resolve(value))) : Promise.resolve(value)
  const api: RowApi = {
    read: unused,
    update: unused,
    create: (values) => {
      const made = { ...row(9), ...values }
      state.stored = [...state.stored, made]
      return Promise.resolve(made)
    },
    updateMany: unused,
    apply: unused,
  }
  const model = new GridModel({
    table,
    api,
    source: {
      rows: (offset, limit) => answer(state.stored.slice(offset, offset + limit)),
      count: () => answer(state.stored.length),
    },
    reader: () => ({ locale: 'en' }),
    search: '',
    sentenceOf: String,
    lost: () => undefined,
  })
  const moves: number[] = []
  const live = new LiveRows({
    model,
    clientId: 'mine',
    activeRow: () => state.active,
    holdsStill: () => false,
    moved: (places) => void moves.push(places),
    youngMs: 2_000,
    now: () => state.nowMs,
  })
  model.rows.start()
  return {
    state,
    model,
    live,
    moves,
    ids: () => Array.from({ length: model.rowCount }, (_, at) => model.rowAt(at)?.['Id']),
    /** From here on, responses are delayed. */
    holdAnswers: () => {
      state.late = true
    },
    answerAll: async () => {
      state.late = false
      for (const each of letGo) each()
      letGo = []
      await vi.advanceTimersByTimeAsync(1_000)
    },
  }
}

describe('rows that others change while they are shown', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('keep a row that is made while they are read again', async () => {
    const grid = open([row(1), row(2), row(3)])
    await vi.advanceTimersByTimeAsync(1_000)
    grid.state.stored = [row(2), row(3)]
    grid.holdAnswers()
    grid.live.hear([deleted])
    await vi.advanceTimersByTimeAsync(200)
    grid.model.addRow({ values: { Name: 'New' } })
    await vi.advanceTimersByTimeAsync(200)
    expect(grid.ids()).toEqual([1, 2, 3, 9])
    await grid.answerAll()
    expect(grid.ids()).toEqual([2, 3, 9])
  })

  it('of a view or a query are read again when any table changes, those of a table when it changes itself', async () => {
    const table = tableOf([idColumn, nameColumn])
    const grids = [open([row(1), row(2)], table), open([row(1), row(2)], { ...table, type: 'view' })]
    await vi.advanceTimersByTimeAsync(1_000)
    for (const grid of grids) {
      grid.state.stored = [row(2)]
      grid.live.hear([{ ...deleted, table: 'Album', client: 'mine' }])
    }
    await vi.advanceTimersByTimeAsync(1_000)
    expect(grids.map((grid) => grid.ids())).toEqual([[1, 2], [2]])
  })

  it('of a query whose tables are known are read again when one of them changes', async () => {
    const table: Table = { ...tableOf([idColumn, nameColumn]), type: 'view', sources: ['Album'] }
    const grid = open([row(1), row(2)], table)
    await vi.advanceTimersByTimeAsync(1_000)
    grid.state.stored = [row(2)]
    grid.live.hear([{ ...deleted, table: 'Artist' }])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(grid.ids()).toEqual([1, 2])
    grid.live.hear([{ ...deleted, table: 'Album' }])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(grid.ids()).toEqual([2])
  })

  it('are read again after an own write in the first moments: they may be older than it', async () => {
    const own: LiveChange = { ...deleted, client: 'mine' }
    const grid = open([row(1), row(2), row(3)])
    await vi.advanceTimersByTimeAsync(1_000)
    grid.state.stored = [row(2), row(3)]
    grid.live.hear([own])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(grid.ids()).toEqual([2, 3])
    // Later the grid has its own writes.
    grid.state.nowMs += 3_000
    grid.state.stored = [row(3)]
    grid.live.hear([own])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(grid.ids()).toEqual([2, 3])
  })

  it('move with the record that somebody is at when they are put in place, not with the one before', async () => {
    const grid = open([row(1), row(2), row(3), row(4)])
    await vi.advanceTimersByTimeAsync(1_000)
    grid.state.active = 0
    // The first record now sorts after all others.
    grid.state.stored = [row(2), row(3), row(4), row(1)]
    grid.holdAnswers()
    grid.live.hear([{ ...deleted, change: 'update' }])
    await vi.advanceTimersByTimeAsync(200)
    grid.state.active = 2
    await grid.answerAll()
    expect(grid.ids()).toEqual([2, 3, 4, 1])
    expect(grid.moves).toEqual([-1])
  })
})
