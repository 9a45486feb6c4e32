import { ApiError } from '@renderer/api'
import type { RowApi } from '@renderer/features/records/rows/types'
import { applyPaste } from '@renderer/features/records/writes/bulk-edits'
import { GridModel } from '@renderer/features/records/model/grid-model'
import { keepDraft, takeDrafts } from '@renderer/features/records/drafts/saved-drafts'
import type { PastePlan } from '@renderer/features/records/writes/paste-plan'
import type { Row } from '@renderer/features/records/rows/row-key'
import { describe, expect, it } from 'vitest'
import { asShown } from '@tests/helpers/as-shown'
import { column, idColumn, nameColumn, priceColumn, tableOf } from './fixtures'

interface Call {
  readonly kind: string
  readonly body: unknown
  readonly answer: (row?: Row) => void
  readonly refuse: (msg: string, details?: Record<string, unknown>) => void
}

function open(
  columns = [idColumn, nameColumn, priceColumn],
  stored: Row[] = [{ Id: 1, Name: 'Low Water', Price: 1.29 }],
) {
  const calls: Call[] = []
  const losses: unknown[] = []
  const call = (kind: string, body: unknown, result: Row): Promise<Row> =>
    new Promise((resolve, reject) => {
      calls.push({
        kind,
        body,
        answer: (row) => resolve(row ?? result),
        refuse: (msg, details = {}) => reject(new ApiError('ROW_INVALID', msg, 400, details)),
      })
    })
  const api: RowApi = {
    read: (row) => call('read', row, row),
    update: (row, changes) => call('update', changes, { ...row, ...changes }),
    create: (values) => call('create', values, { Id: 9, Name: null, Price: null, ...values }),
    updateMany: async (rows) => void (await call('updateMany', rows, {})),
    apply: async ({ changes }) => {
      await call('apply', changes, {})
      return { made: [], skipped: [] }
    },
  }
  const source = {
    rows: (offset: number, limit: number) => Promise.resolve(stored.slice(offset, offset + limit)),
    count: () => Promise.resolve(stored.length),
  }
  const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : '')
  const model = new GridModel({
    table: tableOf(columns),
    api,
    source,
    reader: () => ({ locale: 'en' }),
    search: '',
    sentenceOf,
    lost: (error) => losses.push(error),
  })
  model.rows.start()
  return { model, calls, losses }
}
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}
const text = (typed: string) => ({ kind: 'text', text: typed }) as const

describe('a text that was typed in another language', () => {
  it('is read in the language in which the user began', async () => {
    const { model } = open()
    await settle()
    expect(model.give(0, priceColumn, { ...text('1,5'), reader: { locale: 'de' } })).toBeUndefined()
    expect(model.valueAt(0, priceColumn)).toBe(1.5)
    expect(model.give(0, priceColumn, text('2.5'))).toBeUndefined()
    expect(model.valueAt(0, priceColumn)).toBe(2.5)
  })
})

