import { describe, expect, it } from 'vitest'
import type { UiType } from '@common/columns/ui-types'
import type { Column, ColumnDefinition, Table } from '@common/model'
import { columnChangesFromWire } from '@common/wire/changes'
import { defaultFromWire, defaultToWire } from '@common/wire/defaults'
import {
  columnFromWire,
  columnToWire,
  definitionFromWire,
  definitionOf,
  definitionToWire,
  tableEntryToWire,
  tableFromWire,
  tableSummaryFromWire,
  tableToWire,
} from '@common/wire/mappers'
import { wireColumn, wireTableMeta } from '@common/wire/schemas'

const guess = (nativeType: string): UiType => (nativeType === 'int' ? 'Number' : 'SingleLineText')

const column = (name: string, uiType: UiType, rest: Partial<Column> = {}): Column => ({
  name,
  title: name,
  uiType,
  nativeType: 'varchar(20)',
  required: false,
  primaryKey: false,
  autoIncrement: false,
  unique: false,
  defaultValue: null,
  generated: false,
  primaryValue: false,
  options: {},
  ...rest,
})

const id = column('id', 'ID', { nativeType: 'integer', primaryKey: true, autoIncrement: true, unique: true })
const genre = column('genre', 'SingleSelect', {
  title: 'Genre',
  nativeType: 'text',
  options: {
    options: [
      { title: 'Rock', color: 'red' },
      { title: "Children's", color: 'teal' },
    ],
  },
})
const price = column('price', 'Decimal', { nativeType: 'NUMERIC(10,2)', options: { precision: 2 }, defaultValue: '0' })
const table: Table = {
  name: 'track',
  title: 'Track',
  type: 'table',
  order: 0,
  columns: [id, column('name', 'SingleLineText', { required: true, primaryValue: true }), genre, price],
  primaryKey: ['id'],
  foreignKeys: [
    {
      columns: ['genre'],
      referencedTable: 'genres',
      referencedColumns: ['name'],
      onDelete: 'CASCADE',
      onUpdate: 'NO ACTION',
    },
  ],
  indexes: [],
  virtualColumns: [
    {
      id: 'bt_1',
      title: 'Genres <= Track',
      kind: 'link',
      relatedTitle: 'Genres',
      key: 'GenresRead',
      link: {
        kind: 'belongsTo',
        relatedTable: 'genres',
        columns: ['genre'],
        relatedColumns: ['name'],
        real: true,
        onDelete: 'CASCADE',
        onUpdate: 'NO ACTION',
      },
    },
    { id: 'lk_1', title: 'Genre name', kind: 'lookup', linkId: 'bt_1', column: 'name' },
    { id: 'rl_1', title: 'Names', kind: 'rollup', linkId: 'bt_1', column: 'name', function: 'max' },
    { id: 'ct_1', title: 'How many', kind: 'count', linkId: 'gone', problem: 'The relation has been deleted.' },
    { id: 'fx_1', title: 'Twice', kind: 'formula', formula: '{price} * 2 + {lk_1}' },
  ],
  rowId: null,
}
/** A table that the links of the other one lead to. */
const genres: Table = {
  ...table,
  name: 'genres',
  title: 'Genres',
  columns: [column('name', 'SingleLineText', { title: 'Name' })],
  virtualColumns: [],
  foreignKeys: [],
}

