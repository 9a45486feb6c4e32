import { plainSettings } from '@common/views'
import {
  gridColumns,
  movedOrder,
  nextSort,
  orderedColumns,
  readOnlyReason,
} from '@renderer/features/records/columns/grid-columns'
import { DraftRow } from '@renderer/features/records/drafts/draft-row'
import { rowKey } from '@renderer/features/records/rows/row-key'
import { linkAddress } from '@renderer/features/grid/use-cell-keys'
import { describe, expect, it } from 'vitest'
import { column, idColumn, nameColumn, priceColumn, tableOf } from './fixtures'

const table = tableOf([idColumn, nameColumn, priceColumn])
const names = (order: readonly string[]) => orderedColumns(table, order).map((one) => one.name)

describe('columns of a grid', () => {
  it('begin with the name of the record', () => {
    expect(names([])).toEqual(['Name', 'Id', 'Price'])
  })

  it('stand as they were dragged; unknown ones follow', () => {
    expect(names(['Price'])).toEqual(['Name', 'Price', 'Id'])
  })

  it('move without the record name losing its place', () => {
    const columns = gridColumns(table, plainSettings, false)
    expect(movedOrder(columns, 2, 1)).toEqual(['Name', 'Price', 'Id'])
  })

  it('may be named like parts of objects', () => {
    const odd = tableOf([idColumn, column({ title: 'constructor', required: true }), column({ title: '__proto__' })])
    const widths = gridColumns(odd, { ...plainSettings, widths: { Id: 90 } }, false).map(({ width }) => width)
    expect(widths).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)])
    expect(new DraftRow(odd).missing.map(({ title }) => title)).toEqual(['constructor'])
  })

  it('say how they are sorted, and what may be edited', () => {
    const columns = gridColumns(
      table,
      { ...plainSettings, widths: { Price: 90 }, sorts: [{ column: 'Price', descending: true }] },
      false,
    )
    expect(columns.map(({ title, sort }) => [title, sort])).toEqual([
      ['Name', undefined],
      ['Id', undefined],
      ['Price', 'descending'],
    ])
    expect(columns.at(-1)).toMatchObject({ width: 90, editable: true, align: 'end' })
    expect(gridColumns(table, plainSettings, true).every(({ editable }) => !editable)).toBe(true)
  })
})

it('keys that hold text stand like text, others like numbers', () => {
  const key = (title: string, nativeType: string) => column({ title, nativeType, uiType: 'ForeignKey' })
  const columns = gridColumns(
    tableOf([nameColumn, key('Shop', 'varchar(9)'), key('Shelf', 'int')]),
    plainSettings,
    false,
  )
  expect(columns.map(({ align }) => align)).toEqual(['start', 'start', 'end'])
})

it('hidden ones are left out, but for the record name', () => {
  const columns = gridColumns(table, { ...plainSettings, hidden: ['Name', 'Price'] }, false)
  expect(columns.map(({ title }) => title)).toEqual(['Name', 'Id'])
})

it('a header goes through ascending, descending and as stored', () => {
  const up = nextSort([], 'Price')
  const down = nextSort(up, 'Price')
  expect([up, down, nextSort(down, 'Price')]).toEqual([
    [{ column: 'Price', descending: false }],
    [{ column: 'Price', descending: true }],
    [],
  ])
  expect(nextSort(down, 'Name')).toEqual([{ column: 'Name', descending: false }])
})

it('a view, a table without a key and a weak role cannot edit, each for its own reason', () => {
  expect(readOnlyReason(tableOf([nameColumn], { type: 'view' }), true)).toBe('view')
  expect(readOnlyReason(tableOf([nameColumn], { type: 'view', isQuery: true }), true)).toBe('query')
  expect(readOnlyReason(tableOf([nameColumn]), true)).toBe('noKey')
  expect(readOnlyReason(table, false)).toBe('role')
  expect(readOnlyReason(table, true)).toBeUndefined()
})

it('a row is told apart by all of its key', () => {
  const pair = tableOf([column({ title: 'A', primaryKey: true }), column({ title: 'B', primaryKey: true })])
  expect(rowKey(pair, { A: 1, B: 'x' })).toBe('1___x')
  expect(rowKey(pair, { A: 1, B: null })).toBeUndefined()
})

describe('links', () => {
  const link = (uiType: 'URL' | 'Email' | 'PhoneNumber') => {
    const [made] = gridColumns(tableOf([column({ title: 'Link', uiType })]), plainSettings, false)
    if (!made) throw new Error('no column')
    return made
  }
  it.each([
    ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
    ['example.com', 'https://example.com/'],
    ['javascript:alert(1)', undefined],
    ['file:///etc/passwd', undefined],
    ['data:text/html,x', undefined],
    ['', undefined],
    ['not a link', undefined],
  ])('%s opens %s', (given, address) => {
    expect(linkAddress(given, link('URL'))).toBe(address)
  })

  it.each([
    ['+49 (0)30 / 901-820', 'tel:+4930901820'],
    ['110', 'tel:110'],
    ['*31#', 'tel:*31%23'],
    ['call me', undefined],
    ['++1', undefined],
  ])('of the telephone dial %s as %s', (given, address) => {
    expect(linkAddress(given, link('PhoneNumber'))).toBe(address)
  })

  it('of people open a mail', () => {
    expect(linkAddress('ada@example.com', link('Email'))).toBe('mailto:ada@example.com')
    expect(linkAddress('a?cc=b@example.com', link('Email'))).toBe('mailto:a%3Fcc%3Db@example.com')
  })
})
