import { afterEach, beforeEach, expect, it } from 'vitest'
import { dropHidden } from '@main/features/tables'
import type { ForeignKey } from '@common/model'
import { describeEngines, type OpenedEngine } from '@tests/helpers/engines'

await describeEngines('Hidden tables of an import that failed', (engine) => {
  let opened: OpenedEngine
  beforeEach(async () => {
    opened = await engine.open()
    const { schema } = opened.database.dialect
    for (const name of ['one', 'two', 'three']) {
      const create = schema.createTable(name, [
        {
          name: 'id',
          title: 'id',
          uiType: 'Number',
          required: true,
          unique: false,
          defaultValue: null,
          primaryKey: true,
          options: {},
        },
        {
          name: 'other',
          title: 'other',
          uiType: 'Number',
          required: false,
          unique: false,
          defaultValue: null,
          primaryKey: false,
          options: {},
        },
      ])
      await opened.database.changeSchema(create.up)
    }
  })
  afterEach(() => opened.drop())

  const refer = async (table: string, referencedTable: string): Promise<void> => {
    const { database } = opened
    const key: ForeignKey = {
      columns: ['other'],
      referencedTable,
      referencedColumns: ['id'],
      onDelete: 'NO ACTION',
      onUpdate: 'NO ACTION',
    }
    const { up } = await database.dialect.schema.addForeignKey(database, table, key, [])
    await database.changeSchema(up)
    const { quote } = database.dialect
    await database.transact([{ sql: `UPDATE ${quote(table)} SET other = 1`, params: [] }])
  }
  const fill = async (): Promise<void> => {
    for (const table of ['one', 'two', 'three'])
      await opened.database.transact([
        { sql: `INSERT INTO ${opened.database.dialect.quote(table)} (id) VALUES (1)`, params: [] },
      ])
  }
  const tables = async (): Promise<string[]> => {
    const { database } = opened
    return (await database.dialect.introspect.listTables(database)).map(({ name }) => name).toSorted()
  }

  it('are dropped in any order of their foreign keys, and when they are gone', async () => {
    await fill()
    await refer('one', 'two')
    await refer('three', 'one')
    await dropHidden(opened.database, ['one', 'two', 'three', 'four'])
    expect(await tables()).toEqual([])
    await dropHidden(opened.database, ['one'])
  })

  it('are dropped in a circle of foreign keys, and no others with them', async () => {
    await fill()
    await refer('one', 'two')
    await refer('two', 'one')
    await dropHidden(opened.database, ['one', 'two'])
    expect(await tables()).toEqual(['three'])
  })
})
