import { rowsOfChanges } from '@main/application/row-changes'
import type { Database } from '@main/db/database'
import { contextOf, inRole } from '@tests/helpers/context'
import { describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { sightedDataApi } from '@tests/helpers/sighted-data-api'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

await describeEngines('a check of changes', (engine) => {
  let opened: OpenedEngine
  beforeAll(async () => {
    opened = await engine.open()
    const sql = 'CREATE TABLE thing (id INTEGER PRIMARY KEY, name VARCHAR(100))'
    await opened.database.changeSchema([{ sql, params: [] }])
    const rows = Array.from({ length: 250 }, (_, at) => `(${at}, 'Thing')`).join(', ')
    await opened.database.transact([{ sql: `INSERT INTO thing VALUES ${rows}`, params: [] }])
  })
  afterAll(() => opened.drop())

  it('finds conflicts without writing statements', async () => {
    const { script } = opened.database.dialect
    const literal = vi.fn(script.literal)
    const dialect = { ...opened.database.dialect, script: { ...script, literal } }
    const database = new Proxy<Database>(opened.database, {
      get: (all, name) => (name === 'dialect' ? dialect : (Reflect.get(all, name) as unknown)),
    })
    const { api } = await sightedDataApi(database, ['thing'])
    const check = (expected: string, conflictsMax?: number) =>
      rowsOfChanges(api).check({
        projectId: 'p',
        context: contextOf(inRole('owner')) as never,
        changes: Array.from({ length: 250 }, (_, at) => ({
          kind: 'update',
          table: 'thing',
          rowId: String(at),
          values: { name: 'Lamp' },
          expected: { name: expected },
        })),
        anyway: false,
        why: 'undo',
        ...(conflictsMax !== undefined && { conflictsMax }),
      })
    await check('Thing')
    expect(literal).not.toHaveBeenCalled()
    const told = (max?: number) => check('Other', max).catch((error: unknown) => error)
    expect(await told()).toHaveProperty('details.conflicts.length', 200)
    expect(await told(250)).toHaveProperty('details.conflicts.length', 250)
  })
})