describe('tables on the wire', () => {
  it('come back from their meta text as they were', () => {
    const related = new Map([['genres', genres]])
    const meta = wireTableMeta.parse(JSON.parse(JSON.stringify(tableToWire(table, related))))
    expect(tableFromWire(meta)).toEqual(table)
    expect(meta.belongsTo).toEqual([
      {
        id: expect.any(Number) as number,
        db_alias: 'db',
        referenced_db_alias: 'db',
        enabled: 1,
        tn: 'track',
        _tn: 'Track',
        cn: 'genre',
        _cn: 'Genre',
        rtn: 'genres',
        _rtn: 'Genres',
        rcn: 'name',
        _rcn: 'Name',
        type: 'real',
        ur: 'NO ACTION',
        dr: 'CASCADE',
      },
    ])
    const [link] = meta.belongsTo
    expect(meta.v.map((words) => ({ ...words, column: undefined }))).toEqual([
      { _cn: 'Genres <= Track', bt: link },
      { _cn: 'Genre name', lk: expect.objectContaining({ type: 'bt', ltn: 'genres', lcn: 'name', _lcn: 'Name' }) },
      { _cn: 'Names', rl: expect.objectContaining({ type: 'bt', rltn: 'genres', rlcn: 'name', fn: 'max' }) },
      // Its relation is gone: what is left says that it counts.
      { _cn: 'How many', rl: { rlcn: '', fn: 'count' } },
      { _cn: 'Twice', formula: { value: '{price} * 2 + {Genre name}' } },
    ])
    expect(meta.columns.filter(({ pv }) => pv).map(({ cn }) => cn)).toEqual(['name'])
  })

  it('show a column in the terse words that scripts know', () => {
    expect(columnToWire(price)).toMatchObject({
      cn: 'price',
      cno: 'price',
      _cn: 'price',
      uidt: 'Decimal',
      dt: 'numeric',
      dtxp: '10',
      dtxs: '2',
      ct: 'NUMERIC(10,2)',
      cdf: '0',
      pk: false,
      rqd: false,
    })
    expect(columnToWire(genre)).toMatchObject({ dtxp: "'Rock','Children''s'", dt: 'text' })
    expect(columnToWire(id)).toMatchObject({ pk: true, ai: true, rqd: true })
  })

  it('are listed and read from the list', () => {
    const summary = { name: 'nc_a__b', title: 'b', type: 'view' as const, order: 1.5 }
    expect(tableSummaryFromWire(tableEntryToWire(summary))).toEqual(summary)
    expect(tableEntryToWire(summary).disabled).toEqual({ editor: false, commenter: false, viewer: false })
  })
})

describe('column definitions', () => {
  const definition: ColumnDefinition = { ...definitionOf(genre), required: true, unique: true, defaultValue: 'Rock' }

  it('come back from the wire as they were', () => {
    const sent = wireColumn.parse(JSON.parse(JSON.stringify(definitionToWire(definition))))
    expect(definitionFromWire(sent, guess)).toEqual(definition)
  })

  it.each([
    [
      { cn: ' a ', uidt: 'Number' },
      { name: 'a', title: 'a', uiType: 'Number', required: false, defaultValue: null },
    ],
    [
      { cn: 'a', _cn: 'A b', uidt: 'Email', rqd: 1 as const },
      { title: 'A b', required: true },
    ],
    [{ cn: 'a', dt: 'int' }, { uiType: 'Number' }],
    [{ cn: 'id', uidt: 'ID' }, { primaryKey: true }],
    [
      { cn: 'id', dt: 'int', pk: true, ai: 1 },
      { uiType: 'ID', primaryKey: true },
    ],
    [
      { cn: 'a', uidt: 'SingleSelect', dtxp: "'x, y','it''s', z" },
      {
        options: {
          options: [
            { title: 'x, y', color: 'grey' },
            { title: "it's", color: 'red' },
            { title: 'z', color: 'orange' },
          ],
        },
      },
    ],
    [
      { cn: 'a', uidt: 'MultiSelect', meta: { options: ['x', { title: 'y', color: 'pink' }] } },
      {
        options: {
          options: [
            { title: 'x', color: 'grey' },
            { title: 'y', color: 'pink' },
          ],
        },
      },
    ],
    [{ cn: 'a', uidt: 'Decimal', dtxs: '3' }, { options: { precision: 3 } }],
    [{ cn: 'a', uidt: 'Rating', meta: { max: 10, other: 1 } }, { options: { max: 10 } }],
    [{ cn: 'a', uidt: 'Number', cdf: 5 }, { defaultValue: '5' }],
    [{ cn: 'a', uidt: 'LongText', cdf: "'it''s'" }, { defaultValue: "it's" }],
    [{ cn: 'a', uidt: 'DateTime', cdf: 'current_timestamp' }, { defaultValue: 'CURRENT_TIMESTAMP' }],
  ])('are read from %j', (wire, expected) => {
    expect(definitionFromWire(wireColumn.parse(wire), guess)).toMatchObject(expected)
  })

  it.each([
    [{ cn: 'a', uidt: 'Nonsense' }, 'COLUMN_TYPE_INVALID'],
    [{ cn: 'a' }, 'COLUMN_TYPE_INVALID'],
    [{ cn: 'a', uidt: 'SingleSelect', meta: { options: [{ title: 1 }] } }, 'COLUMN_OPTIONS_INVALID'],
    [{ cn: 'a', uidt: 'SingleSelect', meta: { options: [{ title: 'a', color: 'mauve' }] } }, 'COLUMN_OPTIONS_INVALID'],
    [{ cn: 'a', uidt: 'Rating', meta: { max: 11 } }, 'COLUMN_OPTIONS_INVALID'],
    [{ cn: 'a', uidt: 'Currency', meta: { currency: 'euro' } }, 'COLUMN_OPTIONS_INVALID'],
  ])('are refused for %j', (wire, code) => {
    expect(() => definitionFromWire(wireColumn.parse(wire), guess)).toThrow(expect.objectContaining({ code }) as Error)
  })

  it.each([
    ['open', null, 'open'],
    ["'open'", null, 'open'],
    ['NULL', null, null],
    ['', null, null],
    [null, 'x', null],
    ["(datetime('now'))", "(datetime('now'))", "(datetime('now'))"],
    ['now()', null, 'now()'],
  ])('take the default %j (now %j) for %j', (sent, current, value) =>
    expect(defaultFromWire(sent, current)).toBe(value),
  )

  it.each([
    ['open', 'SingleLineText', "'open'"],
    ["it's", 'SingleLineText', "'it''s'"],
    ['5', 'Number', '5'],
    ['CURRENT_TIMESTAMP', 'DateTime', 'CURRENT_TIMESTAMP'],
    [null, 'Number', null],
  ] as const)('send the default %j of %s as %j', (value, uiType, text) =>
    expect(defaultToWire(value, uiType)).toBe(text),
  )
})

