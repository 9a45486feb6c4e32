import { copyShape, rangesOfShape } from '@renderer/features/records/clipboard/copy'
import { textBlock, type ClipBlock, type ClipCell } from '@renderer/features/records/clipboard'
import { newFields } from '@renderer/features/grid/clipboard/new-fields'
import { missingOptions } from '@renderer/features/grid/clipboard/paste'
import type { CellRange, GridSelection } from '@renderer/features/records/painter/selection'
import { describe, expect, it } from 'vitest'
import { column } from '../records/fixtures'

const range = (row: number, rows: number, at: number, columns: number): CellRange => ({
  row,
  rows,
  column: at,
  columns,
})
const selected = (last: CellRange, ...others: CellRange[]): GridSelection => ({
  active: { row: last.row, column: last.column },
  range: last,
  ...(others.length > 0 && { others }),
  rows: [],
})

describe('what a selection copies', () => {
  it('is its range, as far as there are cells', () => {
    expect(copyShape(selected(range(1, 100, 2, 9)), 4, 10)).toEqual({ rows: [{ from: 1, to: 10 }], columns: [2, 3] })
  })

  it('is one block of ranges over the same fields, or the same records', () => {
    expect(copyShape(selected(range(0, 1, 1, 2), range(5, 2, 1, 2)), 4, 10)).toEqual({
      rows: [
        { from: 0, to: 1 },
        { from: 5, to: 7 },
      ],
      columns: [1, 2],
    })
    expect(copyShape(selected(range(2, 3, 3, 1), range(2, 3, 0, 1)), 4, 10)).toEqual({
      rows: [{ from: 2, to: 5 }],
      columns: [0, 3],
    })
  })

  it('is no block when the ranges are scattered', () => {
    expect(copyShape(selected(range(0, 1, 0, 1), range(1, 1, 1, 1)), 4, 10)).toBe('scattered')
  })

  it('is whole records when their boxes are ticked, wherever they are', () => {
    const spans = [
      { from: 0, to: 2 },
      { from: 8, to: 20 },
    ]
    const shape = copyShape({ active: undefined, range: undefined, rows: spans }, 2, 10)
    expect(shape).toEqual({
      rows: [
        { from: 0, to: 2 },
        { from: 8, to: 10 },
      ],
      columns: [0, 1],
    })
    expect(shape === undefined || shape === 'scattered' ? [] : rangesOfShape(shape)).toEqual([
      range(0, 2, 0, 2),
      range(8, 2, 0, 2),
    ])
  })

  it('is nothing without a selection', () => {
    expect(copyShape({ active: undefined, range: undefined, rows: [] }, 2, 10)).toBeUndefined()
  })
})

describe('fields for what is beyond the last one', () => {
  const options = { taken: ['Name', 'field 1'], reader: { locale: 'en-US' }, nameOf: (at: number) => `Field ${at}` }
  const cells = (given: ClipCell): ClipBlock => ({
    cells: [
      [{ text: 'x' }, given],
      [{ text: 'y' }, given],
    ],
  })

  it('are called by numbers that are free, and are of the type that their texts look like', () => {
    expect(newFields(textBlock([['x', '2026-01-31', '1,234.5', 'yes', 'a word']]), 4, options)).toEqual([
      { title: 'Field 2', uiType: 'Date' },
      { title: 'Field 3', uiType: 'Decimal' },
      { title: 'Field 4', uiType: 'Checkbox' },
      { title: 'Field 5', uiType: 'SingleLineText' },
    ])
  })

  it('are what the source says of its values', () => {
    const typeOf = (value: ClipCell['value'], text = '7'): unknown =>
      newFields(cells({ text, value }), 1, options)[0]?.uiType
    expect(typeOf({ kind: 'number', number: 7 })).toBe('Number')
    expect(typeOf({ kind: 'number', number: 0.5 })).toBe('Decimal')
    expect(typeOf({ kind: 'number', number: 0.5, percent: true })).toBe('Percent')
    expect(typeOf({ kind: 'boolean', is: true })).toBe('Checkbox')
    expect(typeOf({ kind: 'serial', serial: 46_000, as: 'date' })).toBe('Date')
    expect(typeOf({ kind: 'serial', serial: 1.5, as: 'duration' })).toBe('Duration')
    expect(typeOf({ kind: 'text' }, '007')).toBe('SingleLineText')
    expect(typeOf(undefined, 'two\nlines')).toBe('LongText')
  })

  it('keep the name and the type that they had in Basalt', () => {
    const block: ClipBlock = {
      cells: [[{ text: 'x' }, { text: '3:48' }, { text: 'Folk' }]],
      columns: [
        { title: 'a', uiType: 'SingleLineText' },
        { title: 'Name', uiType: 'Duration' },
        { title: 'Genre', uiType: 'SingleSelect' },
      ],
    }
    expect(newFields(block, 2, options)).toEqual([
      { title: 'Name 2', uiType: 'Duration' },
      { title: 'Genre', uiType: 'SingleLineText' },
    ])
  })
})

describe('options that a block needs', () => {
  const genre = column({
    title: 'Genre',
    uiType: 'SingleSelect',
    options: { options: [{ title: 'Folk', color: 'lime' }] },
  })
  const tags = column({ title: 'Tags', uiType: 'MultiSelect', options: { options: [{ title: 'new', color: 'blue' }] } })
  const refused = (
    of: typeof genre,
    text: string,
    problem: 'notOption' | 'notOptions' | 'notNumber' = 'notOption',
  ) => ({
    row: 0,
    column: of,
    text,
    problem: { problem },
  })

  it('are each named once, by the columns they are missing in', () => {
    const missing = missingOptions([
      refused(genre, 'Folkk'),
      refused(genre, ' Folkk '),
      refused(genre, 'Jazz'),
      refused(tags, 'new, loud,calm', 'notOptions'),
      refused(genre, '7', 'notNumber'),
    ])
    expect([...missing].map(([{ title }, titles]) => [title, titles])).toEqual([
      ['Genre', ['Folkk', 'Jazz']],
      ['Tags', ['loud', 'calm']],
    ])
  })

  it('are not made of what nobody would choose from', () => {
    expect(missingOptions([refused(genre, 'x'.repeat(200))]).size).toBe(0)
    const many = Array.from({ length: 101 }, (_, at) => refused(genre, `Option ${at}`))
    expect(missingOptions(many).size).toBe(0)
  })
})
