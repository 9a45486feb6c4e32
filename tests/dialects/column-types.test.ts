import { afterAll, beforeAll, expect, it } from 'vitest'
import { columnTypes } from '@common/columns/registry'
import type { UiType } from '@common/columns/ui-types'
import type { ColumnDefinition, ColumnOptions, Table } from '@common/model'
import { createDataApi } from '@main/dataapi'
import { decorateTable } from '@main/features/tables/catalog/decorate'
import { parseJson } from '@common/util/parse-json'
import { AppError } from '@common/errors'
import { errorSentence } from '@main/lib/messages'
import { portsOf } from '@tests/helpers/ports'
import { contextOf } from '@tests/helpers/context'
import { describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { columnValues, columnValuesOn, holdsNumber } from './column-values'

/* Every database returns the values that a script sends: digits, signs, moments and shapes. */

const definition = (name: string, uiType: UiType, options: ColumnOptions = {}): ColumnDefinition => ({
  name,
  title: name,
  uiType,
  required: false,
  unique: false,
  defaultValue: null,
  primaryKey: uiType === 'ID',
  options,
})

await describeEngines('column types', (engine) => {
  let opened: OpenedEngine
  const tables = new Map<string, Table>()
  beforeAll(async () => {
    opened = await engine.open()
  })
  afterAll(() => opened.drop())

  /** Creates a table of a key and a column `value`, with the given description. */
  const make = async (name: string, ...columns: ColumnDefinition[]): Promise<void> => {
    const { database } = opened
    const all = [definition('id', 'ID'), ...columns]
    await database.changeSchema(database.dialect.schema.createTable(name, all).up)
    const native = await database.dialect.introspect.describeTable(database, name)
    if (native === undefined) throw new Error(`There is no table ${name}`)
    const summary = { name, title: name, type: 'table' as const, order: 1 }
    const chosen = all.map(({ uiType, options, title, name: column }) => ({
      name: column,
      title,
      uiType,
      options,
      primaryValue: false,
    }))
    tables.set(name, decorateTable(native, summary, chosen, [], database.dialect))
  }
  const call = async (method: string, path: string, body?: unknown): Promise<{ status: number; json: unknown }> => {
    const [pathPart = '', query = ''] = path.split('?')
    const api = createDataApi(portsOf(opened.database, (name) => tables.get(name)))
    try {
      const { status, body: answer } = await api.handle({
        method,
        projectId: 'p',
        segments: pathPart.split('/'),
        query: new URLSearchParams(query),
        body: body === undefined ? undefined : parseJson(JSON.stringify(body)),
        context: contextOf(),
      })
      const text = typeof answer === 'string' ? answer : new TextDecoder().decode(answer)
      return { status, json: text === '' ? undefined : JSON.parse(text) }
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      return { status: error.status, json: { msg: errorSentence(error.code, error.details), code: error.code } }
    }
  }
  const valuesOf = async (path: string): Promise<unknown[]> =>
    ((await call('GET', path)).json as { value: unknown }[]).map(({ value }) => value)

  it.each(columnValuesOn(engine))(
    '$type: what is sent is what every answer says',
    async ({ type, options, values }) => {
      const table = `t_${type}`
      await make(table, definition('value', type, options))
      const expected = [null, ...values.map((entry) => (entry.length === 1 ? entry[0] : entry[1]))]
      const sent = [null, ...values.map(([value]) => value)]
      for (const [at, value] of sent.entries()) {
        const { status, json } = await call('POST', table, { value })
        expect({ status, value: (json as { value: unknown }).value }).toEqual({ status: 200, value: expected[at] })
      }
      expect(await valuesOf(`${table}?limit=100`)).toEqual(expected)
      for (const at of [0, expected.length - 1])
        expect((await call('GET', `${table}/${at + 1}`)).json).toMatchObject({ value: expected[at] })

      // Sending a response back changes nothing, and all rows fit into one bulk call.
      const rows = (await call('GET', `${table}?limit=100`)).json as { id: number; value: unknown }[]
      for (const row of rows) expect((await call('PUT', `${table}/${row.id}`, { value: row.value })).json).toEqual(row)
      await call(
        'POST',
        `${table}/bulk`,
        sent.map((value) => ({ value })),
      )
      expect(await valuesOf(`${table}?limit=100&offset=${sent.length}`)).toEqual(expected)
    },
  )

  it('Checkbox: yes and no, as the database keeps them', async () => {
    const { booleanType } = opened.database.dialect.capabilities
    const stored = (flag: boolean): unknown => (booleanType ? flag : Number(flag))
    await make('t_Checkbox', definition('value', 'Checkbox'))
    for (const value of [true, false, 1, 0, 'yes', 'no', null]) await call('POST', 't_Checkbox', { value })
    expect(await valuesOf('t_Checkbox')).toEqual([...[true, false, true, false, true, false].map(stored), null])
    for (const flag of ['true', '1'])
      expect(await valuesOf(`t_Checkbox?where=(value,eq,${flag})`)).toEqual(Array(3).fill(stored(true)))
  })

  it('tries every type that stores a value', () => {
    const tried = new Set<UiType>(['Checkbox', ...columnValues.map(({ type }) => type)])
    const keys: readonly UiType[] = ['ID', 'ForeignKey', 'SpecificDBType']
    const missing = columnTypes.filter(({ name, writable }) => writable && !keys.includes(name) && !tried.has(name))
    expect(missing.map(({ name }) => name)).toEqual([])
  })

  it.each<[UiType, string[]]>([
    [
      'Decimal',
      [
        '-12345678901234567890.12',
        '-12345678901234567890.11',
        '-1.5',
        '-0.1',
        '0',
        '0.1',
        '1',
        '1.00000000000000000001',
        '1.00000000000000000002',
        '1.5',
        '2',
        '10',
        '12345678901234567890.11',
        '12345678901234567890.12',
      ],
    ],
    ['Number', ['-9223372036854775808', '-10', '-9', '0', '2', '10', '9007199254740992', '9007199254740993']],
  ])('%s is ordered and filtered by size, to the last digit', async (type, all) => {
    const ordered = all.filter((value) => holdsNumber(engine, value))
    const table = `order_${type}`
    await make(table, definition('value', type))
    const shuffled = ordered
      .map((value, at) => [value, (at * 7) % ordered.length] as const)
      .toSorted((a, b) => a[1] - b[1])
    await call(
      'POST',
      `${table}/bulk`,
      shuffled.map(([value]) => ({ value })),
    )
    const texts = async (query: string): Promise<string[]> =>
      (await valuesOf(`${table}?limit=100&${query}`)).map(String)
    expect(await texts('sort=value')).toEqual(ordered)
    expect(await texts('sort=-value')).toEqual(ordered.toReversed())
    for (const [at, value] of ordered.entries()) {
      expect(await texts(`where=(value,eq,${value})`)).toEqual([value])
      expect(await texts(`where=(value,gt,${value})&sort=value`)).toEqual(ordered.slice(at + 1))
      expect(await texts(`where=(value,le,${value})&sort=value`)).toEqual(ordered.slice(0, at + 1))
    }
    const [low = '', high = ''] = [ordered[2], ordered.at(-2)]
    expect(await texts(`where=(value,btw,${low},${high})&sort=value`)).toEqual(ordered.slice(2, -1))
    expect(await texts(`where=(value,in,${low},${high})&sort=value`)).toEqual([low, high])
  })

  it('counts rows by itself where it can, and says so where it cannot', async () => {
    const numbered = make('counted', definition('name', 'SingleLineText'), definition('number', 'AutoNumber'))
    if (['mysql', 'mssql'].includes(engine.dialect)) {
      await expect(numbered).rejects.toMatchObject({ code: 'COLUMN_TYPE_INVALID' })
      return
    }
    await numbered
    for (const name of ['a', 'b']) await call('POST', 'counted', { name })
    await call('DELETE', 'counted/2')
    expect((await call('POST', 'counted', { name: 'c' })).json).toMatchObject({ name: 'c', number: 3 })
    expect(await call('PUT', 'counted/1', { number: 7 })).toMatchObject({ status: 400 })
    expect(((await call('GET', 'counted')).json as { number: number }[]).map(({ number }) => number)).toEqual([1, 3])
  })

  it('keeps the times of a row by itself', async () => {
    await make(
      'kept',
      definition('name', 'SingleLineText'),
      definition('made', 'CreateTime'),
      definition('changed', 'LastModifiedTime'),
    )
    const moment = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
    const made = (await call('POST', 'kept', { name: 'a' })).json as Record<string, string>
    expect(made).toMatchObject({ made: expect.stringMatching(moment), changed: expect.stringMatching(moment) })
    const changed = (await call('PUT', 'kept/1', { name: 'b' })).json as Record<string, string>
    expect(changed.made).toBe(made.made)
    expect(String(changed.changed) >= String(made.changed)).toBe(true)
  })
})
