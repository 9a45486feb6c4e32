import { resultWriter, type ResultTextForm } from '@common/sql/result-file'
import type { SqlColumn, SqlValue } from '@common/sql/shapes'
import { chartData, numberColumns, startChoice } from '@renderer/features/sql/results/chart-data'
import { nextSorting, valueText } from '@renderer/features/sql/results/result-columns'
import { ResultRows, type LoadWindow } from '@renderer/features/sql/results/result-rows'
import {
  countEdits,
  editsOf,
  nothingStaged,
  typedValue,
  withDeleted,
  withInsertedValue,
  withValue,
} from '@renderer/features/sql/results/staging'
import { untilItWorks } from '@tests/helpers/until'
import { describe, expect, it, vi } from 'vitest'

const column = (name: string, kind: SqlColumn['kind']): SqlColumn => ({ name, kind, type: '', origin: null })
const columns = [column('Album', 'text'), column('Sold', 'number')]
const row = (values: readonly SqlValue[], position = 0) => ({ values, position })

describe('rows of a result', () => {
  const total = 1_000_000
  const windows = () => {
    const load = vi.fn<LoadWindow>((offset, limit) => {
      const places = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, at) => offset + at)
      return Promise.resolve({ rows: places.map((at) => [at]), positions: places, total })
    })
    return load
  }

  it('load around the screen only, however long the result is', async () => {
    const load = windows()
    const rows = new ResultRows(load, () => undefined)
    rows.grow(total)
    rows.show(500_000, 500_030)
    await untilItWorks(() => expect(rows.at(500_010)?.values).toEqual([500_010]))
    await untilItWorks(() => expect(load).toHaveBeenCalledTimes(3))
    expect(rows.at(0)).toBeUndefined()
    expect(rows.count).toBe(total)
  })

  it('stop loading what was scrolled past', async () => {
    const aborted: number[] = []
    const rows = new ResultRows(
      (offset, limit, signal) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => {
            aborted.push(offset)
            reject(new DOMException('', 'AbortError'))
          })
          if (offset >= 10_000) resolve({ rows: Array.from({ length: limit }, () => [1]), positions: [], total })
        }),
      () => undefined,
    )
    rows.grow(total)
    rows.show(0, 10)
    rows.show(10_000, 10_010)
    await untilItWorks(() => expect(rows.at(10_000)).toBeDefined())
    expect(aborted).toContain(0)
  })

  it('report a failure, and load again after it', async () => {
    let fails = true
    const rows = new ResultRows(
      () => (fails ? Promise.reject(new Error('away')) : Promise.resolve({ rows: [[1]], positions: [0], total: 1 })),
      () => undefined,
    )
    rows.show(0, 1)
    await untilItWorks(() => expect(rows.failure).toBeInstanceOf(Error))
    fails = false
    rows.show(0, 1)
    await untilItWorks(() => expect(rows.at(0)?.values).toEqual([1]))
    expect(rows.failure).toBeUndefined()
  })

  it('are read in pieces for a copy', async () => {
    const load = windows()
    const read = await new ResultRows(load, () => undefined).load(10, 2_510, new AbortController().signal)
    expect([read.length, read[0]?.position, read.at(-1)?.position]).toEqual([2_500, 10, 2_509])
    expect(load).toHaveBeenCalledTimes(3)
  })
})