describe('editing a cell', () => {
  it('shows the value at once and sends only the changed column', async () => {
    const { model, calls } = open()
    await settle()
    expect(model.give(0, priceColumn, text('2.50'))).toBeUndefined()
    expect(model.valueAt(0, priceColumn)).toBe(2.5)
    expect(model.saveState).toBe('saving')
    await settle()
    expect(calls).toMatchObject([{ kind: 'update', body: { Price: 2.5 } }])
    calls[0]?.answer()
    await settle()
    expect(model.saveState).toBe('saved')
  })

  it('refuses what the type cannot read before anything is sent', async () => {
    const { model, calls } = open()
    await settle()
    expect(asShown(model.give(0, priceColumn, text('cheap')))).toBe('Price must be a number.')
    expect(model.valueAt(0, priceColumn)).toBe(1.29)
    expect(calls).toEqual([])
  })

  it('sends nothing when nothing changed', async () => {
    const { model, calls } = open()
    await settle()
    expect(model.give(0, nameColumn, text('Low Water'))).toBeUndefined()
    expect(calls).toEqual([])
  })

  it('keeps what the server refused in the cell, with its sentence, and gives the old value back on demand', async () => {
    const { model, calls } = open()
    await settle()
    model.give(0, priceColumn, text('-4'))
    await settle()
    calls[0]?.refuse('Price must be at least 0.')
    await settle()
    expect(model.valueAt(0, priceColumn)).toBe(1.29)
    expect(model.refusedAt(0, priceColumn)).toEqual({ text: '-4', message: 'Price must be at least 0.' })
    expect(model.cellAt(0, gridColumn(priceColumn))).toMatchObject({ text: '-4', marks: ['refused'] })
    expect(model.saveState).toBe('failed')
    model.forgetRefused(0, priceColumn)
    expect(model.refusedAt(0, priceColumn)).toBeUndefined()
    expect(model.saveState).toBe('saved')
  })

  it('sends changes of one row one after another, and never shows an older answer over a newer value', async () => {
    const { model, calls } = open()
    await settle()
    model.give(0, nameColumn, text('A'))
    model.give(0, nameColumn, text('B'))
    await settle()
    expect(calls).toHaveLength(1)
    calls[0]?.answer({ Id: 1, Name: 'A', Price: 1.29 })
    await settle()
    expect(model.valueAt(0, nameColumn)).toBe('B')
    expect(calls[1]?.body).toEqual({ Name: 'B' })
    calls[1]?.answer()
    await settle()
    expect(model.valueAt(0, nameColumn)).toBe('B')
  })

  it('takes what the server made of the row: other columns may have changed too', async () => {
    const { model, calls } = open()
    await settle()
    model.give(0, nameColumn, text('low'))
    await settle()
    calls[0]?.answer({ Id: 1, Name: 'LOW', Price: 9 })
    await settle()
    expect(model.valueAt(0, nameColumn)).toBe('LOW')
    expect(model.valueAt(0, priceColumn)).toBe(9)
  })
})

