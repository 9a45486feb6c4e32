import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conditionJson } from '@common/query/condition-json'
import { conditionFilter } from '@common/query/condition'
import type { Table } from '@common/model'
import {
  colourOf,
  conditionState,
  engineFilter,
  filterColumns,
  filteringColumns,
  matchesFilter,
  operatorsOf,
  valueEditor,
  type ColourRule,
  type ConditionValue,
  type FilterColumn,
  type FilterReader,
  type ViewCondition,
  type ViewFilterGroup,
} from '@common/views'
import { openDataApi, type TestDataApi } from '@tests/helpers/data-api'
import { tableOf } from '@tests/helpers/test-database'

type Row = Readonly<Record<string, unknown>>
type Held = string | number | null

const texts = ['', 'a', 'A', 'ab', 'a,b', 'b, a', '100%', '1_0', 'Ä', 'ä', 'x!', '10', null]
const numbers = [0, 1, -1, 10, 2.5, null]
const days = ['2026-09-17', '2026-09-18', '2026-09-19', '2025-09-18', null]
const moments = ['2026-09-17 21:59:59', '2026-09-17 22:00:00', '2026-09-18 21:59:59.5', '2026-01-01 00:00:00', null]
const times = ['08:00:00', '08:00:30', '23:59:59', null]
const flags = [0, 1, null]
const kinds: Readonly<Record<string, readonly [type: Table['columns'][number]['uiType'], values: readonly Held[]]>> = {
  t: ['SingleLineText', texts],
  l: ['LongText', texts],
  k: ['SingleSelect', texts],
  m: ['MultiSelect', texts],
  p: ['Collaborator', ['a@b.c', 'x@y.z', '', null]],
  n: ['Number', numbers],
  q: ['Percent', numbers],
  d: ['Date', days],
  s: ['DateTime', moments],
  w: ['Time', times],
  f: ['Checkbox', flags],
  j: ['JSON', ['{"a":1}', '[]', '', null]],
}
const types: Readonly<Record<string, string>> = {
  n: 'INTEGER',
  q: 'REAL',
  d: 'DATE',
  s: 'DATETIME',
  w: 'TIME',
  f: 'BOOLEAN',
}
const names = Object.keys(kinds)

