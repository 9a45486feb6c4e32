import { describe, it } from 'vitest'
import { expect } from '@tests/helpers/mssql-syntax'
import type { StoredValue } from '@common/columns/column-type'
import type { UiType } from '@common/columns/ui-types'
import type { ColumnChange, ColumnDefinition, ForeignKey } from '@common/model'
import type { Database } from '@main/db/database'
import { mssqlDialect } from '@main/db/dialects/mssql'
import { convertedSql } from '@main/db/dialects/mssql/convert'
import { shownText } from '@main/db/dialects/mssql/text'
import { pairKeys } from '@main/features/tables/relations/parts'
import { plainDefault } from '@main/db/dialects/mssql/introspect'
import type { Step } from '@main/db/statement'
import type { SchemaPlan } from '@main/db/schema-plan'

/* SQL Server: how its catalogue is read and its tables change, compared as text. */

const definition = (name: string, uiType: UiType, rest: Partial<ColumnDefinition> = {}): ColumnDefinition => ({
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
/** Responses of a server's catalogue, by a part of the query. */
interface Catalogue {
  readonly columns: readonly StoredValue[][]
  readonly references?: readonly StoredValue[][]
  readonly indexes?: readonly StoredValue[][]
  readonly facts?: readonly StoredValue[][]
  readonly factIndexes?: readonly StoredValue[][]
  readonly counts?: StoredValue[]
  readonly type?: string
  readonly isOwner?: boolean
}

function serverWith(catalogue: Catalogue): Database {
  const answer = (sql: string): readonly StoredValue[][] => {
    if (sql.includes('HAS_PERMS_BY_NAME')) return [[catalogue.isOwner === false ? 0 : 1]]
    if (sql.includes("SELECT 'fingerprint'")) return [['fingerprint', '', '', 'f'], ...(catalogue.facts ?? [])]
    if (sql.includes('is_included_column')) return catalogue.factIndexes ?? []
    if (sql.includes('filter_definition')) return catalogue.indexes ?? []
    if (sql.includes('is_computed')) return catalogue.columns
    if (sql.includes('foreign_key_columns')) return catalogue.references ?? []
    if (sql.includes('COUNT_BIG')) return [catalogue.counts ?? [0, 0]]
    if (sql.includes('FROM sys.objects')) return [[1, 't', catalogue.type ?? 'U']]
    throw new Error(`Nobody expects ${sql}`)
  }
  const refuse = (): never => {
    throw new Error('There is no server')
  }
  return {
    dialect: mssqlDialect,
    read: async ({ sql }) => answer(sql).map((row) => [...row]),
    readJson: refuse,
    transact: refuse,
    changeSchema: refuse,
    schemaSettled: refuse,
    schemaVersion: refuse,
    dataVersion: refuse,
    close: async () => undefined,
  }
}

const catalogueColumn = (
  columnName: string,
  type: string,
  bytes: number,
  rest: { nullable?: boolean; default?: string; key?: number; identity?: boolean; computed?: boolean } = {},
): StoredValue[] => [
  columnName,
  type,
  bytes,
  19,
  0,
  rest.nullable ?? true,
  rest.default ?? null,
  rest.key ?? 0,
  rest.identity ?? false,
  rest.computed ?? false,
]
const idColumn = catalogueColumn('id', 'bigint', 8, { nullable: false, key: 1, identity: true })

describe('a schema as SQL Server describes it', () => {
  it('says types as they are declared, defaults as people wrote them, and what the server keeps itself', async () => {
    const server = serverWith({
      columns: [
        idColumn,
        catalogueColumn('name', 'nvarchar', 900, { default: "(N'it''s')" }),
        catalogueColumn('text', 'nvarchar', -1),
        catalogueColumn('n', 'int', 4, { default: '((7))' }),
        catalogueColumn('at', 'datetime2', 8, { default: '(sysutcdatetime())' }),
        catalogueColumn('sum', 'int', 4, { computed: true }),
      ],
      indexes: [
        ['pk', true, null, 'id'],
        ['one_name', true, '([name] IS NOT NULL)', 'name'],
        ['some_n', true, '([n]>(5))', 'n'],
      ],
      references: [
        ['t', 5, 'parent', 'NO_ACTION', 'SET_NULL', 'a', 'x'],
        ['t', 5, 'parent', 'NO_ACTION', 'SET_NULL', 'b', 'y'],
      ],
    })
    const described = await mssqlDialect.introspect.describeTable(server, 't')
    expect(
      described?.columns.map((native) => [
        native.name,
        native.nativeType,
        mssqlDialect.uiTypeOf(native),
        native.defaultValue,
      ]),
    ).toEqual([
      ['id', 'bigint', 'ID', null],
      ['name', 'nvarchar(450)', 'SingleLineText', "'it''s'"],
      ['text', 'nvarchar(max)', 'LongText', null],
      ['n', 'int', 'Number', '7'],
      ['at', 'datetime2(0)', 'DateTime', 'sysutcdatetime()'],
      ['sum', 'int', 'Number', null],
    ])
    expect(described?.columns.filter(({ generated }) => generated).map((native) => native.name)).toEqual(['sum'])
    expect(described?.indexes).toEqual([
      { name: 'pk', unique: true, columns: ['id'] },
      { name: 'one_name', unique: true, columns: ['name'] },
      { name: 'some_n', unique: false, columns: ['n'] },
    ])
    expect(described?.foreignKeys).toEqual([
      {
        columns: ['a', 'b'],
        referencedTable: 'parent',
        referencedColumns: ['x', 'y'],
        onDelete: 'SET NULL',
        onUpdate: 'NO ACTION',
      },
    ])
  })

  it.each([
    ['((0))', '0'],
    ["(N'a)(')", "'a)('"],
    ['((1)+(2))', '(1)+(2)'],
    ['(getdate())', 'getdate()'],
  ])('takes the brackets from %s', (sql, expected) => {
    expect(plainDefault(sql)).toBe(expected)
  })
})

const texts = (steps: readonly Step[]): string[] => steps.map(({ sql }) => sql.replaceAll(/\s+/g, ' '))
/** Returns the change itself, without the steps that lock the table and check that it is unchanged. */
const changeTexts = ({ up }: SchemaPlan): string[] => {
  const all = texts(up)
  expect(all[0]).toBe('SELECT TOP (1) 1 FROM [t] WITH (TABLOCKX, HOLDLOCK)')
  expect(all[1]).toMatch(/^SELECT 1 WHERE \(SELECT CONCAT\(COUNT\(\*\).* = @p2$/)
  return all.slice(2)
}

describe('schema changes of SQL Server', () => {
  it('make a table of what is selected, for rows on their way into another', () => {
    expect(mssqlDialect.schema.tableOf('SELECT t.[a] AS [c0] FROM [t] t', 'nc_import_x').sql).toBe(
      'SELECT [~chosen].* INTO [nc_import_x] FROM (SELECT t.[a] AS [c0] FROM [t] t) AS [~chosen]',
    )
  })

  const { schema } = mssqlDialect

  it('make a table', () => {
    const plan = schema.createTable(
      'we]ird',
      [
        definition('id', 'ID', { primaryKey: true, required: true }),
        definition('name', 'SingleLineText', { required: true, defaultValue: "it's" }),
        definition('mail', 'Email', { unique: true }),
        definition('ok', 'Checkbox', { defaultValue: '1' }),
        definition('at', 'DateTime', { defaultValue: 'CURRENT_TIMESTAMP' }),
        definition('parent', 'ForeignKey'),
      ],
      [
        {
          columns: ['parent'],
          referencedTable: 'we]ird',
          referencedColumns: ['id'],
          onDelete: 'RESTRICT',
          onUpdate: 'x; DROP',
        },
      ],
    )
    expect(texts(plan.up)).toEqual([
      "CREATE TABLE [we]]ird] ( [id] bigint IDENTITY(1,1) NOT NULL PRIMARY KEY, [name] nvarchar(450) NOT NULL DEFAULT N'it''s', [mail] nvarchar(450) NULL, [ok] bit NULL DEFAULT 1, [at] datetime2(7) NULL DEFAULT SYSUTCDATETIME(), [parent] bigint NULL, FOREIGN KEY ([parent]) REFERENCES [we]]ird] ([id]) ON UPDATE NO ACTION ON DELETE NO ACTION )",
      'CREATE UNIQUE INDEX [we]]ird_mail_key] ON [we]]ird] ([mail]) WHERE [mail] IS NOT NULL',
    ])
    expect(texts(plan.down)).toEqual(['DROP TABLE [we]]ird]'])
    expect(() => schema.createTable('#temporary', [])).toThrow('TABLE_NAME_INVALID')
    expect(() => schema.createTable('x'.repeat(129), [])).toThrow('TABLE_NAME_INVALID')
  })

  it('rename a table, whatever it is called', async () => {
    const { up, down } = await schema.renameTable(serverWith({ columns: [] }), "a'b]c", 'new name')
    expect(texts(up)).toEqual(["EXEC sp_rename N'[a''b]]c]', N'new name', N'OBJECT'"])
    expect(texts(down)).toEqual(["EXEC sp_rename N'[new name]', N'a''b]c', N'OBJECT'"])
  })

  it('drop a table, unless others need it', async () => {
    const columns = [idColumn, catalogueColumn('name', 'nvarchar', 900, { default: "(N'x')" })]
    const alone = serverWith({ columns, factIndexes: [['pk', true, 1, true, null, 'id', false, false, 1]] })
    const plan = await schema.dropTable(alone, 't')
    expect(changeTexts(plan)).toEqual(['DROP TABLE [t]'])
    expect(texts(plan.down)).toEqual([
      "CREATE TABLE [t] ( [id] bigint IDENTITY(1,1) NOT NULL, [name] nvarchar(450) DEFAULT 'x' NULL )",
      'ALTER TABLE [t] ADD CONSTRAINT [pk] PRIMARY KEY ([id])',
    ])
    const needed = serverWith({
      columns,
      facts: [
        ['referring', 'child', 'id', 'fk'],
        ['view', 'seen', '', 'SELECT …'],
      ],
    })
    await expect(schema.dropTable(needed, 't')).rejects.toMatchObject({
      code: 'TABLE_IN_USE',
      details: { by: 'child, seen' },
    })
    await expect(schema.dropTable(serverWith({ columns, type: 'V' }), 't')).rejects.toMatchObject({
      code: 'TABLE_READ_ONLY',
    })
  })

  const columns = [
    idColumn,
    catalogueColumn('a', 'nvarchar', -1, { default: "(N'5')" }),
    catalogueColumn('b', 'bigint', 8),
  ]
  const changed = (columnName: string, to: ColumnDefinition, from?: UiType): ColumnChange => ({
    kind: 'change',
    name: columnName,
    column: to,
    ...(from === undefined ? {} : { from }),
  })

  it('add, rename and drop columns together', async () => {
    const server = serverWith({
      columns,
      facts: [['default', 'DF_a', 'a', "(N'5')"]],
      factIndexes: [['on_a', false, 0, false, null, 'a', true, false]],
    })
    const plan = await schema.changeColumns(server, 't', [
      { kind: 'drop', name: 'a' },
      { kind: 'rename', name: 'b', newName: 'a', newTitle: 'a' },
      { kind: 'add', column: definition('b', 'Number', { unique: true, defaultValue: '3' }) },
    ])
    expect(changeTexts(plan)).toEqual([
      'ALTER TABLE [t] DROP CONSTRAINT [DF_a]',
      'DROP INDEX [on_a] ON [t]',
      'ALTER TABLE [t] DROP COLUMN [a]',
      'ALTER TABLE [t] ADD [~new0] bigint NULL DEFAULT 3 WITH VALUES',
      "EXEC sp_rename N'[t].[b]', N'~0', N'COLUMN'",
      "EXEC sp_rename N'[t].[~new0]', N'~1', N'COLUMN'",
      "EXEC sp_rename N'[t].[~0]', N'a', N'COLUMN'",
      "EXEC sp_rename N'[t].[~1]', N'b', N'COLUMN'",
      'CREATE UNIQUE INDEX [t_b_key] ON [t] ([b]) WHERE [b] IS NOT NULL',
    ])
  })

  it('know what goes with a column, so that restoring it brings that back', async () => {
    const server = serverWith({
      columns: [
        idColumn,
        catalogueColumn('a', 'nvarchar', 100, { default: "(N'5')", nullable: false }),
        catalogueColumn('b', 'bigint', 8),
        catalogueColumn('sum', 'bigint', 8, { computed: true }),
      ],
      facts: [
        ['default', 'DF_a', 'a', "(N'5')"],
        ['collation', 'a', 'a', 'Czech_CI_AS'],
        ['check', 'a_short', 'a', '(len([a])<(5))'],
        ['check', 'both', 'a', '(len([a])<[b])'],
        ['check', 'both', 'b', '(len([a])<[b])'],
      ],
      factIndexes: [
        ['pk', true, 1, true, null, 'id', false, false, 1],
        // The definition of the column makes it unique.
        ['t_a_key', true, 0, false, '([a] IS NOT NULL)', 'a', false, false, 2],
        ['on_both', true, 0, false, '([b]>(5))', 'a', true, false, 2],
        ['on_both', true, 0, false, '([b]>(5))', 'b', false, true, 2],
        ['together', true, 1, false, null, 'a', false, false, 2],
        ['together', true, 1, false, null, 'b', false, false, 2],
        ['columns', false, 0, false, null, 'a', false, true, 6],
      ],
    })
    const parts = await schema.columnParts?.(server, 't', ['a', 'sum'])
    expect(parts?.map(({ column, kind, name }) => [column, kind, name])).toEqual([
      ['a', 'type', 'Czech_CI_AS'],
      ['a', 'default', "(N'5')"],
      ['a', 'rule', 'a_short'],
      ['a', 'rule', 'both'],
      ['a', 'index', 'on_both'],
      ['a', 'index', 'together'],
    ])
    expect(parts?.map(({ sql }) => sql.replace(/^DECLARE @drop .*EXEC \(@drop\)/, 'drop the default'))).toEqual([
      'drop the default; ALTER TABLE [t] ALTER COLUMN [a] nvarchar(50) COLLATE Czech_CI_AS NOT NULL',
      "drop the default; ALTER TABLE [t] ADD CONSTRAINT [DF_a] DEFAULT (N'5') FOR [a]",
      'ALTER TABLE [t] ADD CONSTRAINT [a_short] CHECK (len([a])<(5))',
      'ALTER TABLE [t] ADD CONSTRAINT [both] CHECK (len([a])<[b])',
      'CREATE UNIQUE INDEX [on_both] ON [t] ([a] DESC) INCLUDE ([b]) WHERE ([b]>(5))',
      'ALTER TABLE [t] ADD CONSTRAINT [together] UNIQUE ([a], [b])',
    ])
    expect(parts?.[0]?.optionalSql).toContain('ALTER TABLE [t] ALTER COLUMN [a] nvarchar(50) COLLATE Czech_CI_AS NULL')
  })

  it('rename a unique column with the index that knows its name', async () => {
    const server = serverWith({
      columns,
      factIndexes: [['t_b_key', true, 0, false, '([b] IS NOT NULL)', 'b', false, false]],
    })
    const plan = await schema.changeColumns(server, 't', [{ kind: 'rename', name: 'b', newName: 'c', newTitle: 'c' }])
    expect(changeTexts(plan)).toEqual([
      'DROP INDEX [t_b_key] ON [t]',
      "EXEC sp_rename N'[t].[b]', N'c', N'COLUMN'",
      'CREATE UNIQUE INDEX [t_c_key] ON [t] ([c]) WHERE [c] IS NOT NULL',
    ])
  })

  it('convert values by way of a text that keeps them, with the default and the indexes behind', async () => {
    const server = serverWith({
      columns,
      facts: [['default', 'DF_a', 'a', "(N'5')"]],
      factIndexes: [
        ['on_b_a', false, 0, false, null, 'b', false, false],
        ['on_b_a', false, 0, false, null, 'a', false, true],
      ],
    })
    const plan = await schema.changeColumns(server, 't', [
      changed('a', definition('a', 'Number', { defaultValue: "'5'" }), 'LongText'),
    ])
    const [guard, ...steps] = changeTexts(plan)
    expect(guard).toMatch(/^SELECT 1 WHERE NOT EXISTS \(SELECT 1 FROM \[t\] WHERE \(\(\[a\] IS NOT NULL AND /)
    expect(steps.map((sql) => sql.replace(/\(SELECT CASE WHEN .* AS given\)$/s, '…'))).toEqual([
      'DROP INDEX [on_b_a] ON [t]',
      'ALTER TABLE [t] DROP CONSTRAINT [DF_a]',
      'ALTER TABLE [t] ADD [~a] nvarchar(max) NULL',
      'UPDATE [t] SET [~a] = …',
      'ALTER TABLE [t] ALTER COLUMN [a] nvarchar(max) NULL',
      'UPDATE [t] SET [a] = [~a]',
      'ALTER TABLE [t] DROP COLUMN [~a]',
      'ALTER TABLE [t] ALTER COLUMN [a] bigint NULL',
      'ALTER TABLE [t] ADD DEFAULT 5 FOR [a]',
      'CREATE INDEX [on_b_a] ON [t] ([b]) INCLUDE ([a])',
    ])
    await expect(
      schema.changeColumns(serverWith({ columns, counts: [2, 0] }), 't', [
        changed('a', definition('a', 'Number'), 'LongText'),
      ]),
    ).rejects.toMatchObject({ code: 'COLUMN_VALUES_NOT_CONVERTIBLE', details: { column: 'a', count: 2 } })
  })

  it('fill a column that becomes required, and make it unique', async () => {
    const plan = await schema.changeColumns(serverWith({ columns }), 't', [
      changed('b', definition('b', 'Number', { required: true, unique: true, defaultValue: '9' })),
    ])
    expect(changeTexts(plan)).toEqual([
      'SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM [t] WHERE ((COALESCE([b], 9)) IS NULL))',
      'UPDATE [t] SET [b] = COALESCE([b], 9)',
      'ALTER TABLE [t] ALTER COLUMN [b] bigint NOT NULL',
      'ALTER TABLE [t] ADD DEFAULT 9 FOR [b]',
      'CREATE UNIQUE INDEX [t_b_key] ON [t] ([b]) WHERE [b] IS NOT NULL',
    ])
  })

  it('count and fill with texts: an aggregate takes no query, and a number would make numbers of all', async () => {
    const read: string[] = []
    const server = serverWith({ columns })
    const watched: Database = {
      ...server,
      read: async (statement) => {
        read.push(statement.sql)
        return server.read(statement)
      },
    }
    const plan = await schema.changeColumns(watched, 't', [
      changed('a', definition('a', 'Decimal', { required: true, defaultValue: '0.5' }), 'LongText'),
    ])
    const count = read.find((sql) => sql.includes('COUNT_BIG'))
    expect(count).toMatch(/^SELECT COUNT_BIG\(x\.is_lost\), COUNT_BIG\(x\.is_missing\) FROM \(SELECT CASE WHEN /)
    expect(changeTexts(plan).find((sql) => sql.startsWith('UPDATE'))).toMatch(/CONVERT\(nvarchar\(max\), 0\.5\)\)$/)
  })

  it('are undone with the default, the index and the type that were there', async () => {
    const server = serverWith({
      columns,
      facts: [
        ['default', 'DF_a', 'a', "(N'5')"],
        ['collation', 'a', 'a', 'Czech_CI_AS'],
      ],
      factIndexes: [['on_a', false, 0, false, null, 'a', false, false, 2]],
    })
    const plan = await schema.changeColumns(server, 't', [
      changed('a', definition('a', 'Number', { unique: true, defaultValue: '7' }), 'LongText'),
      { kind: 'add', column: definition('c', 'Number', { defaultValue: '1' }) },
    ])
    expect(
      texts(plan.down).map((sql) => sql.replace(/^DECLARE @drop .*c\.name = (N'.'\).*)$/, 'drop the default of $1')),
    ).toEqual([
      'DROP INDEX [t_a_key] ON [t]',
      "drop the default of N'c'); IF @drop IS NOT NULL EXEC (@drop)",
      'ALTER TABLE [t] DROP COLUMN [c]',
      'DROP INDEX [on_a] ON [t]',
      "drop the default of N'a'); IF @drop IS NOT NULL EXEC (@drop)",
      'ALTER TABLE [t] ALTER COLUMN [a] nvarchar(max) COLLATE Czech_CI_AS NULL',
      "ALTER TABLE [t] ADD CONSTRAINT [DF_a] DEFAULT (N'5') FOR [a]",
      'CREATE INDEX [on_a] ON [t] ([a])',
    ])
  })

  it.each(['xml', 'money'])('replace a column that the server makes no text of: %s', async (type) => {
    const server = serverWith({ columns: [idColumn, catalogueColumn('x', type, -1)] })
    const plan = await schema.changeColumns(server, 't', [changed('x', definition('x', 'LongText'), 'LongText')])
    const steps = changeTexts(plan)
    expect(steps).toContain('ALTER TABLE [t] DROP COLUMN [x]')
    expect(steps).toContain("EXEC sp_rename N'[t].[~x]', N'x', N'COLUMN'")
  })

  it('do not touch indexes that nothing here can make again', async () => {
    const server = serverWith({ columns, factIndexes: [['columns', false, 0, false, null, 'b', false, true, 6]] })
    await expect(
      schema.changeColumns(server, 't', [changed('b', definition('b', 'SingleLineText'), 'Number')]),
    ).rejects.toMatchObject({ code: 'COLUMN_IN_USE', details: { by: 'columns' } })
  })

  it('need no owner of the database', async () => {
    const read: string[] = []
    const server = serverWith({ columns, isOwner: false })
    const watched = {
      ...server,
      read: async (statement: { sql: string; params: readonly StoredValue[] }) => {
        read.push(statement.sql)
        return server.read(statement)
      },
    }
    await schema.dropTable(watched, 't')
    expect(read.filter((sql) => /FROM sys\.sql_expression_dependencies/.test(sql))).toEqual([])
    expect(read.some((sql) => sql.includes('sys.sql_dependencies'))).toBe(true)
  })

  it('count nothing beside the key', async () => {
    expect(() => schema.createTable('t', [definition('no', 'AutoNumber')])).toThrow('COLUMN_TYPE_INVALID')
    await expect(
      schema.changeColumns(serverWith({ columns }), 't', [{ kind: 'add', column: definition('no', 'AutoNumber') }]),
    ).rejects.toMatchObject({ code: 'COLUMN_TYPE_INVALID' })
  })

  it('let one key of a table of pairs cascade where both lead to the same table', () => {
    const key = (column: string, referencedTable: string): ForeignKey => ({
      columns: [column],
      referencedTable,
      referencedColumns: ['id'],
      onDelete: 'CASCADE',
      onUpdate: 'CASCADE',
    })
    const actions = (keys: readonly ForeignKey[]) =>
      pairKeys(keys, mssqlDialect.capabilities).map(({ onDelete }) => onDelete)
    expect(actions([key('a', 'people'), key('b', 'People')])).toEqual(['CASCADE', 'NO ACTION'])
    expect(actions([key('a', 'people'), key('b', 'places')])).toEqual(['CASCADE', 'CASCADE'])
    expect(pairKeys([key('a', 't'), key('b', 't')], { severalCascades: true })[1]?.onDelete).toBe('CASCADE')
  })

  it('keep what is said of a column', async () => {
    const said = (name: string, description?: string): ColumnChange =>
      changed(
        name,
        definition(name, name === 'a' ? 'LongText' : 'Number', {
          options: description === undefined ? {} : { description },
        }),
      )
    const place = (name: string): string =>
      `@level0type = N'SCHEMA', @level0name = @schema, @level1type = N'TABLE', @level1name = N't', @level2type = N'COLUMN', @level2name = N'${name}'`
    const exec = (action: string): string =>
      `DECLARE @schema sysname = SCHEMA_NAME(); EXEC sp_${action}extendedproperty @name = N'MS_Description'`
    const plan = await schema.changeColumns(serverWith({ columns }), 't', [said('b', "it's")])
    expect(changeTexts(plan)).toEqual([`${exec('add')}, @value = N'it''s', ${place('b')}`])
    expect(plan.down.map(({ sql }) => sql)).toEqual([`${exec('drop')}, ${place('b')}`])
    const made = schema.createTable('t', [definition('b', 'Number', { options: { description: 'x' } })])
    expect(made.up.at(-1)?.sql).toBe(`${exec('add')}, @value = N'x', ${place('b')}`)
  })

  it('add a rule, and delete it again', async () => {
    const { objects } = mssqlDialect
    const server = serverWith({ columns })
    const check = { name: 'dear', condition: '[b] > 1' }
    const [add, drop] = [
      'ALTER TABLE [t] ADD CONSTRAINT [dear] CHECK ([b] > 1)',
      'ALTER TABLE [t] DROP CONSTRAINT [dear]',
    ]
    const texts = ({ up, down }: SchemaPlan): string[] => [...up, ...down].map(({ sql }) => sql)
    expect(texts(await objects.createCheck(server, 't', check))).toEqual([add, drop])
    expect(texts(await objects.dropCheck(server, 't', check))).toEqual([drop, add])
  })

  it('add a foreign key with its column and its index, and drop it again', async () => {
    const key = {
      columns: ['parent'],
      referencedTable: 'parent',
      referencedColumns: ['id'],
      onDelete: 'CASCADE',
      onUpdate: 'NO ACTION',
    }
    const made = await schema.addForeignKey(serverWith({ columns }), 't', key, [definition('parent', 'ForeignKey')])
    expect(changeTexts(made)).toEqual([
      'ALTER TABLE [t] ADD [parent] bigint NULL',
      'ALTER TABLE [t] ADD CONSTRAINT [t_parent_fkey] FOREIGN KEY ([parent]) REFERENCES [parent] ([id]) ON UPDATE NO ACTION ON DELETE CASCADE',
      'CREATE INDEX [t_parent_idx] ON [t] ([parent])',
    ])
    const linked = serverWith({
      columns: [...columns, catalogueColumn('parent', 'bigint', 8)],
      facts: [['foreignKey', 'fk_1', 'parent', 'parent']],
    })
    expect(changeTexts(await schema.dropForeignKey(linked, 't', key, ['parent']))).toEqual([
      'ALTER TABLE [t] DROP CONSTRAINT [fk_1]',
      'ALTER TABLE [t] DROP COLUMN [parent]',
    ])
    await expect(schema.dropForeignKey(serverWith({ columns }), 't', key, [])).rejects.toMatchObject({
      code: 'RELATION_NOT_FOUND',
    })
  })

  it.each<[string, ColumnChange, StoredValue[][], string]>([
    ['a key', { kind: 'drop', name: 'id' }, [], 'COLUMN_KEY_FIXED'],
    ['what others point to', { kind: 'drop', name: 'b' }, [['referring', 'child', 'b', 'fk']], 'COLUMN_IN_USE'],
    ['what a view shows', { kind: 'drop', name: 'b' }, [['view', 'v', '', 'SELECT B FROM t']], 'COLUMN_IN_USE'],
    ['what a computed column needs', { kind: 'drop', name: 'b' }, [['computed', 'c', 'b', '']], 'COLUMN_IN_USE'],
    [
      'a foreign key',
      changed('b', definition('b', 'Date'), 'ForeignKey'),
      [['foreignKey', 'fk', 'b', 'p']],
      'COLUMN_IN_USE',
    ],
    ['what is not there', { kind: 'drop', name: 'x' }, [], 'COLUMN_NOT_FOUND'],
    ['a second key', { kind: 'add', column: definition('n', 'ID') }, [], 'COLUMN_KEY_FIXED'],
  ])('leave %s alone', async (_, change, facts, code) => {
    await expect(schema.changeColumns(serverWith({ columns, facts }), 't', [change])).rejects.toMatchObject({ code })
  })

  it('are not supported for a column that the server counts', async () => {
    const counted = [idColumn, catalogueColumn('n', 'bigint', 8, { identity: true, nullable: false })]
    await expect(
      schema.changeColumns(serverWith({ columns: counted }), 't', [
        changed('n', definition('n', 'Number'), 'AutoNumber'),
      ]),
    ).rejects.toMatchObject({ code: 'SCHEMA_CHANGE_UNSUPPORTED' })
  })

  it.each<[UiType, RegExp]>([
    ['Number', /TRY_CAST\(.* AS decimal\(38,9\)\)/],
    ['Decimal', /TRY_CAST\(.* AS decimal\(38,18\)\)/],
    ['Checkbox', /LOWER\(.*\) IN \(N'1', N'1\.0', N'true', N'yes', N'on'\) THEN N'1'/],
    ['Date', /TRY_CONVERT\(date, LEFT\(.*, 10\), 23\) IS NOT NULL/],
    ['DateTime', /SWITCHOFFSET\(TRY_CAST\(.* AS datetimeoffset\(7\)\), '\+00:00'\)/],
    ['Time', /TRY_CAST\(.* AS time\(7\)\)/],
    // Any JSON value: on its own, ISJSON accepts only lists and objects.
    ['JSON', /ISJSON\(N'\[' \+ .* \+ N'\]'\) = 1 AND \(SELECT COUNT\(\*\) FROM OPENJSON\(.*\)\) = 1/],
    ['Decimal', /<= 18 THEN TRY_CAST/],
    ['Percent', /CASE WHEN LEN/],
  ])('try before they convert to %s', (uiType, pattern) => {
    const from = { nativeType: 'nvarchar(max)', fromCheckbox: false }
    expect(convertedSql('[v]', from, definition('v', uiType)).replaceAll(/\s+/g, ' ')).toMatch(pattern)
  })
})

describe('values as SQL Server shows them', () => {
  it('floats have no exponent where none is needed, and their own digits where 15 are not all', () => {
    const sql = shownText('float', '[f]')
    expect(sql).toMatch(/^CASE WHEN TRY_CAST\(CASE WHEN \[f\] = 0 THEN N'0'/)
    expect(sql).toMatch(/= \[f\] THEN .* ELSE CONVERT\(nvarchar\(40\), \[f\], 3\) END$/s)
  })

  it('decimals in scripts are of the type of their column, whatever stands beside them', () => {
    const literal = (nativeType: string, value: StoredValue) =>
      mssqlDialect.script.literal({ nativeType, uiType: 'Decimal' }, value)
    expect(literal('decimal(38,18)', '12345678901234567890.5')).toBe('CAST(12345678901234567890.5 AS decimal(38,18))')
    expect(literal('decimal(38,18)', 1)).toBe('CAST(1 AS decimal(38,18))')
    expect(literal('nvarchar(9)', '1')).toBe("N'1'")
  })

  it('routines are called as what they are', () => {
    const call = mssqlDialect.routineCall?.('function', "a'b", 2) ?? ''
    expect(call).toContain("OBJECTPROPERTY(OBJECT_ID(@name), 'IsTableFunction') = 1 THEN N'SELECT * FROM '")
    expect(call).toContain("N'.[a''b]'")
    expect(call).toMatch(/EXEC sp_executesql @call, N'@p1 nvarchar\(max\), @p2 nvarchar\(max\)', @p1, @p2$/)
    expect(mssqlDialect.routineCall?.('procedure', 'keep', 1)).toBe('EXEC [keep] @p1')
  })
})