describe('a new record', () => {
  it('is there at once, and stored when nothing is required', async () => {
    const { model, calls } = open()
    await settle()
    expect(model.addRow()).toBe(1)
    expect(model.isDraft(1)).toBe(true)
    await settle()
    expect(calls).toMatchObject([{ kind: 'create', body: {} }])
    calls[0]?.answer()
    await settle()
    expect(model.isDraft(1)).toBe(false)
    expect(model.rowCount).toBe(2)
  })

  it('keeps what is typed while it is being stored', async () => {
    const { model, calls } = open()
    await settle()
    model.addRow()
    await settle()
    model.give(1, nameColumn, text('Typed early'))
    calls[0]?.answer()
    await settle()
    expect(model.valueAt(1, nameColumn)).toBe('Typed early')
    expect(calls[1]).toMatchObject({ kind: 'update', body: { Name: 'Typed early' } })
  })

  it('can be one of several, stored in the order in which they were made', async () => {
    const { model, calls } = open()
    await settle()
    expect([model.addRow(), model.addRow()]).toEqual([1, 2])
    model.give(2, nameColumn, text('second'))
    await settle()
    expect(calls).toHaveLength(1)
    calls[0]?.answer({ Id: 2, Name: null, Price: null })
    await settle()
    expect(calls[1]).toMatchObject({ kind: 'create', body: { Name: 'second' } })
    calls[1]?.answer({ Id: 3, Name: 'second', Price: null })
    await settle()
    expect([model.valueAt(1, idColumn), model.valueAt(2, idColumn)]).toEqual([2, 3])
  })

  it('that is refused before anything was written goes away, and that is said', async () => {
    const { model, calls, losses } = open()
    await settle()
    model.addRow()
    await settle()
    calls[0]?.refuse('Your role does not allow this.')
    await settle()
    expect(model.rowCount).toBe(1)
    expect(losses).toHaveLength(1)
  })

  const required = column({ title: 'Name', required: true, primaryValue: true })

  it('waits for its required values, then is stored by itself', async () => {
    const { model, calls } = open([idColumn, required, priceColumn])
    await settle()
    expect(model.addRow()).toBe(1)
    expect(calls).toEqual([])
    expect(model.isDraft(1)).toBe(true)
    expect(model.cellAt(1, gridColumn(required))).toMatchObject({ marks: ['required'] })
    model.give(1, priceColumn, text('3'))
    expect(calls).toEqual([])
    expect(model.addRow()).toBe(1)
    model.give(1, required, text('New'))
    await settle()
    expect(calls).toMatchObject([{ kind: 'create', body: { Price: 3, Name: 'New' } }])
    calls[0]?.answer()
    await settle()
    expect(model.isDraft(1)).toBe(false)
    expect(model.valueAt(1, required)).toBe('New')
  })

  it('stays for correction when the server refuses it, marked at the column that is wrong', async () => {
    const { model, calls } = open([idColumn, required, priceColumn])
    await settle()
    model.addRow()
    model.give(1, required, text('Low Water'))
    await settle()
    calls[0]?.refuse('Name must be unique.', { column: 'Name' })
    await settle()
    expect(model.isDraft(1)).toBe(true)
    expect(model.refusedAt(1, required)).toEqual({ text: 'Low Water', message: 'Name must be unique.' })
    model.give(1, required, text('High Water'))
    await settle()
    expect(calls[1]?.body).toEqual({ Name: 'High Water' })
  })

  it('that is not finished when its view is left goes on in the view that is opened next, in no group', async () => {
    const album = { projectId: 'p', table: 'Track', view: 'vw_1' }
    const first = open([idColumn, required, priceColumn])
    await settle()
    first.model.addRow({ group: '["x"]' })
    first.model.give(1, priceColumn, text('3'))
    first.model.drafts.release((draft) => keepDraft(album, draft))
    expect(first.model.rowCount).toBe(1)

    const second = open([idColumn, required, priceColumn])
    await settle()
    second.model.drafts.resume(takeDrafts({ ...album, view: 'vw_2' }))
    expect(takeDrafts(album)).toEqual([])
    expect([second.model.valueAt(1, priceColumn), second.model.draftAt(1)?.group]).toEqual([3, undefined])
    second.model.give(1, required, text('New'))
    await settle()
    expect(second.calls).toMatchObject([{ kind: 'create', body: { Price: 3, Name: 'New' } }])

    // The server's rejection arrives after this view closes too.
    second.model.drafts.release((draft) => keepDraft(album, draft))
    second.calls[0]?.refuse('Name must be unique.', { column: 'Name' })
    await settle()
    expect(second.model.rowCount).toBe(1)
    first.model.drafts.resume(takeDrafts(album))
    expect(first.model.refusedAt(1, required)).toEqual({ text: 'New', message: 'Name must be unique.' })
  })

  it('goes away when it is given up', async () => {
    const { model } = open([idColumn, required])
    await settle()
    model.addRow()
    model.discardDraft(1)
    expect(model.rowCount).toBe(1)
  })
})

describe('a fill right after another bulk edit', () => {
  it('copies what that edit wrote, once its rows are read', async () => {
    const stored: Row[] = [{ Id: 1, Name: 'Low Water', Price: 1 }]
    const { model, calls } = open(undefined, stored)
    await settle()
    const price = { column: 0, value: 2 }
    const plan = planOf(new Map([[0, [price]]]))
    const written = applyPaste(model, [gridColumn(priceColumn)], plan, { withNewRows: false })
    const copied = model.afterBulk(() => Promise.resolve(model.valueAt(0, priceColumn)))
    await settle()
    stored[0] = { Id: 1, Name: 'Low Water', Price: 2 }
    calls[0]?.answer()
    await written
    expect(await copied).toBe(2)
  })
})

/** Returns the plan of a paste that only changes cells. */
function planOf(updates: PastePlan['updates']): PastePlan {
  const range = { column: 0, row: 0, columns: 1, rows: 1 }
  return { updates, creates: [], refused: [], skipped: 0, skippedColumns: [], beyond: 0, range }
}

function gridColumn(of: typeof nameColumn) {
  return {
    id: of.name,
    title: of.title,
    width: 100,
    column: of,
    display: 'text',
    align: 'start',
    sort: undefined,
    editable: true,
  } as const
}
