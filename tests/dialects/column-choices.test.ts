import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredValue } from '@common/columns/column-type'
import { columnType, creatableTypes } from '@common/columns/registry'
import type { UiType } from '@common/columns/ui-types'
import type { Column, ColumnDefinition, ColumnOptions } from '@common/model'
import type { CallName } from '@tests/helpers/calls'
import { definitionToWire, tableFromWire, wireTableMeta } from '@tests/helpers/wire'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

/** Every kind of database stores and applies the settings of a column, as the column dialog sends them. */

interface Choice {
  readonly uiType: UiType
  readonly options: ColumnOptions
  /** Default of new records, as the dialog stores it. */
  readonly defaultValue?: string
  /** A value as a script sends it, and as the grid shows it to an English reader in Berlin. */
  readonly value: unknown
  readonly shown: string
  /** How the default is shown. */
  readonly shownDefault?: string
}

const genres: ColumnOptions = {
  options: [
    { title: 'Folk', color: 'teal' },
    { title: "Rock 'n' Roll", color: 'orange' },
  ],
}

const choices: readonly Choice[] = [
  { uiType: 'SingleLineText', options: {}, defaultValue: "it's new", value: 'x', shown: 'x', shownDefault: "it's new" },
  { uiType: 'LongText', options: {}, defaultValue: 'a\nb', value: 'c\nd', shown: 'c\nd', shownDefault: 'a\nb' },
  { uiType: 'Number', options: {}, defaultValue: '7', value: 1234, shown: '1,234', shownDefault: '7' },
  {
    uiType: 'Decimal',
    options: { precision: 3 },
    defaultValue: '1.5',
    value: 2.25,
    shown: '2.250',
    shownDefault: '1.500',
  },
  {
    uiType: 'Currency',
    options: { currency: 'EUR', precision: 2 },
    defaultValue: '1234.5',
    value: 0.99,
    shown: '€0.99',
    shownDefault: '€1,234.50',
  },
  {
    uiType: 'Percent',
    options: { precision: 1, bar: true },
    defaultValue: '12.5',
    value: 65,
    shown: '65.0%',
    shownDefault: '12.5%',
  },
  { uiType: 'Checkbox', options: {}, defaultValue: '1', value: false, shown: 'false', shownDefault: 'true' },
  {
    uiType: 'SingleSelect',
    options: genres,
    defaultValue: "Rock 'n' Roll",
    value: 'Folk',
    shown: 'Folk',
    shownDefault: "Rock 'n' Roll",
  },
  {
    uiType: 'MultiSelect',
    options: genres,
    defaultValue: "Folk,Rock 'n' Roll",
    value: ['Folk'],
    shown: 'Folk',
    shownDefault: "Folk, Rock 'n' Roll",
  },
  {
    uiType: 'Date',
    options: { dateFormat: 'dayMonthYear' },
    defaultValue: '2026-02-01',
    value: '2024-02-29',
    shown: '29/02/2024',
    shownDefault: '01/02/2026',
  },
  {
    uiType: 'DateTime',
    options: { dateFormat: 'iso', timeFormat: '12', timeZone: 'Asia/Tokyo' },
    defaultValue: '2026-01-01 00:00:00',
    value: '2026-09-18T03:05:00Z',
    shown: '2026-09-18, 12:05 pm UTC+9',
    shownDefault: '2026-01-01, 9:00 am UTC+9',
  },
  {
    uiType: 'Time',
    options: { timeFormat: '12' },
    defaultValue: '09:30:00',
    value: '14:05',
    shown: '2:05 pm',
    shownDefault: '9:30 am',
  },
  { uiType: 'Year', options: {}, defaultValue: '2026', value: 1999, shown: '1999', shownDefault: '2026' },
  {
    uiType: 'Duration',
    options: { durationFormat: 'h:mm' },
    defaultValue: '3600',
    value: 5400,
    shown: '1:30',
    shownDefault: '1:00',
  },
  {
    uiType: 'Rating',
    options: { max: 10, icon: 'heart' },
    defaultValue: '9',
    value: 10,
    shown: '10',
    shownDefault: '9',
  },
  {
    uiType: 'Email',
    options: {},
    defaultValue: 'a@example.com',
    value: 'b@example.com',
    shown: 'b@example.com',
    shownDefault: 'a@example.com',
  },
  {
    uiType: 'URL',
    options: {},
    defaultValue: 'https://example.com',
    value: 'https://example.org/x',
    shown: 'https://example.org/x',
    shownDefault: 'https://example.com',
  },
  {
    uiType: 'PhoneNumber',
    options: {},
    defaultValue: '+49 30 123456',
    value: '+44 20 7946 0000',
    shown: '+44 20 7946 0000',
    shownDefault: '+49 30 123456',
  },
  {
    uiType: 'Collaborator',
    options: {},
    defaultValue: 'ada@example.com',
    value: 'bo@example.com',
    shown: 'bo@example.com',
    shownDefault: 'ada@example.com',
  },
  {
    uiType: 'JSON',
    options: {},
    defaultValue: '{"bpm":132}',
    value: { key: 'C' },
    shown: '{"key":"C"}',
    shownDefault: '{"bpm":132}',
  },
  { uiType: 'Geometry', options: {}, value: 'POINT (13.4 52.5)', shown: 'POINT (13.4 52.5)' },
  {
    uiType: 'Attachment',
    options: {},
    value: [{ title: 'cover.png', url: 'https://example.com/cover.png' }],
    shown: 'cover.png',
  },
  {
    uiType: 'Barcode',
    options: {},
    defaultValue: '4006381333931',
    value: '96385074',
    shown: '96385074',
    shownDefault: '4006381333931',
  },
  {
    uiType: 'Button',
    options: { label: 'Look up', address: 'https://example.com/?q={id}' },
    value: 'https://example.org/',
    shown: 'https://example.org/',
  },
]
/** Maintained by the database or by Basalt: users can't write them. */
const stored: readonly UiType[] = ['CreateTime', 'LastModifiedTime', 'AutoNumber']

