import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conditionJson } from '@common/query/condition-json'
import type { Table } from '@common/model'
import type { ConditionValue, FilterReader, ViewCondition, ViewFilterGroup, ViewOperator } from '@common/views'
import { engineFilter, matchesFilter } from '@common/views'
import { tableFromWire, wireTableMeta } from '@tests/helpers/wire'
import { describeEngines } from '@tests/helpers/engines'
import { openLibrary, type Library, type Row } from '@tests/helpers/library'

const columns = [
  { cn: 'name', uidt: 'SingleLineText' },
  { cn: 'note', uidt: 'LongText' },
  { cn: 'size', uidt: 'Number' },
  { cn: 'price', uidt: 'Decimal' },
  { cn: 'share', uidt: 'Percent' },
  { cn: 'kind', uidt: 'SingleSelect' },
  { cn: 'tags', uidt: 'MultiSelect' },
  { cn: 'owner', uidt: 'Collaborator' },
  { cn: 'day', uidt: 'Date' },
  { cn: 'seen', uidt: 'DateTime' },
  { cn: 'wakes', uidt: 'Time' },
  { cn: 'done', uidt: 'Checkbox' },
  { cn: 'data', uidt: 'JSON' },
] as const

const things = [
  {
    name: 'a 100% sure',
    note: 'x_y',
    size: 1,
    price: 1.5,
    share: 12.5,
    kind: 'Rock',
    tags: 'red,blue',
    owner: 'ada@example.com',
    day: '2026-09-18',
    seen: '2026-09-17 22:30:00',
    wakes: '08:00:00',
    done: true,
    data: '{"a":"x"}',
  },
  {
    name: 'b 100 sure',
    note: 'xzy',
    size: 2,
    price: '12345678901234567.89',
    share: 0,
    kind: 'Jazz',
    tags: 'red wine',
    owner: 'bo@example.com',
    day: '2026-09-17',
    seen: '2026-09-18 21:59:59',
    wakes: '23:59:59',
    done: false,
    data: '[1,2]',
  },
  {
    name: 'c',
    note: '',
    size: -3,
    price: 0,
    share: 100,
    kind: 'Folk',
    tags: 'blue',
    owner: null,
    day: '2026-08-31',
    seen: '2026-09-18 22:00:00',
    wakes: null,
    done: null,
    data: null,
  },
  { name: 'd' },
  {
    name: 'e [x] !',
    note: "it's",
    size: 2,
    tags: 'green,red',
    day: '2025-12-31',
    seen: '2025-12-31 23:30:00',
    done: true,
  },
]

const now = new Date('2026-09-18T10:00:00Z')

