import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UiType } from '@common/columns/ui-types'
import type { ColumnChange, ColumnDefinition } from '@common/model'
import type { Database } from '@main/db/database'
import { previewChange } from '@main/features/tables/columns/change-preview'
import { describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { tableOf } from '@tests/helpers/test-database'

const column = (name: string, uiType: UiType, rest: Partial<ColumnDefinition> = {}): ColumnDefinition => ({
  name,
  title: name,
  uiType,
  required: false,
  unique: false,
  defaultValue: null,
  primaryKey: false,
  options: {},
  ...rest,
})
const options = (...titles: string[]): Partial<ColumnDefinition> => ({
  options: { options: titles.map((title) => ({ title, color: 'blue' as const })) },
})

/** Texts, the target type, and the texts that the conversion would lose. */
const cases: readonly (readonly [texts: readonly (string | null)[], to: ColumnDefinition, lost: readonly string[]])[] =
  [
    [['1', ' 2 ', '-30', '', null, '2.50', 'three', '0x10'], column('v', 'Number'), ['2.50', 'three', '0x10']],
    [['1', '2.5', '1e3x', 'none', '   '], column('v', 'Decimal'), ['1e3x', 'none']],
    [['yes', 'no', 'TRUE', '0', 'perhaps'], column('v', 'Checkbox'), ['perhaps']],
    [
      ['2024-02-29', '2023-02-29', '2024-01-01 10:00:00', 'soon'],
      column('v', 'Date'),
      ['2023-02-29', '2024-01-01 10:00:00', 'soon'],
    ],
    [['2024-02-29 10:00', '2024-02-30 10:00', 'soon'], column('v', 'DateTime'), ['2024-02-30 10:00', 'soon']],
    [['1', '5', '6', '0', 'x'], column('v', 'Rating', { options: { max: 5 } }), ['6', '0', 'x']],
    [['red', 'green', 'Red', 'blue'], column('v', 'SingleSelect', options('red', 'green')), ['Red', 'blue']],
    [['{"a":1}', '[1', 'null', '"x"'], column('v', 'JSON'), ['[1']],
    [['1999', '0', '10000', 'MMXX'], column('v', 'Year'), ['0', '10000', 'MMXX']],
    [['10:30', '25:00', 'noon'], column('v', 'Time'), ['25:00', 'noon']],
  ]

await describeEngines('Preview of a change', (engine) => {
  let opened: OpenedEngine
  let database: Database
  let tables = 0
  beforeAll(async () => {
    opened = await engine.open()
    database = opened.database
  })
  afterAll(() => opened.drop())

  const make = async (texts: readonly (string | null)[]): Promise<string> => {
    const name = `preview_${(tables += 1)}`
    const key = column('id', 'ID', { primaryKey: true, required: true })
    const made = database.dialect.schema.createTable(name, [key, column('v', 'LongText')])
    await database.changeSchema(made.up)
    const { quote, placeholder } = database.dialect
    const sql = `INSERT INTO ${quote(name)} (${quote('v')}) VALUES (${placeholder(1)})`
    await database.transact([{ sql, params: [], batch: texts.map((text) => [text]) }])
    return name
  }
  const preview = async (name: string, change: ColumnChange) =>
    previewChange(database, await tableOf(database, name), change, new AbortController().signal)
  const change = async (name: string, wanted: ColumnChange): Promise<unknown> => {
    try {
      await database.changeSchema((await database.dialect.schema.changeColumns(database, name, [wanted])).up)
      return undefined
    } catch (error) {
      return error
    }
  }
  const values = (name: string): Promise<unknown[][]> =>
    database.read({
      sql: `SELECT ${database.dialect.quote('v')} FROM ${database.dialect.quote(name)} ORDER BY ${database.dialect.quote('id')}`,
      params: [],
    })

  it.each(cases.map((each) => [each[1].uiType, ...each] as const))(
    'to %s says what the change does',
    async (_type, texts, to, lost) => {
      const name = await make(texts)
      const wanted: ColumnChange = { kind: 'change', name: 'v', column: to, from: 'LongText' }
      const told = await preview(name, wanted)
      const filled = texts.filter((text) => text !== null && text.trim() !== '')
      expect({ ...told, examples: told.examples.map(({ value }) => value) }).toEqual({
        values: filled.length,
        convert: filled.length - lost.length,
        lost: lost.length,
        examples: lost,
      })
      expect(told.examples.map(({ row }) => Number(row))).toEqual(lost.map((text) => texts.indexOf(text) + 1))

      // Rejected without the option; nothing changes.
      expect(await change(name, wanted)).toMatchObject({
        code: 'COLUMN_VALUES_NOT_CONVERTIBLE',
        details: { column: 'v', count: lost.length },
      })
      expect((await values(name)).map(([value]) => value)).toEqual(texts)

      // With the explicit choice, only the values reported as lost become empty.
      expect(await change(name, { ...wanted, emptyLost: true })).toBeUndefined()
      const after = await values(name)
      for (const [at, text] of texts.entries()) {
        const isLost = text === null || text.trim() === '' || lost.includes(text)
        expect([text, (after[at]?.[0] ?? null) === null]).toEqual([text, isLost])
      }
    },
  )

  it('of a change that loses nothing is followed by the change', async () => {
    const name = await make(['1', '2', null])
    const wanted: ColumnChange = { kind: 'change', name: 'v', column: column('v', 'Number'), from: 'LongText' }
    expect(await preview(name, wanted)).toEqual({ values: 2, convert: 2, lost: 0, examples: [] })
    expect(await change(name, wanted)).toBeUndefined()
    expect((await values(name)).map(([value]) => (value === null ? null : Number(value)))).toEqual([1, 2, null])
  })

  it('of a change that touches no value counts none', async () => {
    const name = await make(['1'])
    const renamed: ColumnChange = { kind: 'change', name: 'v', column: column('w', 'LongText') }
    expect(await preview(name, renamed)).toEqual({ values: 0, convert: 0, lost: 0, examples: [] })
  })

  it('to a list of choices keeps values that differ in letter case only', async () => {
    const name = await make(['red', 'Red', 'red', 'blue'])
    const to: ColumnChange = { kind: 'change', name: 'v', column: column('v', 'SingleSelect'), from: 'LongText' }
    expect(await preview(name, to)).toMatchObject({ values: 4, lost: 0 })
  })

  it('shows twenty values at most, in the order of the key, and the beginning of long ones', async () => {
    const name = await make(Array.from({ length: 30 }, (_, at) => `${'x'.repeat(300)}${at}`))
    const told = await preview(name, { kind: 'change', name: 'v', column: column('v', 'Number'), from: 'LongText' })
    expect(told.lost).toBe(30)
    expect(told.examples.map(({ row }) => Number(row))).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
    expect(told.examples[0]?.value).toBe(`${'x'.repeat(200)}…`)
  })

  it('counts what a required column with a default is given in place of a lost value', async () => {
    const name = await make(['1', 'x'])
    const to = column('v', 'Number', { required: true, defaultValue: '7' })
    expect(
      await change(name, { kind: 'change', name: 'v', column: to, from: 'LongText', emptyLost: true }),
    ).toBeUndefined()
    expect((await values(name)).map(([value]) => Number(value))).toEqual([1, 7])
  })

  it('refuses to empty what may not be empty', async () => {
    const name = await make(['1', 'x'])
    const to = column('v', 'Number', { required: true })
    expect(
      await change(name, { kind: 'change', name: 'v', column: to, from: 'LongText', emptyLost: true }),
    ).toMatchObject({
      code: 'COLUMN_NEEDS_DEFAULT',
    })
    expect((await values(name)).map(([value]) => value)).toEqual(['1', 'x'])
  })

  describe('of rows that come in between', () => {
    it('does not let the change lose them unasked', async () => {
      const name = await make(['1', '2'])
      const wanted: ColumnChange = { kind: 'change', name: 'v', column: column('v', 'Number'), from: 'LongText' }
      const plan = await database.dialect.schema.changeColumns(database, name, [wanted])
      const { quote, placeholder } = database.dialect
      await database.transact([
        { sql: `INSERT INTO ${quote(name)} (${quote('v')}) VALUES (${placeholder(1)})`, params: ['late'] },
      ])
      await expect(database.changeSchema(plan.up)).rejects.toMatchObject({ code: expect.any(String) as string })
      expect((await values(name)).map(([value]) => value)).toEqual(['1', '2', 'late'])
    })
  })
})
