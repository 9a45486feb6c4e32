import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { StoredValue } from '@common/columns/column-type'
import type { UiType } from '@common/columns/ui-types'
import type { Column, ColumnChange, ColumnDefinition, ForeignKey } from '@common/model'
import type { Database } from '@main/db/database'
import type { NativeTable } from '@main/db/dialect'
import type { SuiteDatabase } from './database-suite'

/** Where engines rightly differ. */
export interface SchemaSuiteOptions {
  /** Views refer to their sources by text: a rename breaks them. */
  readonly viewsForgetNames?: boolean
  /** Guessed types for Basalt's own columns, where the native type is ambiguous. */
  readonly guesses?: Partial<Record<UiType, UiType>>
}

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
const key = column('id', 'ID', { primaryKey: true, required: true })
const changed = (name: string, to: ColumnDefinition, from?: UiType): ColumnChange => ({
  kind: 'change',
  name,
  column: to,
  ...(from === undefined ? {} : { from }),
})
const added = (to: ColumnDefinition): ColumnChange => ({ kind: 'add', column: to })
const renamed = (name: string, newName: string): ColumnChange => ({ kind: 'rename', name, newName, newTitle: newName })
const reference = (name: string, to: string, rest: Partial<ForeignKey> = {}): ForeignKey => ({
  columns: [name],
  referencedTable: to,
  referencedColumns: ['id'],
  onDelete: 'NO ACTION',
  onUpdate: 'NO ACTION',
  ...rest,
})
/** Returns the error of a rejected call. */
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

