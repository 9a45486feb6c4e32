import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { columnType } from '@common/columns/registry'
import { convertedValue } from '@common/columns/convert'
import type { StoredValue } from '@common/columns/column-type'
import type { UiType } from '@common/columns/ui-types'
import type { ColumnDefinition, ColumnOptions } from '@common/model'
import { describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { tableOf } from '@tests/helpers/test-database'
import { holdsNumber } from './column-values'

/*
 * Converts a column of every type to every other, by the same rule on every engine. Fitting values take the form of the
 * new type; others are counted and block the change.
 */

const options: ColumnOptions = {
  options: [
    { title: 'Folk', color: 'grey' },
    { title: 'Jazz', color: 'red' },
  ],
}

/** Stored values that several types share, and values that only one accepts. */
const samples: Partial<Record<UiType, readonly StoredValue[]>> = {
  LongText: [
    null,
    'Folk',
    'Folk, Jazz',
    '12',
    ' -3 ',
    '1.50',
    '0.1234567890123456789',
    '1e3',
    '007',
    'yes',
    'off',
    '2024-02-29',
    '2023-02-29',
    '2024-02-29 00:00:00',
    '2024-02-29T10:20:30+02:00',
    '2024-02-29 10:20:30.5',
    '10:20',
    '25:00',
    '{"a": 1}',
    '{',
    '3:48',
  ],
  Number: [null, 0, 1, 5, 2024, 10_000, -3, 9007199254740993n],
  Decimal: [null, 0, 1, 2.5, -0.1, '12345678901234567890.12', '0.1234567890123456789'],
  Percent: [null, 0, 1, 12.5],
  Checkbox: [null, 1, 0],
  Rating: [null, 1, 5],
  Year: [null, 1999, 33],
  Duration: [null, 0, 228],
  Date: [null, '2024-02-29', '0001-01-01'],
  DateTime: [null, '2024-02-29 00:00:00', '2024-02-29 10:20:30', '2024-02-29 10:20:30.5'],
  Time: [null, '10:20:00', '10:20:30.5'],
  SingleSelect: [null, 'Folk', 'Jazz'],
  MultiSelect: [null, 'Folk', 'Folk,Jazz'],
  JSON: [null, '{"a":1}', '"Folk"', '5', 'true'],
}
const types = Object.keys(samples) as UiType[]

const column = (uiType: UiType): ColumnDefinition => ({
  name: 'v',
  title: 'v',
  uiType,
  required: false,
  unique: false,
  defaultValue: null,
  primaryKey: false,
  options: uiType === 'SingleSelect' || uiType === 'MultiSelect' ? options : {},
})

await describeEngines('conversions', { nightly: 'servers' }, (engine) => {
  let opened: OpenedEngine
  beforeAll(async () => {
    opened = await engine.open()
  })
  afterAll(() => opened.drop())
  // Reading a schema takes longer with every table: hundreds of them tripled the time.
  const made: string[] = []
  afterEach(() => opened.database.changeSchema(made.splice(0).map((table) => dropOf(table))))

  const dropOf = (table: string) => ({ sql: `DROP TABLE ${opened.database.dialect.quote(table)}`, params: [] })
  const isFlag = (uiType: UiType): boolean =>
    columnType(uiType).storage === 'boolean' && opened.database.dialect.capabilities.booleanType
  const make = async (table: string, from: UiType, values: readonly StoredValue[]): Promise<void> => {
    const { dialect, changeSchema, transact } = opened.database
    const id: ColumnDefinition = { ...column('ID'), name: 'id', title: 'id', required: true, primaryKey: true }
    await changeSchema(dialect.schema.createTable(table, [id, column(from)]).up)
    made.push(table)
    if (values.length > 0)
      await transact([
        {
          sql: `INSERT INTO ${dialect.quote(table)} (v) VALUES (${dialect.placeholder(1)})`,
          params: [],
          batch: values.map((value) => [isFlag(from) && value !== null ? value === 1 : value]),
        },
      ])
  }
  const change = async (table: string, from: UiType, to: UiType): Promise<StoredValue[]> => {
    const { dialect, changeSchema, read } = opened.database
    const plan = await dialect.schema.changeColumns(opened.database, table, [
      { kind: 'change', name: 'v', column: column(to), from },
    ])
    await changeSchema(plan.up)
    const changed = (await tableOf(opened.database, table)).columns.find(({ name }) => name === 'v')
    const shown = (changed && dialect.selected?.(changed, 'v')) ?? 'v'
    const rows = await read({ sql: `SELECT ${shown} FROM ${dialect.quote(table)} ORDER BY id`, params: [] })
    return rows.map(([value = null]) => (typeof value === 'boolean' ? Number(value) : value))
  }

  it.each(types.flatMap((from) => types.filter((to) => to !== from).map((to) => [from, to] as const)))(
    '%s to %s',
    async (from, to) => {
      const all = (samples[from] ?? [])
        .filter((value) => holdsNumber(engine, value))
        .map((value) => ({
          value,
          converted: convertedValue(value, column(from), column(to)),
        }))
      const fitting = all.filter(({ converted }) => converted.fits)
      await make(
        `${from}_${to}`,
        from,
        fitting.map(({ value }) => value),
      )
      const expected = fitting.map(({ converted }) => (converted.fits ? converted.value : null))
      expect(await change(`${from}_${to}`, from, to)).toEqual(expected)

      const lost = all.filter(({ converted }) => !converted.fits).map(({ value }) => value)
      if (lost.length === 0) return
      await make(`${from}_not_${to}`, from, lost)
      await expect(change(`${from}_not_${to}`, from, to)).rejects.toMatchObject({
        code: 'COLUMN_VALUES_NOT_CONVERTIBLE',
        details: { column: 'v', count: lost.length },
      })
    },
  )
})