describe('staged changes of a result', () => {
  it('forget a value that is the stored one again', () => {
    const changed = withValue(nothingStaged, 4, 1, 'new', 'old')
    expect(countEdits(changed)).toBe(1)
    expect(countEdits(withValue(changed, 4, 1, 'old', 'old'))).toBe(0)
  })

  it('delete rows instead of changing them, and restore them', () => {
    const deleted = withDeleted(withValue(nothingStaged, 4, 1, 'new', 'old'), [4, 5])
    expect(editsOf(deleted)).toEqual([
      { kind: 'delete', row: 4 },
      { kind: 'delete', row: 5 },
    ])
    expect(editsOf(withDeleted(deleted, [4, 5]))).toEqual([{ kind: 'update', row: 4, values: { 1: 'new' } }])
  })

  it('hold new rows', () => {
    const edits = withInsertedValue({ ...nothingStaged, inserts: [{}, {}] }, 1, 0, 'Tidewater')
    expect(editsOf(edits)).toEqual([
      { kind: 'insert', values: {} },
      { kind: 'insert', values: { 0: 'Tidewater' } },
    ])
  })

  it('keep digits that the page would round', () => {
    expect(typedValue('12', { kind: 'number' })).toBe(12)
    expect(typedValue('1.50', { kind: 'number' })).toBe('1.50')
    expect(typedValue('12345678901234567890', { kind: 'number' })).toBe('12345678901234567890')
    expect(typedValue('true', { kind: 'boolean' })).toBe(true)
    expect(typedValue('12', { kind: 'text' })).toBe('12')
  })
})

describe('sorting of a result', () => {
  it('goes from ascending to descending to none, and Shift adds a column', () => {
    const first = nextSorting([], 1, false)
    expect(first).toEqual([{ column: 1, descending: false }])
    expect(nextSorting(first, 0, true)).toEqual([
      { column: 1, descending: false },
      { column: 0, descending: false },
    ])
    const second = nextSorting(first, 1, false)
    expect(second).toEqual([{ column: 1, descending: true }])
    expect(nextSorting(second, 1, false)).toEqual([])
  })
})

describe('files of a result', () => {
  const write = (form: ResultTextForm, rows: readonly (readonly SqlValue[])[]): string => {
    const writer = resultWriter(form, { columns, table: 'best of', quote: (name) => `"${name}"`, backslashes: false })
    return writer.head + rows.map((values, at) => writer.row(values, at)).join('') + writer.foot
  }
  const rows = [
    ['Salt, "Static"', 12],
    [null, 3.5],
  ]

  it.each([
    ['csv', '\uFEFFAlbum,Sold\r\n"Salt, ""Static""",12\r\n,3.5\r\n'],
    ['markdown', '| Album | Sold |\n| --- | ---: |\n| Salt, "Static" | 12 |\n|  | 3.5 |\n'],
    [
      'insert',
      `INSERT INTO "best of" ("Album", "Sold") VALUES ('Salt, "Static"', 12);\n` +
        'INSERT INTO "best of" ("Album", "Sold") VALUES (NULL, 3.5);\n',
    ],
  ] as const)('are written as %s', (form, text) => {
    expect(write(form, rows)).toBe(text)
  })

  it('are JSON that can be read back', () => {
    expect(JSON.parse(write('json', rows))).toEqual([
      { Album: 'Salt, "Static"', Sold: 12 },
      { Album: null, Sold: 3.5 },
    ])
  })
})

describe('a chart of a result', () => {
  const rows = [row(['Glasshouse', 12]), row(['Night Bus', '7.5']), row(['Tidewater', null])]

  it('begins with the names of the first text and the last number', () => {
    expect(numberColumns(columns, rows)).toEqual([1])
    expect(startChoice(columns, rows)).toEqual({ kind: 'bar', names: 0, values: [1] })
    expect(startChoice([column('day', 'date'), column('n', 'number')], [])).toMatchObject({ kind: 'line' })
  })

  it('reads exact decimals and leaves gaps for missing values', () => {
    expect(chartData(columns, rows, { kind: 'bar', names: 0, values: [1] })).toEqual({
      names: ['Glasshouse', 'Night Bus', 'Tidewater'],
      across: [null, null, null],
      series: [{ name: 'Sold', values: [12, 7.5, null] }],
    })
  })
})

describe('values of a result', () => {
  it('have separators unless they are labels', () => {
    expect(valueText(12_210, { name: 'Sold', kind: 'number' })).toBe('12,210')
    expect(valueText(12_210, { name: 'InvoiceId', kind: 'number' })).toBe('12210')
    expect(valueText(null, { name: 'Sold', kind: 'number' })).toBe('null')
  })
})
