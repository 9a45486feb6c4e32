import { disabledFor } from '@main/http/legacy/access/models'
import { message } from '@common/messages'
import { english } from '@main/lib/messages'
import { describe, expect, it } from 'vitest'
import type { UiType } from '@common/columns/ui-types'
import type { Column, ColumnDefinition, Table } from '@common/model'
import { defaultFromText, defaultToText } from '@common/columns/values/default-text'
import { changeOf, definitionFrom, definitionOf } from '@common/model/column-definition'
import {
  columnChangeFromWire,
  columnInputFromWire,
  columnToWire,
  tableEntryToWire,
  tableToWire,
} from '@main/http/legacy/tables/mappers'
import { wireColumn } from '@main/http/legacy/tables/schemas'
import {
  columnFromWire,
  definitionToWire,
  tableFromWire,
  tableSummaryFromWire,
  wireTableMeta,
} from '@tests/helpers/wire'

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
    {
      id: 'ct_1',
      title: 'How many',
      kind: 'count',
      linkId: 'gone',
      problem: message('virtualProblems.linkGone'),
      problemText: english(message('virtualProblems.linkGone')),
    },
    { id: 'fx_1', title: 'Twice', kind: 'formula', formula: '{price} * 2 + {lk_1}' },
  ],
  rowId: null,
}
/** A table that the other table links to. */
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
      // Its relation was dropped: the rest still says that it counts.
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
    expect(tableSummaryFromWire(tableEntryToWire(summary, disabledFor(new Set())))).toEqual(summary)
    expect(tableEntryToWire(summary, disabledFor(new Set())).disabled).toEqual({
      editor: false,
      commenter: false,
      viewer: false,
    })
  })
})

describe('column definitions', () => {
  const definition: ColumnDefinition = { ...definitionOf(genre), required: true, unique: true, defaultValue: 'Rock' }

  it('come back from the wire as they were', () => {
    const sent = wireColumn.parse(JSON.parse(JSON.stringify(definitionToWire(definition))))
    expect(definitionFrom(columnInputFromWire(sent, true), guess)).toEqual(definition)
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
    expect(definitionFrom(columnInputFromWire(wireColumn.parse(wire), true), guess)).toMatchObject(expected)
  })

  it.each([
    [{ cn: 'a', uidt: 'Nonsense' }, 'COLUMN_TYPE_INVALID'],
    [{ cn: 'a' }, 'COLUMN_TYPE_INVALID'],
    [{ cn: 'a', uidt: 'SingleSelect', meta: { options: [{ title: 1 }] } }, 'COLUMN_OPTIONS_INVALID'],
    [{ cn: 'a', uidt: 'SingleSelect', meta: { options: [{ title: 'a', color: 'mauve' }] } }, 'COLUMN_OPTIONS_INVALID'],
    [{ cn: 'a', uidt: 'Rating', meta: { max: 11 } }, 'COLUMN_OPTIONS_INVALID'],
    [{ cn: 'a', uidt: 'Currency', meta: { currency: 'euro' } }, 'COLUMN_OPTIONS_INVALID'],
  ])('are refused for %j', (wire, code) => {
    expect(() => definitionFrom(columnInputFromWire(wireColumn.parse(wire), true), guess)).toThrow(
      expect.objectContaining({ code }) as Error,
    )
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
    expect(defaultFromText(sent, current)).toBe(value),
  )

  it.each([
    ['open', 'SingleLineText', "'open'"],
    ["it's", 'SingleLineText', "'it''s'"],
    ['5', 'Number', '5'],
    ['CURRENT_TIMESTAMP', 'DateTime', 'CURRENT_TIMESTAMP'],
    [null, 'Number', null],
  ] as const)('send the default %j of %s as %j', (value, uiType, text) =>
    expect(defaultToText(value, uiType)).toBe(text),
  )
})

describe('altered marks', () => {
  const read = (...columns: Record<string, unknown>[]) =>
    columns.flatMap((wire) => columnChangeFromWire(wireColumn.parse(wire)))

  it('say what becomes of each column, found by its current name', () => {
    expect(
      read(
        { cn: 'id', altered: 0 },
        { cn: 'new', uidt: 'Number', altered: 1 },
        { cn: 'price', cno: 'price', uidt: 'Currency', altered: 2, emptyLost: true },
        { cn: 'x', cno: 'GENRE', altered: 4 },
        { cn: 'title', _cn: 'Title', cno: 'name', altered: 8 },
      ),
    ).toEqual([
      { change: 'add', column: { name: 'new', type: 'Number' } },
      { change: 'update', name: 'price', column: { name: 'price', type: 'Currency' }, emptyLost: true },
      { change: 'delete', name: 'GENRE' },
      { change: 'rename', name: 'name', to: 'title', title: 'Title' },
    ])
  })

  it('leave out what a changed column does not say', () => {
    expect(read({ cn: 'genre', cno: 'genre', altered: 2, rqd: true })).toEqual([
      { change: 'update', name: 'genre', column: { name: 'genre', required: true } },
    ])
  })

  it('are refused when they mean nothing', () => {
    expect(() => read({ cn: 'id', altered: 3 })).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }) as Error)
  })

  it('come back from a script as they were sent', () => {
    const to = { ...definitionOf(genre), title: 'Kind' }
    const [change] = read({ ...definitionToWire(to, { altered: 2, currentName: 'genre' }) })
    expect(change?.change === 'update' && definitionFrom(change.column, guess, genre)).toEqual(to)
    expect(columnFromWire({ ...columnToWire(id) })).toEqual(id)
  })
})

describe('changes of a column', () => {
  const change = (options: Column['options']) => changeOf(genre, { ...definitionOf(genre), options })[0]
  const option = (title: string) => ({ title, color: 'red' as const })

  it('are none for the same definition', () => {
    expect(changeOf(genre, definitionOf(genre))).toEqual([])
  })

  it('look at values only where some may be lost: fewer options, another type', () => {
    expect(change({ options: ['Rock', "Children's", 'Jazz'].map(option) })).not.toHaveProperty('from')
    expect(change({ options: [option('Rock')] })).toHaveProperty('from', 'SingleSelect')
    expect(changeOf(price, { ...definitionOf(price), uiType: 'Currency' })[0]).toHaveProperty('from', 'Decimal')
  })
})