/** Every other choice that there is, so that a column can change from one to the other. */
const others: Partial<Record<UiType, readonly [ColumnOptions, string]>> = {
  Decimal: [{ precision: 0 }, '2.25'],
  Currency: [{ currency: 'JPY', precision: 0 }, '¥0.99'],
  Percent: [{ precision: 0 }, '65%'],
  Date: [{ dateFormat: 'monthDayYear' }, '02/29/2024'],
  DateTime: [{}, '18 Sep 2026, 05:05'],
  Time: [{}, '14:05'],
  Duration: [{ durationFormat: 'h:mm:ss' }, '1:30:00'],
  Rating: [{ max: 10, icon: 'flag' }, '10'],
  Button: [{ label: 'Open', address: 'mailto:{id}@example.com' }, 'https://example.org/'],
}

const reader = { locale: 'en-US', timeZone: 'Europe/Berlin' }
const shownAs = (value: unknown, column: Column): string =>
  columnType(column.uiType).format(storedOf(value), column, reader)
const storedOf = (value: unknown): StoredValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null
    ? value
    : JSON.stringify(value)

function definition(uiType: UiType, part: Partial<ColumnDefinition> = {}): ColumnDefinition {
  const base = { name: uiType, title: uiType, required: false, unique: false, primaryKey: false, defaultValue: null }
  return { ...base, uiType, options: {}, ...part }
}

it('every type that people can choose is tried', () => {
  expect([...choices.map(({ uiType }) => uiType), ...stored].toSorted()).toEqual(
    creatableTypes.map(({ name }) => name).toSorted(),
  )
})