describe('altered marks', () => {
  const read = (...columns: Record<string, unknown>[]) =>
    columnChangesFromWire(
      columns.map((wire) => wireColumn.parse(wire)),
      table,
      guess,
    )

  it('say what becomes of each column, found by its current name', () => {
    expect(
      read(
        { cn: 'id', altered: 0 },
        { cn: 'new', uidt: 'Number', altered: 1 },
        { cn: 'price', cno: 'price', uidt: 'Currency', altered: 2 },
        { cn: 'x', cno: 'GENRE', altered: 4 },
        { cn: 'title', _cn: 'Title', cno: 'name', altered: 8 },
      ),
    ).toEqual([
      { kind: 'add', column: expect.objectContaining({ name: 'new', uiType: 'Number' }) as unknown },
      {
        kind: 'change',
        name: 'price',
        from: 'Decimal',
        column: { ...definitionOf(price), uiType: 'Currency', options: {} },
      },
      { kind: 'drop', name: 'genre' },
      { kind: 'rename', name: 'name', newName: 'title', newTitle: 'Title' },
    ])
  })

  it('keep what a changed column does not say, and ignore a change that says nothing new', () => {
    expect(read({ cn: 'genre', cno: 'genre', altered: 2, rqd: true })).toEqual([
      { kind: 'change', name: 'genre', column: { ...definitionOf(genre), required: true } },
    ])
    expect(read({ ...columnToWire(genre), altered: 2 }, { cn: 'name', cno: 'name', altered: 8 })).toEqual([])
  })

  it('say when values have to be looked at: another type, options taken away, fewer stars', () => {
    const change = (meta: unknown) => read({ cn: 'genre', altered: 2, uidt: 'SingleSelect', meta })[0]
    expect(change({ options: ['Rock', "Children's", 'Jazz'] })).not.toHaveProperty('from')
    expect(change({ options: ['Rock'] })).toHaveProperty('from', 'SingleSelect')
  })

  it('are refused for columns that are not there and marks that mean nothing', () => {
    expect(() => read({ cn: 'nothing', altered: 4 })).toThrow(
      expect.objectContaining({ code: 'COLUMN_NOT_FOUND' }) as Error,
    )
    expect(() => read({ cn: 'id', altered: 3 })).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }) as Error)
  })

  it('come back from the interface as they were sent', () => {
    const to = { ...definitionOf(genre), title: 'Kind' }
    const sent = definitionToWire(to, { altered: 2, currentName: 'genre' })
    expect(read({ ...sent })).toEqual([{ kind: 'change', name: 'genre', column: to }])
    expect(columnFromWire({ ...columnToWire(id) })).toEqual(id)
  })
})