/** Tests the schema changes that all databases share. */
export function describeSchema(open: () => Promise<SuiteDatabase>, options: SchemaSuiteOptions = {}): void {
  let opened: SuiteDatabase
  let database: Database
  beforeAll(async () => {
    opened = await open()
    database = opened.database
  })
  afterAll(() => opened.drop())
  afterEach(async () => {
    const views = (await tables()).filter(({ type }) => type === 'view')
    for (const { name } of views) await run(`DROP VIEW ${quote(name)}`)
    // Children before parents, however they refer to each other.
    for (let round = 0; round < 10; round += 1)
      for (const { name } of await tables()) {
        const plan = await database.dialect.schema.dropTable(database, name).catch(() => undefined)
        if (plan !== undefined) await database.changeSchema(plan.up)
      }
    expect(await tables()).toEqual([])
  })

  const quote = (name: string): string => database.dialect.quote(name)
  const tables = () => database.dialect.introspect.listTables(database)
  const run = async (...statements: string[]): Promise<void> => {
    await database.changeSchema(statements.map((sql) => ({ sql, params: [] })))
  }
  const make = async (
    name: string,
    columns: readonly ColumnDefinition[],
    keys: readonly ForeignKey[] = [],
  ): Promise<void> => {
    await database.changeSchema(database.dialect.schema.createTable(name, columns, keys).up)
  }
  const change = async (table: string, ...changes: ColumnChange[]): Promise<void> => {
    const plan = await database.dialect.schema.changeColumns(database, table, changes)
    await database.changeSchema(plan.up)
  }
  const described = async (name: string): Promise<NativeTable> => {
    const table = await database.dialect.introspect.describeTable(database, name)
    if (table === undefined) throw new Error(`There is no table ${name}`)
    return table
  }
  /** Returns the names of a table's columns with their relevant facts. */
  const facts = async (name: string) =>
    (await described(name)).columns.map(({ nativeType, notNull, defaultValue, ...rest }) => [
      rest.name,
      nativeType,
      notNull,
      defaultValue,
    ])
  const add = async (table: string, columns: readonly string[], ...rows: StoredValue[][]): Promise<void> => {
    const known = new Map((await described(table)).columns.map((native) => [native.name, native]))
    const written = columns.map((name): Column => ({
      ...column(name, 'SingleLineText'),
      nativeType: known.get(name)?.nativeType ?? '',
      autoIncrement: known.get(name)?.autoIncrement ?? false,
      generated: false,
      primaryValue: false,
    }))
    const into = { ...emptyTable, name: table }
    await database.transact([database.dialect.rows.insert({ table: into, columns: written, rows, returned: [] })])
  }
  /** Booleans as 1 and 0, and numbers that an engine would not write as such as the text they are. */
  const values = async (table: string, ...columns: string[]): Promise<StoredValue[][]> => {
    const sql = `SELECT ${columns.map(quote).join(', ')} FROM ${quote(table)} ORDER BY 1`
    const rows = await database.read({ sql, params: [] })
    return rows.map((row) => row.map((value) => (typeof value === 'boolean' ? Number(value) : value)))
  }
  const isUnique = async (table: string, name: string): Promise<boolean> =>
    (await described(table)).indexes.some(({ unique, columns }) => unique && columns.join() === name)

  describe('a table that Basalt makes', () => {
    it('is described as what it was made to be', async () => {
      const types: UiType[] = [
        'SingleLineText',
        'LongText',
        'Checkbox',
        'Number',
        'Decimal',
        'Date',
        'Time',
        'DateTime',
      ]
      await make('kinds', [key, ...types.map((type) => column(`c_${type}`, type))])
      const { columns } = await described('kinds')
      expect(columns.map((native) => database.dialect.uiTypeOf(native))).toEqual([
        'ID',
        ...types.map((type) => options.guesses?.[type] ?? type),
      ])
      expect(columns.map(({ keyPosition, autoIncrement }) => [keyPosition, autoIncrement])).toEqual([
        [1, true],
        ...types.map(() => [0, false]),
      ])
    })

    it('may have any name, has its defaults, and never gives a key twice', async () => {
      const name = `we"ir'd]; \`DROP`
      await make(name, [
        key,
        column(`na"m'e]`, 'SingleLineText', { required: true, defaultValue: `it's \\ a "default"` }),
        column('ok', 'Checkbox', { defaultValue: '1' }),
        column('n', 'Number', { defaultValue: '-12' }),
        column('at', 'DateTime', { defaultValue: 'CURRENT_TIMESTAMP' }),
        column('day', 'Date', { defaultValue: '2024-02-29' }),
      ])
      const { sql, params } = database.dialect.rows.insert({
        table: { ...emptyTable, name },
        columns: [],
        rows: [[]],
        returned: [],
      })
      await database.transact([{ sql, params }])
      await database.transact([{ sql: `DELETE FROM ${quote(name)}`, params: [] }])
      await database.transact([{ sql, params }])
      const [row] = await values(name, 'id', `na"m'e]`, 'ok', 'n', 'day', 'at')
      expect(row?.slice(0, 5)).toEqual([2, `it's \\ a "default"`, 1, -12, '2024-02-29'])
      expect(row?.[5]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
    })

    it('may have a key of several columns or of text, and point to others', async () => {
      await make('codes', [column('code', 'SingleLineText', { primaryKey: true, required: true })])
      await make(
        'lines',
        [
          column('code', 'SingleLineText', { primaryKey: true, required: true }),
          column('n', 'Number', { primaryKey: true, required: true }),
        ],
        [reference('code', 'codes', { referencedColumns: ['code'], onDelete: 'CASCADE', onUpdate: 'x' })],
      )
      const { columns, foreignKeys } = await described('lines')
      expect(columns.map(({ keyPosition, notNull }) => [keyPosition, notNull])).toEqual([
        [1, true],
        [2, true],
      ])
      expect(foreignKeys).toEqual([reference('code', 'codes', { referencedColumns: ['code'], onDelete: 'CASCADE' })])
      expect(await database.dialect.introspect.listReferences(database)).toEqual([
        { table: 'lines', foreignKey: foreignKeys[0] },
      ])
    })

    it('is renamed with everything that points to it', async () => {
      await make('book', [key])
      await make('page', [key, column('book', 'ForeignKey')], [reference('book', 'book')])
      if (options.viewsForgetNames !== true) await run(`CREATE VIEW all_books AS SELECT id FROM ${quote('book')}`)
      const { renameTable } = database.dialect.schema
      await database.changeSchema((await renameTable(database, 'book', 'Book')).up)
      const plan = await renameTable(database, 'Book', 'order by')
      await database.changeSchema(plan.up)
      expect((await described('page')).foreignKeys[0]?.referencedTable).toBe('order by')
      if (options.viewsForgetNames !== true) expect((await described('all_books')).columns).toHaveLength(1)
      await database.changeSchema(plan.down)
      expect((await tables()).map(({ name }) => name)).toContain('Book')
    })

    it('is refused when its name is taken, and nothing of it stays', async () => {
      await make('taken', [key])
      expect(await failure(make('taken', [key]))).toMatchObject({ code: 'TABLE_EXISTS', details: { table: 'taken' } })
      const { up } = database.dialect.schema.createTable('fresh', [key])
      const again = database.dialect.schema.createTable('taken', [key]).up
      if (!database.dialect.capabilities.transactionalSchema) return
      expect(await failure(database.changeSchema([...up, ...again]))).toMatchObject({ code: 'TABLE_EXISTS' })
      expect((await tables()).map(({ name }) => name)).toEqual(['taken'])
    })

    it('is not dropped while others need it', async () => {
      await make('artist', [key, column('name', 'SingleLineText')])
      await make('album', [key, column('artist', 'ForeignKey')], [reference('artist', 'artist')])
      await run(`CREATE VIEW names AS SELECT ${quote('name')} FROM ${quote('artist')}`)
      const { dropTable } = database.dialect.schema
      const refused = (await failure(dropTable(database, 'artist'))) as { details: { by: string } }
      expect(refused).toMatchObject({ code: 'TABLE_IN_USE', details: { table: 'artist' } })
      expect(refused.details.by.split(', ').toSorted()).toEqual(['album', 'names'])
      expect(await failure(dropTable(database, 'names'))).toMatchObject({ code: 'TABLE_READ_ONLY' })
      expect(await failure(dropTable(database, 'nothing'))).toMatchObject({ code: 'TABLE_NOT_FOUND' })
    })

    it('comes back without its rows when dropping it is undone', async () => {
      await make('album', [
        key,
        column('name', 'SingleLineText', { required: true, unique: true, defaultValue: 'x' }),
        column('n', 'Number'),
      ])
      await run(`CREATE INDEX by_n ON ${quote('album')} (${quote('n')})`)
      const before = await described('album')
      const { up, down } = await database.dialect.schema.dropTable(database, 'album')
      await database.changeSchema(up)
      expect(await tables()).toEqual([])
      await database.changeSchema(down)
      const after = await described('album')
      expect({ ...after, indexes: [] }).toEqual({ ...before, indexes: [] })
      expect(after.indexes.map(({ columns }) => columns.join()).toSorted()).toEqual(
        before.indexes.map(({ columns }) => columns.join()).toSorted(),
      )
      await add('album', ['name'], ['y'])
      expect(await values('album', 'id')).toEqual([[1]])
    })
  })

  describe('changes of columns', () => {
    it('are made together, and undone by the statements that undo them', async () => {
      await make('person', [
        key,
        column('name', 'SingleLineText', { required: true, defaultValue: 'nobody' }),
        column('age', 'LongText'),
        column('mail', 'SingleLineText', { unique: true }),
      ])
      await add('person', ['name', 'age', 'mail'], ['Ada', '36', 'ada@example.org'], ['Bob', ' 40 ', null])
      const before = await facts('person')
      const plan = await database.dialect.schema.changeColumns(database, 'person', [
        changed('age', column('years', 'Number', { defaultValue: '7' }), 'LongText'),
        changed('name', column('name', 'SingleLineText', { required: false, defaultValue: 'somebody' })),
        added(column('extra', 'Number', { unique: true })),
        renamed('mail', 'e-mail'),
      ])
      await database.changeSchema(plan.up)
      expect((await described('person')).columns.map(({ name }) => name)).toEqual([
        'id',
        'name',
        'years',
        'e-mail',
        'extra',
      ])
      await add('person', ['e-mail'], ['c@example.org'])
      expect(await values('person', 'id', 'name', 'years', 'e-mail', 'extra')).toEqual([
        [1, 'Ada', 36, 'ada@example.org', null],
        [2, 'Bob', 40, null, null],
        [3, 'somebody', 7, 'c@example.org', null],
      ])
      expect([await isUnique('person', 'e-mail'), await isUnique('person', 'extra')]).toEqual([true, true])
      await database.changeSchema(plan.down)
      expect(await facts('person')).toEqual(before)
      expect(await isUnique('person', 'mail')).toBe(true)
    })

    it('exchange names and reuse the name of a column that goes away', async () => {
      await make('t', [key, column('a', 'LongText'), column('b', 'LongText'), column('c', 'LongText')])
      await add('t', ['a', 'b', 'c'], ['a', 'b', 'c'])
      await change(
        't',
        renamed('a', 'b'),
        renamed('b', 'a'),
        { kind: 'drop', name: 'c' },
        added(column('c', 'Number', { defaultValue: '3' })),
      )
      expect(await values('t', 'id', 'b', 'a', 'c')).toEqual([[1, 'a', 'b', 3]])
      await change('t', renamed('a', 'A'), renamed('c', 'd'), added(column('c', 'Number')))
      expect((await described('t')).columns.map(({ name }) => name)).toEqual(['id', 'b', 'A', 'd', 'c'])
    })

    it('make a column unique and not unique again', async () => {
      await make('t', [key, column('a', 'SingleLineText', { unique: true }), column('b', 'SingleLineText')])
      await change('t', changed('a', column('a', 'SingleLineText')))
      expect(await isUnique('t', 'a')).toBe(false)
      await change('t', changed('b', column('b', 'SingleLineText', { unique: true })))
      expect(await isUnique('t', 'b')).toBe(true)
      await change('t', changed('b', column('b', 'SingleLineText')))
      await add('t', ['b'], ['x'], ['x'])
      expect(await failure(change('t', changed('b', column('b', 'SingleLineText', { unique: true }))))).toMatchObject({
        code: 'VALUE_NOT_UNIQUE',
      })
      expect(await isUnique('t', 'b')).toBe(false)
    })

    it('fill required columns from their default, and refuse where there is none', async () => {
      await make('t', [key, column('a', 'LongText')])
      await add('t', ['a'], [null], ['x'])
      const required = column('a', 'LongText', { required: true })
      expect(await failure(change('t', changed('a', required)))).toMatchObject({
        code: 'COLUMN_NEEDS_DEFAULT',
        details: { column: 'a', count: 1 },
      })
      expect(await failure(change('t', added(column('n', 'Number', { required: true }))))).toMatchObject({
        code: 'COLUMN_NEEDS_DEFAULT',
        details: { column: 'n', count: 2 },
      })
      await change('t', changed('a', column('a', 'SingleLineText', { required: true, defaultValue: 'none' })))
      await change('t', added(column('n', 'Number', { required: true, defaultValue: '5' })))
      expect(await values('t', 'id', 'a', 'n')).toEqual([
        [1, 'none', 5],
        [2, 'x', 5],
      ])
    })

    it('leave alone what they cannot change', async () => {
      await make('country', [key, column('name', 'SingleLineText')])
      await make(
        'person',
        [key, column('country', 'ForeignKey'), column('a', 'SingleLineText'), column('b', 'SingleLineText')],
        [reference('country', 'country', { onDelete: 'SET NULL' })],
      )
      await run(
        `CREATE UNIQUE INDEX both_of_them ON ${quote('person')} (${quote('a')}, ${quote('b')})`,
        `CREATE VIEW named AS SELECT ${quote('name')} FROM ${quote('country')}`,
      )
      const before = [await described('person'), await described('country')]
      const cases: [string, ColumnChange, string, string?][] = [
        ['person', { kind: 'drop', name: 'id' }, 'COLUMN_KEY_FIXED'],
        ['person', changed('id', column('id', 'SingleLineText', { primaryKey: true }), 'ID'), 'COLUMN_KEY_FIXED'],
        ['person', changed('id', column('id', 'ID')), 'COLUMN_KEY_FIXED'],
        ['person', added(column('n', 'ID')), 'COLUMN_KEY_FIXED'],
        ['person', changed('country', column('country', 'Date'), 'ForeignKey'), 'COLUMN_IN_USE', 'country'],
        ['person', { kind: 'drop', name: 'a' }, 'COLUMN_IN_USE', 'both_of_them'],
        ['person', { kind: 'drop', name: 'nothing' }, 'COLUMN_NOT_FOUND'],
        ['person', renamed('nothing', 'something'), 'COLUMN_NOT_FOUND'],
        ['country', { kind: 'drop', name: 'name' }, 'COLUMN_IN_USE', 'named'],
        ['named', { kind: 'drop', name: 'name' }, 'TABLE_READ_ONLY'],
        ['nothing', { kind: 'drop', name: 'name' }, 'TABLE_NOT_FOUND'],
      ]
      for (const [table, wrong, code, by] of cases)
        expect([wrong, await failure(change(table, wrong))]).toMatchObject([
          wrong,
          { code, ...(by === undefined ? {} : { details: { by } }) },
        ])
      expect([await described('person'), await described('country')]).toEqual(before)
    })

    it('drop a column with what is about it alone', async () => {
      await make('owner', [key])
      await make(
        't',
        [key, column('a', 'SingleLineText', { unique: true }), column('owner', 'ForeignKey'), column('c', 'Number')],
        [reference('owner', 'owner')],
      )
      await run(`CREATE INDEX on_c ON ${quote('t')} (${quote('c')})`)
      await add('t', ['a', 'c'], ['a', 3])
      for (const name of ['a', 'c']) await change('t', { kind: 'drop', name })
      await change('t', { kind: 'drop', name: 'owner' })
      expect((await described('t')).columns.map(({ name }) => name)).toEqual(['id'])
      expect((await described('t')).foreignKeys).toEqual([])
      expect(await failure(change('t', { kind: 'drop', name: 'id' }))).toMatchObject({ code: 'COLUMN_KEY_FIXED' })
    })

    it('fail when the table is not any more what they were planned for', async () => {
      await make('t', [key, column('a', 'LongText')])
      await add('t', ['a'], ['1'])
      const plan = await database.dialect.schema.changeColumns(database, 't', [
        changed('a', column('a', 'Number'), 'LongText'),
      ])
      await add('t', ['a'], ['two'])
      expect(await failure(database.changeSchema(plan.up))).toMatchObject({ code: 'ROW_NOT_FOUND' })
      await database.transact([{ sql: `DELETE FROM ${quote('t')} WHERE ${quote('id')} = 2`, params: [] }])
      await change('t', added(column('b', 'Number')))
      expect(await failure(database.changeSchema(plan.up))).toMatchObject({ code: 'ROW_NOT_FOUND' })
      expect(await values('t', 'id', 'a', 'b')).toEqual([[1, '1', null]])
    })
  })

  describe('foreign keys', () => {
    it('are added with their column, and dropped with it again', async () => {
      await make('parent', [key])
      await make('child', [key])
      await add('child', ['id'], [1])
      const { addForeignKey, dropForeignKey } = database.dialect.schema
      const link = reference('parent', 'parent', { onDelete: 'CASCADE' })
      const plan = await addForeignKey(database, 'child', link, [column('parent', 'ForeignKey')])
      await database.changeSchema(plan.up)
      const made = await described('child')
      expect(made.foreignKeys).toEqual([link])
      expect(made.indexes.some(({ columns }) => columns.join() === 'parent')).toBe(true)
      expect(await failure(add('child', ['parent'], [99]))).toMatchObject({ code: 'VALUE_REFERENCE_MISSING' })
      expect(await failure(dropForeignKey(database, 'child', reference('id', 'parent'), []))).toMatchObject({
        code: 'RELATION_NOT_FOUND',
      })
      await database.changeSchema((await dropForeignKey(database, 'child', link, ['parent'])).up)
      expect((await described('child')).columns.map(({ name }) => name)).toEqual(['id'])
      await database.changeSchema(plan.up)
      await database.changeSchema(plan.down)
      expect((await described('child')).columns.map(({ name }) => name)).toEqual(['id'])
    })

    it('are refused where rows would break them, and dropped without their column', async () => {
      await make('parent', [key])
      await make('child', [key, column('parent', 'ForeignKey')])
      await add('parent', ['id'], [1])
      await add('child', ['parent'], [1], [2])
      const { addForeignKey, dropForeignKey } = database.dialect.schema
      const link = reference('parent', 'parent')
      const plan = () => addForeignKey(database, 'child', link, [])
      expect(await failure(plan().then(({ up }) => database.changeSchema(up)))).toMatchObject({
        code: 'VALUE_REFERENCE_MISSING',
      })
      expect((await described('child')).foreignKeys).toEqual([])
      await database.transact([{ sql: `DELETE FROM ${quote('child')} WHERE ${quote('parent')} = 2`, params: [] }])
      await database.changeSchema((await plan()).up)
      expect((await described('child')).foreignKeys).toEqual([link])
      await database.changeSchema((await dropForeignKey(database, 'child', link, [])).up)
      expect((await described('child')).foreignKeys).toEqual([])
      expect(await values('child', 'id', 'parent')).toEqual([[1, 1]])
    })
  })

  describe('values of a column that changes its type', () => {
    const select = {
      options: {
        options: [
          { title: 'a', color: 'red' as const },
          { title: 'b c', color: 'grey' as const },
        ],
      },
    }

    it.each<[UiType, UiType, StoredValue[], StoredValue[]]>([
      ['LongText', 'Number', ['12', ' -3 ', '', null, '9007199254740993'], [12, -3, null, null, 9007199254740993n]],
      ['LongText', 'Decimal', ['1.50', '1e3', '-0.1'], [1.5, 1000, -0.1]],
      ['LongText', 'Percent', ['1.5', '1e3', '-0.1', '0'], [1.5, 1000, -0.1, 0]],
      ['Decimal', 'Number', [3, 4, -7], [3, 4, -7]],
      ['Number', 'SingleLineText', [3, null], ['3', null]],
      ['Number', 'Decimal', [3, null], [3, null]],
      ['Percent', 'LongText', [3, 2.5], ['3', '2.5']],
      ['Decimal', 'LongText', [3, 2.5], ['3', '2.5']],
      ['LongText', 'Checkbox', ['Yes', '0', 'TRUE', 'off'], [1, 0, 1, 0]],
      ['Checkbox', 'Number', [true, false, null], [1, 0, null]],
      ['Checkbox', 'SingleLineText', [true, false, null], ['true', 'false', null]],
      ['LongText', 'Date', ['2024-02-29', '2024-02-29 00:00:00', '2024-02-29T00:00:00Z'], Array(3).fill('2024-02-29')],
      ['LongText', 'Date', ['0001-01-01', '9999-12-31', '2000-02-29'], ['0001-01-01', '9999-12-31', '2000-02-29']],
      ['Date', 'DateTime', ['2024-02-29'], ['2024-02-29 00:00:00']],
      ['DateTime', 'Date', ['2024-02-29 00:00:00', null], ['2024-02-29', null]],
      ['DateTime', 'LongText', ['2024-02-29 10:20:30'], ['2024-02-29 10:20:30']],
      [
        'LongText',
        'DateTime',
        ['2024-02-29', '2024-02-29T10:20', '2024-02-29T10:20:30+02:00', '2024-02-29 10:20:30.125'],
        ['2024-02-29 00:00:00', '2024-02-29 10:20:00', '2024-02-29 08:20:30', '2024-02-29 10:20:30.125'],
      ],
      ['LongText', 'Time', ['10:20', '10:20:30.5'], ['10:20:00', '10:20:30.5']],
      ['Number', 'Year', [1999], [1999]],
      ['LongText', 'JSON', ['{"a": 1}', '[]'], ['{"a": 1}', '[]']],
      ['LongText', 'SingleSelect', ['a', ' b c '], ['a', 'b c']],
      ['LongText', 'MultiSelect', ['a', 'a, b c', null], ['a', 'a,b c', null]],
      ['SingleLineText', 'Email', ['not an address', ' '], ['not an address', ' ']],
      ['LongText', 'SingleLineText', ['日本語 🎉', '', "it's"], ['日本語 🎉', '', "it's"]],
    ])('of %s to %s', async (from, to, before, after) => {
      await make('t', [key, column('v', from)])
      await add('t', ['v'], ...before.map((value) => [storedBoolean(value)]))
      await change('t', changed('v', column('v', to, to.endsWith('Select') ? select : {}), from))
      const got = (await values('t', 'id', 'v')).map(([, value]) => value)
      expect(got.map((value) => plain(value, to))).toEqual(after)
      const native = (await described('t')).columns[1]
      expect(native?.notNull).toBe(false)
    })

    it.each<[UiType, StoredValue[], number]>([
      ['Number', ['1', 'two', '3.5', '0x10', '007', '1e400', '99999999999999999999'], 6],
      ['Decimal', ['1,5', 'x', '--1'], 3],
      ['Percent', ['1,5', '0.1234567890123456789', '1e400'], 3],
      ['Checkbox', ['maybe', '2'], 2],
      ['Date', ['2024-02-30', '29.02.2024', '2024-02-29 10:00:00', '2024-02-29 00:10:00', '2023-02-29'], 5],
      ['DateTime', ['yesterday', '2024-13-01 10:00:00', '2024-02-29 25:00'], 3],
      ['Time', ['25:00', '10'], 2],
      ['Year', ['0', '10000'], 2],
      ['Rating', ['0', '6'], 2],
      ['JSON', ['{', "{'a':1}"], 2],
      ['SingleSelect', ['A', 'c'], 2],
      ['MultiSelect', ['a,x', 'x'], 2],
    ])('to %s are counted and kept when they do not fit', async (uiType, before, count) => {
      await make('t', [key, column('v', 'LongText')])
      await add('t', ['v'], ...before.map((value) => [value]))
      const to = column('v', uiType, uiType.endsWith('Select') ? select : {})
      expect(await failure(change('t', changed('v', to, 'LongText')))).toMatchObject({
        code: 'COLUMN_VALUES_NOT_CONVERTIBLE',
        details: { column: 'v', count },
      })
      expect((await values('t', 'id', 'v')).map(([, value]) => value)).toEqual(before)
    })

    it('keep every digit that the new type can hold', async () => {
      await make('t', [key, column('v', 'LongText')])
      const toDecimal = changed('v', column('v', 'Decimal'), 'LongText')
      await add('t', ['v'], ['0.1234567890123456789'])
      if (database.dialect.name === 'mssql') {
        // It has 18 places.
        await expect(change('t', toDecimal)).rejects.toMatchObject({ code: 'COLUMN_VALUES_NOT_CONVERTIBLE' })
        return
      }
      await change('t', toDecimal)
      expect(await values('t', 'id', 'v')).toEqual([[1, '0.1234567890123456789']])
    })

    it('take their default along, and one that does not fit any more is refused', async () => {
      await make('t', [key, column('v', 'LongText', { defaultValue: '5' })])
      const native = (await described('t')).columns[1]?.defaultValue ?? null
      await change('t', changed('v', column('v', 'Number', { defaultValue: native }), 'LongText'))
      await add('t', ['id'], [1])
      expect(await values('t', 'id', 'v')).toEqual([[1, 5]])
    })
  })

  /** As the engine binds a boolean. */
  const storedBoolean = (value: StoredValue): StoredValue =>
    typeof value === 'boolean' && !database.dialect.capabilities.booleanType ? Number(value) : value
}

const emptyTable = {
  title: '',
  type: 'table' as const,
  order: 1,
  columns: [],
  virtualColumns: [],
  primaryKey: [],
  foreignKeys: [],
  indexes: [],
  rowId: null,
}

/** Fractions of seconds as they were written: some engines fill them with zeros. */
function plain(value: StoredValue | undefined, type: UiType): StoredValue | undefined {
  if (typeof value !== 'string' || !['DateTime', 'Time'].includes(type)) return value
  return value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
}