await describeEngines('choices of columns', { nightly: 'servers' }, (engine) => {
  let server: TestServer
  let opened: OpenedEngine
  let owner: TestUser
  let as: { token: string; projectId: string }

  beforeAll(async () => {
    opened = await engine.open()
    server = await startServer()
    owner = await server.signUp()
    as = { token: owner.token, projectId: await createEngineProject(server, owner, engine, opened) }
    await server.call(
      'tableCreate',
      {
        tn: 'Everything',
        columns: choices.map(({ uiType, options, defaultValue = null }) =>
          definitionToWire(
            definition(uiType, { options: { ...options, description: `About ${uiType}` }, defaultValue }),
          ),
        ),
      },
      as,
    )
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
    server.request(`/nc/${as.projectId}/api/v1/${path}`, { method, token: as.token, body })
  const columnOf = async (tn: string, name: string): Promise<Column> => {
    const answer = await server.call('tableXcModelGet', { tn }, as)
    const found = tableFromWire(wireTableMeta.parse(JSON.parse(answer?.meta ?? ''))).columns.find(
      (column) => column.name === name,
    )
    if (found === undefined) throw new Error(`No column ${name}`)
    return found
  }
  const operate = (api: CallName, args: unknown): Promise<Answer> =>
    server.request('/dashboard/', { method: 'POST', token: as.token, body: { api, project_id: as.projectId, args } })
  const change = (tn: string, column: ColumnDefinition): Promise<Answer> =>
    operate('tableUpdate', { tn, columns: [definitionToWire(column, { altered: 2, currentName: column.name })] })

  describe.each(choices)('$uiType', ({ uiType, options, value, shown, shownDefault }) => {
    it('keeps its choices and its description', async () => {
      expect(await columnOf('Everything', uiType)).toMatchObject({
        uiType,
        options: { ...options, description: `About ${uiType}` },
      })
    })

    it('shows a value as chosen', async () => {
      const made = await send('POST', 'Everything', { [uiType]: value })
      expect([made.status, made.status === 200 ? '' : made.text]).toEqual([200, ''])
      const { id } = made.json as { id: number }
      const row = (await send('GET', `Everything/${id}`)).json as Record<string, unknown>
      expect(shownAs(row[uiType], await columnOf('Everything', uiType))).toBe(shown)
    })

    it.runIf(shownDefault !== undefined)('begins with its default', async () => {
      const made = await send('POST', 'Everything', {})
      expect(shownAs((made.json as Record<string, unknown>)[uiType], await columnOf('Everything', uiType))).toBe(
        shownDefault,
      )
    })

    it('goes on without a default', async () => {
      const column = await columnOf('Everything', uiType)
      const answer = await change('Everything', definition(uiType, { options: column.options, defaultValue: null }))
      expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
      expect((await columnOf('Everything', uiType)).defaultValue).toBeNull()
      const made = (await send('POST', 'Everything', {})).json as Record<string, unknown>
      expect(made[uiType]).toBeNull()
    })

    const other = others[uiType]
    it.runIf(other !== undefined)('takes another choice, and the values stay', async () => {
      const [changed = {}, shownThen = ''] = other ?? []
      const made = (await send('POST', 'Everything', { [uiType]: value })).json as { id: number }
      expect((await change('Everything', definition(uiType, { options: changed }))).status).toBe(200)
      const column = await columnOf('Everything', uiType)
      expect(column.options).toEqual(changed)
      const row = (await send('GET', `Everything/${made.id}`)).json as Record<string, unknown>
      expect(shownAs(row[uiType], column)).toBe(shownThen)
    })
  })

  describe('rules', () => {
    it('a column that must have a value gets one', async () => {
      await server.call('tableCreate', { tn: 'Rules', columns: [{ cn: 'name', uidt: 'SingleLineText' }] }, as)
      expect((await change('Rules', definition('SingleLineText', { name: 'name', required: true }))).status).toBe(200)
      expect((await columnOf('Rules', 'name')).required).toBe(true)
      const refused = await send('POST', 'Rules', { name: null })
      expect([refused.status, refused.error.code]).toEqual([400, 'ROW_INVALID'])
      expect((await change('Rules', definition('SingleLineText', { name: 'name' }))).status).toBe(200)
      expect((await send('POST', 'Rules', { name: null })).status).toBe(200)
      await send('DELETE', 'Rules/1')
    })

    it.each<[UiType, unknown]>([
      ['SingleLineText', 'a'],
      ['Number', 5],
      ['Decimal', 2.5],
      ['Date', '2026-09-18'],
      ['DateTime', '2026-09-18 10:00:00'],
      ['Email', 'a@example.com'],
      ['URL', 'https://example.com/a'],
      ['Rating', 3],
      ['SingleSelect', 'a'],
      ['Barcode', '96385074'],
    ])('no two values of %s alike, until they may be', async (uiType, value) => {
      const tn = `Unique${uiType}`
      const options = uiType === 'SingleSelect' ? { options: [{ title: 'a', color: 'red' as const }] } : {}
      await server.call('tableCreate', { tn, columns: [{ cn: 'v', uidt: uiType, meta: options }] }, as)
      for (const one of [value, value, null, null]) await send('POST', tn, { v: one })
      const early = await change(tn, definition(uiType, { name: 'v', unique: true, options }))
      expect([early.status < 500, early.status >= 400, early.error.msg.includes('v')]).toEqual([true, true, true])
      expect((await columnOf(tn, 'v')).unique).toBe(false)
      await send('DELETE', `${tn}/2`)
      const made = await change(tn, definition(uiType, { name: 'v', unique: true, options }))
      expect([made.status, made.status === 200 ? '' : made.text]).toEqual([200, ''])
      expect((await columnOf(tn, 'v')).unique).toBe(true)
      const refused = await send('POST', tn, { v: value })
      expect([refused.status, refused.error.code]).toEqual([400, 'VALUE_NOT_UNIQUE'])
      // Records without a value are not alike.
      expect((await send('POST', tn, { v: null })).status).toBe(200)
      expect((await change(tn, definition(uiType, { name: 'v', options }))).status).toBe(200)
      expect((await columnOf(tn, 'v')).unique).toBe(false)
      expect((await send('POST', tn, { v: value })).status).toBe(200)
    })

    it.each<UiType>(['JSON', 'LongText', 'Geometry'])('%s alike or not is no question that breaks', async (uiType) => {
      const tn = `Never${uiType}`
      await server.call('tableCreate', { tn, columns: [{ cn: 'v', uidt: uiType }] }, as)
      const answer = await change(tn, definition(uiType, { name: 'v', unique: true }))
      expect(answer.status < 500).toBe(true)
      expect((await columnOf(tn, 'v')).unique).toBe(answer.status === 200)
    })
  })

  it('a counted number that comes later counts the records that are there by their keys, whoever was written last', async () => {
    if (!opened.database.dialect.capabilities.autoNumber) return
    await server.call('tableCreate', { tn: 'Later', columns: [{ cn: 'name', uidt: 'SingleLineText' }] }, as)
    for (const name of ['a', 'b', 'c']) await send('POST', 'Later', { name })
    await send('PUT', 'Later/1', { name: 'A' })
    const added = await operate('tableUpdate', {
      tn: 'Later',
      columns: [{ cn: 'no', uidt: 'AutoNumber', altered: 1 }],
    })
    expect([added.status, added.status === 200 ? '' : added.text]).toEqual([200, ''])
    await send('POST', 'Later', { name: 'd' })
    expect((await send('GET', 'Later?sort=id&fields=name,no')).json).toMatchObject([
      { name: 'A', no: 1 },
      { name: 'b', no: 2 },
      { name: 'c', no: 3 },
      { name: 'd', no: 4 },
    ])
  })

  it('counted numbers, where a database counts more than keys, and kept times are described', async () => {
    const { autoNumber } = opened.database.dialect.capabilities
    const here = stored.filter((uiType) => autoNumber || uiType !== 'AutoNumber')
    const counted = await operate('tableCreate', { tn: 'Counted', columns: [{ cn: 'no', uidt: 'AutoNumber' }] })
    expect(counted.status).toBe(autoNumber ? 200 : 400)
    await server.call(
      'tableCreate',
      { tn: 'Kept', columns: [{ cn: 'name', uidt: 'SingleLineText' }, ...here.map((uidt) => ({ cn: uidt, uidt }))] },
      as,
    )
    for (const uiType of here) {
      const described = definition(uiType, { options: { description: `About ${uiType}` } })
      const { required, unique, defaultValue } = await columnOf('Kept', uiType)
      const answer = await change('Kept', { ...described, required, unique, defaultValue })
      expect([uiType, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([uiType, 200, ''])
      expect((await columnOf('Kept', uiType)).options.description).toBe(`About ${uiType}`)
    }
    const made = (await send('POST', 'Kept', { name: 'x' })).json as Record<string, unknown>
    if (autoNumber) expect(made['AutoNumber']).toBe(1)
    expect(made['CreateTime']).toMatch(/^\d{4}-\d\d-\d\d/)
  })
})
