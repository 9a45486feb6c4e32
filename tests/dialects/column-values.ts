import type { UiType } from '@common/columns/ui-types'
import type { ColumnOptions } from '@common/model'
import type { Engine } from '@tests/helpers/engines'

/** Values of one type as a script sends them, each with the response of every database. */
export interface ColumnValues {
  readonly type: UiType
  readonly options?: ColumnOptions
  /** The sent and the returned value; a single entry returns unchanged. */
  readonly values: readonly (readonly [unknown] | readonly [unknown, unknown])[]
}

const options: ColumnOptions = {
  options: [
    { title: 'Folk', color: 'grey' },
    { title: 'R & B', color: 'red' },
    { title: "Rock 'n' Roll", color: 'orange' },
    { title: '日本語 😀', color: 'amber' },
  ],
}

const texts: ColumnValues['values'] = [
  [''],
  [' '],
  ['  kept  '],
  ['0'],
  ['null'],
  ["'"],
  ['"'],
  ['\\'],
  ['%_!'],
  ['👩‍👩‍👧‍👦'],
  ['שלום, עולם'],
  ['مرحبا'],
  ['e\u0301 and é'],
  ['ﷺ'],
  ['a\tb'],
  ["Robert'); DROP TABLE t;--"],
  ['=1+1'],
  ['\uFEFFmark'],
  [7, '7'],
]

const wholes: ColumnValues['values'] = [
  [0],
  [-0, 0],
  [1],
  [-1],
  [2 ** 53 - 1],
  [-(2 ** 53) + 1],
  ['9007199254740992'],
  ['9007199254740993'],
  ['-9007199254740993'],
  ['9223372036854775807'],
  ['-9223372036854775808'],
  ['42', 42],
]

const decimals: ColumnValues['values'] = [
  [0],
  [-0, 0],
  [1.5],
  [-0.1],
  [0.1],
  ['0.10', 0.1],
  [1_234_567.89],
  [0.30000000000000004],
  ['9007199254740991', 9007199254740991],
  ['9007199254740993'],
  ['12345678901234567890.12'],
  ['-12345678901234567890.12'],
  ['123456789012345678901234567890'],
  ['0.123456789012345678901234567891'],
  ['12345678901234567890.1234567891'],
  ['1.00000000000000000001'],
  ['1.00000000000000000002'],
  ['1.0000000000000000', 1],
  ['1e21', '1000000000000000000000'],
  ['1e-7', 1e-7],
]

/** A value of every kind that a column can meet, for every type that stores one. */
export const columnValues: readonly ColumnValues[] = [
  { type: 'SingleLineText', values: [...texts, ['x'.repeat(255)]] },
  { type: 'LongText', values: [...texts, ['a\nb\r\nc'], ['é'.repeat(1024 * 1024)]] },
  { type: 'Number', values: wholes },
  { type: 'Decimal', values: decimals },
  { type: 'Currency', options: { currency: 'EUR', precision: 2 }, values: decimals },
  { type: 'Percent', values: [[0], [-0, 0], [12.5], [-0.1], [0.30000000000000004], [100], ['7.25', 7.25], [1e-10]] },
  { type: 'Rating', options: { max: 10 }, values: [[1], [10], ['3', 3]] },
  { type: 'Duration', values: [[0], [228], ['3:48', 228], ['-1:00:00', -3600], ['9007199254740993']] },
  { type: 'Year', values: [[1], [33], [1900], [2155], [2156], [9999]] },
  {
    type: 'Date',
    values: [['0001-01-01'], ['9999-12-31'], ['2024-02-29'], ['2000-02-29'], ['1900-02-28'], ['1582-10-10']],
  },
  { type: 'Time', values: [['00:00:00'], ['23:59:59'], ['7:05', '07:05:00'], ['23:59:59.999999'], ['12:00:00.5']] },
  {
    type: 'DateTime',
    values: [
      ['0001-01-01 00:00:00'],
      ['9999-12-31 23:59:59'],
      ['2024-02-29 12:30:00'],
      ['2026-03-29 02:30:00'],
      ['2026-09-18 14:05:09.123456'],
      ['2026-09-18 14:05:09.5'],
      ['2026-09-18 14:05:09.500', '2026-09-18 14:05:09.5'],
      ['2026-09-18T14:05:00Z', '2026-09-18 14:05:00'],
      ['2026-09-18T14:05:00+02:00', '2026-09-18 12:05:00'],
      ['2026-09-18', '2026-09-18 00:00:00'],
    ],
  },
  { type: 'SingleSelect', options, values: [['Folk'], ['R & B'], ["Rock 'n' Roll"], ['日本語 😀'], ['', null]] },
  {
    type: 'MultiSelect',
    options,
    values: [['Folk'], ['日本語 😀,Folk'], [["Rock 'n' Roll", 'R & B'], "Rock 'n' Roll,R & B"], [[], null]],
  },
  { type: 'Email', values: [['ada@example.com'], ['jürgen@bücher.example'], [' a@b.example ', 'a@b.example']] },
  {
    type: 'URL',
    values: [['https://example.com/ä?q=1#x'], ['example.com'], [`https://example.com/${'a'.repeat(5000)}`]],
  },
  { type: 'PhoneNumber', values: [['+49 (0)30 / 901-820'], ['110']] },
  { type: 'Collaborator', values: [['ada@example.com'], ['Ada@Example.com', 'ada@example.com']] },
  {
    type: 'JSON',
    values: [
      ['{"b":1,"a":[1.50,12345678901234567890,null,"é😀"]}'],
      [{ b: [1, 2], a: null }, '{"b":[1,2],"a":null}'],
      ['[]'],
      ['"text"'],
      ['null'],
      ['{"a":1,"a":2}'],
      [5, '5'],
    ],
  },
  {
    type: 'Geometry',
    values: [
      ['POINT (13.4 52.5)'],
      [{ type: 'Point', coordinates: [13.4, 52.5] }, '{"type":"Point","coordinates":[13.4,52.5]}'],
    ],
  },
  { type: 'Barcode', values: [['4006381333931'], ['0012'], ['ABC-123']] },
  { type: 'Button', values: [['https://example.com/7'], ['', null]] },
  {
    type: 'Attachment',
    values: [
      [
        [{ title: 'a.png', url: '/dl/p/db/0123456789abcdef0123456789abcdef/a.png' }],
        '[{"title":"a.png","url":"/dl/p/db/0123456789abcdef0123456789abcdef/a.png"}]',
      ],
      [[], null],
    ],
  },
]

/** Numbers that decimals of SQL Server don't hold: they have 20 digits before the point and 18 after it. */
const beyondMssql: ReadonlySet<unknown> = new Set([
  '123456789012345678901234567890',
  '0.123456789012345678901234567891',
  '0.1234567890123456789',
  '1.00000000000000000001',
  '1.00000000000000000002',
  '1e21',
])

/** True if the database holds the number with every digit. */
export const holdsNumber = ({ dialect }: Pick<Engine, 'dialect'>, value: unknown): boolean =>
  dialect !== 'mssql' || !beyondMssql.has(value)

/** The values that a kind of database can store. */
export const columnValuesOn = (engine: Pick<Engine, 'dialect'>): readonly ColumnValues[] =>
  columnValues.map(({ values, ...type }) => ({
    ...type,
    values: values.filter(([value]) => holdsNumber(engine, value)),
  }))
