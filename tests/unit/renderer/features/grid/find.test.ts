import type { DataGridColumn } from '@renderer/features/records/painter/data-grid'
import { HitWalk, type Found, type Hit } from '@renderer/features/records/rows/hits'
import { findParameters, isAskable, matchOf, noNeedle, replaced } from '@renderer/features/grid/find/needle'
import { planReplace } from '@renderer/features/grid/find/replace-plan'
import { describe, expect, it } from 'vitest'
import { column, idColumn, nameColumn, priceColumn, tableOf } from '../records/fixtures'

const shown = (of: typeof nameColumn, editable = true): DataGridColumn => ({
  id: of.name,
  title: of.title,
  width: 100,
  column: of,
  display: 'text',
  align: 'start',
  sort: undefined,
  editable,
})

describe('what is looked for', () => {
  it('is found whatever its case, unless that counts', () => {
    expect(matchOf({ ...noNeedle, text: 'wAt' })?.('Low Water')).toBe(true)
    expect(matchOf({ ...noNeedle, text: 'wAt', matchCase: true })?.('Low Water')).toBe(false)
    expect(matchOf({ ...noNeedle, text: 'low water', wholeCell: true })?.('Low Water')).toBe(true)
    expect(matchOf({ ...noNeedle, text: 'low', wholeCell: true })?.('Low Water')).toBe(false)
    expect(matchOf({ ...noNeedle, text: '^L.*r$', isPattern: true })?.('Low Water')).toBe(true)
  })

  it('must be something, and a pattern must be whole', () => {
    expect(isAskable(noNeedle)).toBe(false)
    expect(isAskable({ ...noNeedle, text: '(', isPattern: true })).toBe(false)
    expect(isAskable({ ...noNeedle, text: '(' })).toBe(true)
    expect(matchOf(noNeedle)).toBeUndefined()
  })

  it('is asked of the columns that can be searched, numbers as programs write them', () => {
    const columns = [shown(nameColumn), shown(priceColumn), shown(column({ title: 'Day', uiType: 'Date' }))]
    expect(findParameters({ ...noNeedle, text: '1,5' }, columns, 'de-DE')).toEqual({
      find: '1,5',
      findIn: 'Name,Price',
      findNumber: '1.5',
    })
    expect(findParameters({ ...noNeedle, text: 'a', columns: ['Name'], matchCase: true }, columns, 'en')).toEqual({
      find: 'a',
      findIn: 'Name',
      findCase: 'true',
    })
  })

  it('is replaced wherever it stands, every sign as it is written', () => {
    expect(replaced('a.b a.b', { ...noNeedle, text: 'A.B' }, '$&')).toBe('$& $&')
    expect(replaced('aXb', { ...noNeedle, text: 'a.b' }, 'x')).toBeUndefined()
    expect(replaced('Ada ada', { ...noNeedle, text: 'ada', matchCase: true }, 'Bo')).toBe('Ada Bo')
    expect(replaced('ada ada', { ...noNeedle, text: 'ada', wholeCell: true }, 'Bo')).toBeUndefined()
    expect(replaced('a1 b22', { ...noNeedle, text: '[0-9]+', isPattern: true }, '#')).toBe('a# b#')
    expect(replaced('abc', { ...noNeedle, text: '[0-9]*', isPattern: true }, '#')).toBeUndefined()
  })
})

describe('going from hit to hit', () => {
  const all: Hit[] = Array.from({ length: 1_000 }, (_, at) => ({
    offset: at * 10,
    before: at * 2,
    fields: ['b', 'a'],
    values: {},
  }))
  const asked: string[] = []
  const walk = (): HitWalk =>
    new HitWalk(
      ({ from, backwards, limit }): Promise<Found> => {
        asked.push(`${backwards ? '<' : '>'}${from}`)
        const hits = backwards
          ? all.filter(({ offset }) => offset < from).toReversed()
          : all.filter(({ offset }) => offset >= from)
        return Promise.resolve({ rows: 1_000, cells: 2_000, hits: hits.slice(0, limit) })
      },
      ['a', 'b'],
    )
  const { signal } = new AbortController()

  it('begins where the person is, in the order of the columns', async () => {
    const hits = walk()
    const first = await hits.start(15, signal)
    expect(first).toMatchObject({ field: 'a', number: 5, hit: { offset: 20 } })
    const second = first && (await hits.step(first, 1, signal))
    expect(second).toMatchObject({ field: 'b', number: 6, hit: { offset: 20 } })
    expect(second && (await hits.step(second, 1, signal))).toMatchObject({ field: 'a', number: 7, hit: { offset: 30 } })
    expect(first && (await hits.step(first, -1, signal))).toMatchObject({ field: 'b', number: 4, hit: { offset: 10 } })
    expect(hits.cells).toBe(2_000)
  })

  it('goes round at both ends', async () => {
    const hits = walk()
    const first = await hits.start(0, signal)
    const last = first && (await hits.step(first, -1, signal))
    expect(last).toMatchObject({ number: 2_000, hit: { offset: 9_990 } })
    expect(last && (await hits.step(last, 1, signal))).toMatchObject({ number: 1, hit: { offset: 0 } })
  })

  it('asks once for many hits', async () => {
    const hits = walk()
    let at = await hits.start(0, signal)
    asked.length = 0
    for (let step = 0; step < 500 && at; step += 1) at = await hits.step(at, 1, signal)
    expect(at?.number).toBe(501)
    expect(asked.length).toBeLessThanOrEqual(2)
  })

  it('begins at the first when there is none behind', async () => {
    expect(await walk().start(100_000, signal)).toMatchObject({ number: 1 })
  })
})

describe('replacing everything', () => {
  const table = tableOf([idColumn, nameColumn, priceColumn])
  const columns = [shown(idColumn), shown(nameColumn), shown(priceColumn), shown(column({ title: 'Made' }), false)]
  const hit = (offset: number, values: Hit['values'], fields: string[]): Hit => ({ offset, before: 0, fields, values })

  it('changes what fits, names what does not, and leaves keys and what nobody writes', () => {
    const plan = planReplace(
      table,
      columns,
      [
        hit(0, { Id: 15, Name: 'a 5', Price: 5.5 }, ['Id', 'Name', 'Price']),
        hit(7, { Id: 2, Name: 'b', Price: 1.5, Made: '5' }, ['Price', 'Made']),
      ],
      { ...noNeedle, text: '5' },
      'x',
    )
    expect(plan.rows).toEqual([
      { kind: 'update', rowKey: '15', rowId: '15', values: { Name: 'a x' }, expected: { Name: 'a 5' }, record: 'a 5' },
    ])
    expect(plan.cells).toBe(1)
    expect(plan.skipped).toBe(2)
    expect(plan.refused.map(({ offset, text }) => [offset, text])).toEqual([
      [0, 'x.x'],
      [7, '1.x'],
    ])
  })

  it('empties a cell when nothing is left of it', () => {
    const plan = planReplace(
      table,
      columns,
      [hit(0, { Id: 1, Name: 'gone' }, ['Name'])],
      { ...noNeedle, text: 'gone' },
      '',
    )
    expect(plan.rows).toMatchObject([{ rowId: '1', values: { Name: null }, expected: { Name: 'gone' } }])
  })
})
