import type { UiType } from '@common/columns/ui-types'
import { coerceCell, textBlock } from '@renderer/features/records/clipboard'
import { planPaste as planBlock, type PasteColumn, type PastePlan } from '@renderer/features/records/writes/paste-plan'
import { describe, expect, it } from 'vitest'
import { column } from './fixtures'

function target(title: string, uiType: UiType, editable = true): PasteColumn {
  const made = column({ title, uiType })
  return { column: made, editable, parse: (cell) => coerceCell(cell, made, { locale: 'en' }) }
}
const columns = [target('Name', 'SingleLineText'), target('Price', 'Decimal'), target('Made', 'CreateTime', false)]
const planPaste = (
  cells: readonly (readonly string[])[],
  target: Parameters<typeof planBlock>[1],
  into: readonly PasteColumn[],
  rowCount: number,
): PastePlan => planBlock(textBlock(cells), target, into, rowCount)
const at = (row: number, column: number, rows = 1, wide = 1) => ({ row, column, rows, columns: wide })

describe('pasting', () => {
  it('puts a block where the range begins', () => {
    const plan = planPaste(
      [
        ['a', '1'],
        ['b', '2'],
      ],
      at(3, 0),
      columns,
      10,
    )
    expect([...plan.updates]).toEqual([
      [
        3,
        [
          { column: 0, value: 'a' },
          { column: 1, value: 1 },
        ],
      ],
      [
        4,
        [
          { column: 0, value: 'b' },
          { column: 1, value: 2 },
        ],
      ],
    ])
    expect(plan.range).toEqual({ row: 3, column: 0, rows: 2, columns: 2 })
  })

  it('fills a larger range with one cell', () => {
    const plan = planPaste([['x']], at(0, 0, 3), columns, 10)
    expect([...plan.updates.keys()]).toEqual([0, 1, 2])
  })

  it('repeats a block over a multiple of it, and only then', () => {
    expect(
      [...planPaste([['x'], ['y']], at(0, 0, 4), columns, 10).updates.values()].map(([cell]) => cell?.value),
    ).toEqual(['x', 'y', 'x', 'y'])
    expect(planPaste([['x'], ['y']], at(0, 0, 3), columns, 10).updates.size).toBe(2)
  })

  it('names values that do not fit, and keeps the others', () => {
    const plan = planPaste([['a', 'cheap']], at(0, 0), columns, 10)
    expect(plan.updates.get(0)).toEqual([{ column: 0, value: 'a' }])
    expect(plan.refused).toMatchObject([{ row: 0, text: 'cheap', problem: { problem: 'notNumber' } }])
  })

  it('makes new rows of what reaches past the end', () => {
    const plan = planPaste([['a'], ['b'], ['c']], at(9, 0), columns, 10)
    expect([...plan.updates.keys()]).toEqual([9])
    expect(plan.creates).toEqual([[{ column: 0, value: 'b' }], [{ column: 0, value: 'c' }]])
  })

  it('leaves alone what nobody may write in a selected range, counts it and names its columns', () => {
    const plan = planPaste([['1', 'x']], at(0, 1, 1, 2), columns, 10)
    expect(plan.updates.get(0)).toEqual([{ column: 1, value: 1 }])
    expect(plan).toMatchObject({ skipped: 1, skippedColumns: ['Made'], beyond: 0 })
  })

  const keyed = [
    target('Name', 'SingleLineText'),
    {
      ...target('Id', 'ID', false),
      column: column({ title: 'Id', uiType: 'ID', primaryKey: true, autoIncrement: true }),
    },
    target('Price', 'Decimal'),
  ]

  it('puts values to the right of a column that nobody may write, in old rows and in new ones', () => {
    const plan = planPaste(
      [
        ['a', '1'],
        ['b', '2'],
      ],
      at(9, 0),
      keyed,
      10,
    )
    expect([...plan.updates.values()]).toEqual([
      [
        { column: 0, value: 'a' },
        { column: 2, value: 1 },
      ],
    ])
    expect(plan.creates).toEqual([
      [
        { column: 0, value: 'b' },
        { column: 2, value: 2 },
      ],
    ])
    expect(plan).toMatchObject({ skipped: 0, beyond: 0, range: { column: 0, columns: 3 } })
  })

  it('leaves an empty column of the block over one that nobody may write, instead of clearing the next', () => {
    const plan = planPaste([['a', '', '1']], at(0, 0), keyed, 10)
    expect(plan.updates.get(0)).toEqual([
      { column: 0, value: 'a' },
      { column: 2, value: 1 },
    ])
    expect(plan).toMatchObject({ skipped: 0, beyond: 0 })
  })

  it('keeps columns in their places where the block brings the values that the read-only ones hold', () => {
    const block = textBlock([['a', '7', '1']])
    const plan = planBlock(block, at(0, 0), keyed, 10, (_, shown) => (shown === 1 ? '7' : 'x'))
    expect(plan.updates.get(0)).toEqual([
      { column: 0, value: 'a' },
      { column: 2, value: 1 },
    ])
    expect(plan).toMatchObject({ skipped: 0, beyond: 0 })
  })

  it('keeps columns in their places where the block was copied from such columns, and names what it leaves out', () => {
    const copied = [
      { title: 'Name', uiType: 'SingleLineText' },
      { title: 'Id', uiType: 'ID' },
      { title: 'Price', uiType: 'Decimal' },
    ] as const
    const plan = planBlock({ ...textBlock([['a', '8', '1']]), columns: copied }, at(0, 0), keyed, 10, () => '7')
    expect(plan.updates.get(0)).toEqual([
      { column: 0, value: 'a' },
      { column: 2, value: 1 },
    ])
    expect(plan).toMatchObject({ skipped: 1, skippedColumns: ['Id'] })
  })

  it('never changes a key, and leaves counted ones to the database', () => {
    const keys = [
      { ...target('Id', 'ID'), column: column({ title: 'Id', uiType: 'ID', primaryKey: true, autoIncrement: true }) },
      { ...target('Code', 'SingleLineText'), column: column({ title: 'Code', primaryKey: true }) },
      target('Name', 'SingleLineText'),
    ]
    const plan = planPaste(
      [
        ['7', 'a', 'x'],
        ['8', 'b', 'y'],
      ],
      at(9, 0),
      keys,
      10,
    )
    expect([...plan.updates.values()]).toEqual([[{ column: 2, value: 'x' }]])
    expect(plan.creates).toEqual([
      [
        { column: 1, value: 'b' },
        { column: 2, value: 'y' },
      ],
    ])
    expect(plan).toMatchObject({ skipped: 3, skippedColumns: ['Id', 'Code'] })
  })
})