/** Filters on every kind of database: the engine and the in-memory filter must select the same rows. */
await describeEngines('Filters', (engine) => {
  let library: Library
  const tables = new Map<string, Table>()
  const readerOf = (rest: Partial<FilterReader> = {}): FilterReader => ({
    now,
    timeZone: 'Europe/Berlin',
    locale: 'de-DE',
    email: 'Ada@example.com',
    tables: (name) => tables.get(name),
    ...rest,
  })

  beforeAll(async () => {
    library = await openLibrary(engine)
    const as = { token: library.owner.token, projectId: library.projectId }
    await library.server.call('tableCreate', { tn: 'Thing', columns: [...columns] }, as)
    for (const thing of things) await library.send('POST', 'Thing', thing)
    for (const tn of ['Thing', 'Author', 'Book', 'Tag']) {
      const meta = await library.server.call('tableXcModelGet', { tn }, as)
      tables.set(tn, tableFromWire(wireTableMeta.parse(JSON.parse(meta?.meta ?? 'null'))))
    }
  })
  afterAll(() => library.close())

  const tableOf = (name: string): Table => {
    const table = tables.get(name)
    if (table === undefined) throw new Error(name)
    return table
  }
  /** Returns the id under which views name a column. */
  const idOf = (table: Table, title: string): string =>
    [...table.columns].find((column) => column.title === title)?.name ??
    table.virtualColumns.find((column) => column.title === title)?.id ??
    title
  const condition = (table: Table, [title, operator, value]: Case): ViewCondition => ({
    column: idOf(table, title),
    operator,
    ...(value !== undefined && { value }),
  })

  type Case = readonly [column: string, operator: ViewOperator, value?: ConditionValue]

  async function found(name: string, group: ViewFilterGroup, label: string, reader = readerOf()): Promise<unknown[]> {
    const table = tableOf(name)
    const filter = engineFilter(group, table, reader)
    const query =
      filter === undefined ? '' : `&conditionGraph=${encodeURIComponent(JSON.stringify(conditionJson(filter)))}`
    const links = `hm=${name === 'Author' ? 'Book' : ''}&mm=${name === 'Book' ? 'Tag' : ''}&bt=${name === 'Book' ? 'Author' : ''}`
    const rows = await library.rows(`${name}?limit=100&${links}${query}`)
    const all = await library.rows(`${name}?limit=100&${links}`)
    const names = (given: readonly Row[]): unknown[] => given.map((row) => row[label])
    // The in-memory filter gives the same result.
    expect(names(all.filter((row) => matchesFilter(group, row, table, reader)))).toEqual(names(rows))
    const { count } = (await library.get(`${name}/count?${query.slice(1)}`)) as { readonly count: number | string }
    expect(Number(count)).toBe(rows.length)
    return names(rows)
  }
  const letters = async (given: Case, reader = readerOf()): Promise<string> => {
    const group: ViewFilterGroup = { join: 'and', filters: [condition(tableOf('Thing'), given)] }
    return (await found('Thing', group, 'name', reader)).map((name) => String(name).charAt(0)).join('')
  }

  it.each<[...Case, string]>([
    ['name', 'contains', '100%', 'a'],
    ['name', 'contains', 'SURE', 'ab'],
    ['name', 'doesNotContain', '100%', 'bcde'],
    ['name', 'startsWith', 'B ', 'b'],
    ['name', 'endsWith', '] !', 'e'],
    ['name', 'contains', '[x]', 'e'],
    ['name', 'is', 'c', 'c'],
    ['name', 'isNot', 'c', 'abde'],
    ['note', 'contains', 'x_y', 'a'],
    ['note', 'is', "it's", 'e'],
    ['note', 'isNot', 'x_y', 'bcde'],
    ['note', 'isEmpty', null, 'cd'],
    ['note', 'isNotEmpty', null, 'abe'],
    ['size', 'equals', 2, 'be'],
    ['size', 'equals', '2', 'be'],
    ['size', 'differs', 2, 'acd'],
    ['size', 'greater', 1, 'be'],
    ['size', 'greaterOrEqual', 1, 'abe'],
    ['size', 'less', 1, 'c'],
    ['size', 'lessOrEqual', 1.5, 'ac'],
    ['size', 'between', [-3, 1], 'ac'],
    ['size', 'isEmpty', null, 'd'],
    ['price', 'equals', '12345678901234567.89', 'b'],
    ['price', 'greater', '12345678901234567.88', 'b'],
    ['price', 'less', 1.5, 'c'],
    ['share', 'equals', 12.5, 'a'],
    ['share', 'isNotEmpty', null, 'abc'],
    ['kind', 'is', 'Rock', 'a'],
    ['kind', 'isNot', 'Rock', 'bcde'],
    ['kind', 'isAnyOf', ['Rock', 'Folk'], 'ac'],
    ['kind', 'isNoneOf', ['Rock', 'Folk'], 'bde'],
    ['tags', 'hasAnyOf', ['red'], 'ae'],
    ['tags', 'hasAnyOf', ['blue', 'green'], 'ace'],
    ['tags', 'hasAllOf', ['red', 'blue'], 'a'],
    ['tags', 'hasNoneOf', ['red'], 'bcd'],
    ['tags', 'isEmpty', null, 'd'],
    ['owner', 'is', { currentUser: true }, 'a'],
    ['owner', 'isNot', { currentUser: true }, 'bcde'],
    ['owner', 'isAnyOf', ['bo@example.com', 'ada@example.com'], 'ab'],
    ['day', 'is', '2026-09-18', 'a'],
    ['day', 'is', { relative: 'today' }, 'a'],
    ['day', 'isNot', { relative: 'today' }, 'bcde'],
    ['day', 'is', { relative: 'yesterday' }, 'b'],
    ['day', 'is', { relative: 'daysAgo', count: 18 }, 'c'],
    ['day', 'isWithin', { relative: 'thisWeek' }, 'ab'],
    ['day', 'isWithin', { relative: 'lastMonth' }, 'c'],
    ['day', 'isWithin', { relative: 'lastYear' }, 'e'],
    ['day', 'isWithin', { relative: 'pastDays', count: 18 }, 'abc'],
    ['day', 'isBefore', '2026-09-17', 'ce'],
    ['day', 'isAfter', '2026-09-17', 'a'],
    ['day', 'isOnOrBefore', '2026-09-17', 'bce'],
    ['day', 'isOnOrAfter', '2026-09-17', 'ab'],
    ['day', 'between', ['2026-08-31', '2026-09-17'], 'bc'],
    ['day', 'isEmpty', null, 'd'],
    // In Berlin, the 18th began at 22:00 UTC of the previous day.
    ['seen', 'is', { relative: 'today' }, 'ab'],
    ['seen', 'is', '2026-09-19', 'c'],
    ['seen', 'isWithin', { relative: 'thisYear' }, 'abce'],
    ['seen', 'isBefore', '2026-09-18', 'e'],
    ['seen', 'isAfter', '2026-09-18', 'c'],
    ['seen', 'between', ['2026-09-18', '2026-09-19'], 'abc'],
    ['wakes', 'is', '08:00', 'a'],
    ['wakes', 'isNot', '08:00', 'bcde'],
    ['wakes', 'isAfter', '08:00', 'b'],
    ['wakes', 'between', ['07:00', '09:00'], 'a'],
    ['done', 'isChecked', null, 'ae'],
    ['done', 'isNotChecked', null, 'bcd'],
    ['data', 'contains', '"a"', 'a'],
    ['data', 'isEmpty', null, 'cde'],
    // An incomplete condition has no effect.
    ['name', 'contains', '', 'abcde'],
    ['size', 'greater', 'much', 'abcde'],
    ['size', 'between', [1, null], 'abcde'],
    ['day', 'is', { relative: 'daysAgo' }, 'abcde'],
    ['kind', 'isAnyOf', [], 'abcde'],
    ['gone', 'is', 'x', 'abcde'],
    ['size', 'contains', '1', 'abcde'],
  ])('%s %s %j finds %s', async (column, operator, value, expected) => {
    expect(await letters([column, operator, value ?? undefined])).toBe(expected)
  })

  it('puts days where the reader is', async () => {
    expect(await letters(['seen', 'is', '2026-09-17'], readerOf({ timeZone: 'America/Los_Angeles' }))).toBe('a')
    expect(await letters(['seen', 'is', { relative: 'today' }], readerOf({ timeZone: 'UTC' }))).toBe('bc')
  })

  it('joins conditions, and groups of them', async () => {
    const of = (...given: Case): ViewCondition => condition(tableOf('Thing'), given)
    const inner: ViewFilterGroup = { join: 'or', filters: [of('kind', 'is', 'Rock'), of('kind', 'is', 'Folk')] }
    const names = (filters: ViewFilterGroup['filters'], join: 'and' | 'or' = 'and'): Promise<unknown[]> =>
      found('Thing', { join, filters }, 'name')
    expect(await names([of('size', 'less', 2), inner])).toEqual(['a 100% sure', 'c'])
    expect(await names([of('size', 'equals', -3), inner])).toEqual(['c'])
    expect(await names([of('name', 'is', 'd'), of('name', 'is', 'c')], 'or')).toEqual(['c', 'd'])
    const deeper: ViewFilterGroup = { join: 'and', filters: [inner, of('tags', 'hasAnyOf', ['red'])] }
    expect(await names([of('name', 'is', 'd'), deeper], 'or')).toEqual(['a 100% sure', 'd'])
    expect(await names([{ join: 'or', filters: [of('name', 'is', '')] }, of('name', 'is', 'c')])).toEqual(['c'])
  })

  const linked = async (name: string, label: string, given: Case): Promise<string> => {
    const group: ViewFilterGroup = { join: 'and', filters: [condition(tableOf(name), given)] }
    return (await found(name, group, label)).join(' ')
  }

  it.each<[...Case, string]>([
    ['Author => Book', 'contains', 'o', 'Ada Bo'],
    ['Author => Book', 'is', 'Four', 'Bo'],
    ['Author => Book', 'isNot', 'Four', 'Ada Cy Di'],
    ['Author => Book', 'isAnyOf', ['One', 'Four'], 'Ada Bo'],
    ['Author => Book', 'isNoneOf', ['One'], 'Bo Cy Di'],
    ['Author => Book', 'isEmpty', null, 'Cy Di'],
    ['Author => Book', 'isNotEmpty', null, 'Ada Bo'],
    ['Books', 'equals', 3, 'Ada'],
    ['Books', 'equals', 0, 'Cy Di'],
    ['Total', 'greater', 40, 'Ada'],
    ['Titles', 'contains', 'T', 'Ada'],
    ['Titles', 'is', 'Two', 'Ada'],
    ['Titles', 'isNot', 'Two', 'Bo Cy Di'],
    ['Titles', 'isEmpty', null, 'Cy Di'],
  ])('of authors, %s %s %j finds %s', async (column, operator, value, expected) => {
    expect(await linked('Author', 'name', [column, operator, value ?? undefined])).toBe(expected)
  })

  it.each<[...Case, string]>([
    ['writer', 'is', 'Ada', 'One Two Three'],
    ['writer', 'contains', 'B', 'Four'],
    ['writer', 'isNot', 'Ada', 'Four Five'],
    ['writer', 'isEmpty', null, 'Five'],
    ['writer', 'isNotEmpty', null, 'One Two Three Four'],
    ['Book <=> Tag', 'is', 'red', 'One Two'],
    ['Book <=> Tag', 'isEmpty', null, 'Three Five'],
    ['By', 'is', 'Ada', 'One Two Three'],
    ['Twice', 'greaterOrEqual', 400, 'Two Four'],
    ['Twice', 'isEmpty', null, 'Five'],
  ])('of books, %s %s %j finds %s', async (column, operator, value, expected) => {
    expect(await linked('Book', 'title', [column, operator, value ?? undefined])).toBe(expected)
  })

  describe('parts of texts in the API', () => {
    it('are what they say, in where and in condition', async () => {
      const names = async (query: string): Promise<unknown[]> =>
        (await library.rows(`Thing?${query}`)).map((row) => String(row['name']).charAt(0))
      expect(await names('where=(name,contains,100%25)')).toEqual(['a'])
      expect(await names('where=(name,starts,a)')).toEqual(['a'])
      expect(await names('where=~not(name,ends,sure)')).toEqual(['c', 'd', 'e'])
      expect(await names('where=(tags,has,red)')).toEqual(['a', 'e'])
      expect(await names('condition={"note":{"contains":"_"}}')).toEqual(['a'])
      expect(await names('condition={"size":{"btw":[1,2]}}')).toEqual(['a', 'b', 'e'])
    })
  })
})