const literal = (value: Held): string =>
  value === null ? 'NULL' : typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`

/** Combines each value with values of other columns, so that joined conditions meet all kinds of rows. */
const sql = [
  `CREATE TABLE T (id INTEGER PRIMARY KEY, ${names.map((name) => `${name} ${types[name] ?? 'TEXT'}`).join(', ')})`,
  ...Array.from(
    { length: 26 },
    (_, at) =>
      `INSERT INTO T (${names.join(', ')}) VALUES (${names
        .map((name, column) => {
          const values = kinds[name]?.[1] ?? []
          return literal(
            values[(at * (column % 3 === 0 ? 1 : column % 3 === 1 ? 5 : 7) + column) % values.length] ?? null,
          )
        })
        .join(', ')})`,
  ),
].join(';\n')

const reader: FilterReader = {
  now: new Date('2026-09-18T10:00:00Z'),
  timeZone: 'Europe/Berlin',
  locale: 'de-DE',
  email: 'a@b.c',
}

let api: TestDataApi
let table: Table
let rows: readonly Row[]

beforeAll(async () => {
  api = await openDataApi({ sql })
  await api.describe('T', (made) => ({
    ...made,
    columns: made.columns.map((column) => {
      const kind = kinds[column.name]
      return kind ? { ...column, uiType: kind[0] } : column
    }),
  }))
  const plain = await tableOf(api.database, 'T')
  table = {
    ...plain,
    columns: plain.columns.map((column) => {
      const kind = kinds[column.name]
      return kind ? { ...column, uiType: kind[0] } : column
    }),
  }
  rows = (await api.get('T?limit=100')) as Row[]
})
afterAll(() => api.close())

function valuesFor(
  column: FilterColumn,
  operator: ViewCondition['operator'],
): fc.Arbitrary<ConditionValue | undefined> {
  const held = (kinds[column.id]?.[1] ?? []).filter((value) => value !== null)
  const one = fc.constantFrom<ConditionValue>(...held, 'b', '')
  const day = fc.oneof(
    fc.constantFrom<ConditionValue>(...days.filter((value) => value !== null)),
    fc.constantFrom<ConditionValue>(
      { relative: 'today' },
      { relative: 'thisWeek' },
      { relative: 'pastDays', count: 1 },
    ),
    fc.constantFrom<ConditionValue>({ relative: 'lastYear' }, { relative: 'daysAgo', count: 1 }, '2026-09-17 22:00:00'),
  )
  switch (valueEditor(column, operator)) {
    case 'none':
      return fc.constant(undefined)
    case 'options':
    case 'people':
    case 'records':
      return fc.array(one as fc.Arbitrary<string>, { maxLength: 3 })
    case 'number':
      return fc.constantFrom<ConditionValue>(0, 1, -1, '2.5', 10, '1e1')
    case 'numberRange':
      return fc.tuple(fc.constantFrom(0, 1, -1), fc.constantFrom(1, 10))
    case 'day':
    case 'period':
      return day
    case 'dayRange':
      return fc.tuple(fc.constantFrom('2026-09-17', '2025-01-01'), fc.constantFrom('2026-09-18', '2026-09-19'))
    case 'timeRange':
      return fc.constantFrom<ConditionValue>(['08:00', '09:00'], ['00:00', '23:59'])
    case 'person':
      return fc.oneof(one, fc.constant<ConditionValue>({ currentUser: true }))
    default:
      return one
  }
}

const conditions = (): fc.Arbitrary<ViewCondition> =>
  fc.constantFrom(...filterColumns(table)).chain((column) =>
    fc.constantFrom(...operatorsOf(column)).chain((operator) =>
      valuesFor(column, operator).map((value): ViewCondition => ({
        column: column.id,
        operator,
        ...(value !== undefined && { value }),
      })),
    ),
  )

const groups = (depth: number): fc.Arbitrary<ViewFilterGroup> =>
  fc.record({
    join: fc.constantFrom('and', 'or'),
    filters: fc.array(depth === 0 ? conditions() : fc.oneof(conditions(), groups(depth - 1)), { maxLength: 3 }),
  })

describe('a filter over rows at hand', () => {
  it('fits the very rows that SQLite finds', async () => {
    await fc.assert(
      fc.asyncProperty(groups(2), async (group) => {
        const filter = engineFilter(group, table, reader)
        const query =
          filter === undefined ? '' : `&conditionGraph=${encodeURIComponent(JSON.stringify(conditionJson(filter)))}`
        const { status, json, text } = await api.call('GET', `T?limit=100${query}`)
        expect(status, text).toBe(200)
        const fitting = rows.filter((row) => matchesFilter(group, row, table, reader))
        expect(fitting.map((row) => row['id'])).toEqual((json as Row[]).map((row) => row['id']))
      }),
      { numRuns: 1_000 },
    )
  })

  it('comes back from the wire as it went', async () => {
    await fc.assert(
      fc.asyncProperty(groups(2), async (group) => {
        const filter = engineFilter(group, table, reader)
        if (filter === undefined) return
        const again = conditionFilter(JSON.parse(JSON.stringify(conditionJson(filter))), true)
        const { json } = await api.call(
          'GET',
          `T?limit=100&conditionGraph=${encodeURIComponent(JSON.stringify(again && conditionJson(again)))}`,
        )
        const fitting = rows.filter((row) => matchesFilter(group, row, table, reader))
        expect((json as Row[]).length).toBe(fitting.length)
      }),
      { numRuns: 50 },
    )
  })
})

describe('conditions that do not count', () => {
  it('are told apart', () => {
    const state = (condition: ViewCondition): string => conditionState(condition, table, reader)
    expect(state({ column: 't', operator: 'is', value: 'a' })).toBe('counts')
    expect(state({ column: 't', operator: 'is' })).toBe('incomplete')
    expect(state({ column: 't', operator: 'isEmpty' })).toBe('counts')
    expect(state({ column: 't', operator: 'greater', value: 1 })).toBe('unfit')
    expect(state({ column: 'gone', operator: 'is', value: 'a' })).toBe('gone')
  })

  it('are not among the columns that are filtered by', () => {
    const group: ViewFilterGroup = {
      join: 'and',
      filters: [
        { column: 't', operator: 'is', value: 'a' },
        { column: 'n', operator: 'greater' },
        {
          join: 'or',
          filters: [
            { column: 't', operator: 'isEmpty' },
            { column: 'd', operator: 'isEmpty' },
          ],
        },
      ],
    }
    expect(filteringColumns(group, table, reader).map(({ id }) => id)).toEqual(['t', 'd'])
  })
})

describe('colours', () => {
  const rule = (color: ColourRule['color'], value: string, column?: string): ColourRule => ({
    color,
    filter: { join: 'and', filters: value === '' ? [] : [{ column: 't', operator: 'is', value }] },
    ...(column !== undefined && { column }),
  })

  it('are of the first rule that fits, for the row and for each cell', () => {
    const rules = [
      rule('red', 'a'),
      rule('blue', 'a'),
      rule('green', 'a', 'n'),
      rule('pink', 'a', 'n'),
      rule('teal', 'b', 'd'),
    ]
    expect(colourOf({ t: 'a' }, rules, table, reader)).toEqual({ row: 'red', cells: new Map([['n', 'green']]) })
    expect(colourOf({ t: 'b' }, rules, table, reader)).toEqual({ cells: new Map([['d', 'teal']]) })
    expect(colourOf({ t: null }, rules, table, reader)).toEqual({ cells: new Map() })
  })

  it('are none of a rule that says nothing yet, or whose column has gone', () => {
    expect(colourOf({ t: 'a' }, [rule('red', ''), rule('blue', 'a', 'gone')], table, reader)).toEqual({
      cells: new Map(),
    })
  })
})
