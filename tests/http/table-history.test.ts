import { afterEach, beforeEach, expect, it } from 'vitest'
import type { HistoryMoment, TableComparison } from '@common/operations/history'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

type Row = Readonly<Record<string, unknown>>

await describeEngines('Tables at earlier moments', { nightly: 'servers' }, (engine) => {
  let opened: OpenedEngine
  let server: TestServer
  let owner: TestUser
  let as: { token: string; projectId: string }
  /** Milliseconds added to the time of the server, so that moments differ. */
  let ahead = 0

  beforeEach(async () => {
    opened = await engine.open()
    server = await startServer({
      clock: { now: () => new Date(Date.now() + ahead), monotonicMs: () => performance.now() },
    })
    owner = await server.signUp()
    as = { token: owner.token, projectId: await createEngineProject(server, owner, engine, opened) }
    const columns = [
      { name: 'id', type: 'ID' },
      { name: 'name', type: 'SingleLineText' },
      { name: 'price', type: 'Decimal', options: { precision: 2 } },
      { name: 'day', type: 'Date' },
      { name: 'note', type: 'LongText' },
      { name: 'created', type: 'CreateTime' },
      { name: 'updated', type: 'LastModifiedTime' },
    ] as const
    await server.operate('tableCreate', { table: 'things', columns: [...columns] }, as)
    await write(
      'things/bulk',
      'POST',
      [1, 2, 3, 4, 5].map((n) => ({ name: `Thing ${n}`, price: n / 4, day: '2024-02-29', note: `Note ${n}` })),
    )
  })
  afterEach(async () => {
    await server.close()
    await opened.drop()
  })

  const request = async (path: string, method: string, body?: unknown): Promise<unknown> => {
    const answer = await server.request(`/nc/${as.projectId}/api/v1/${path}`, { method, token: as.token, body })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    return answer.json
  }
  const write = request
  const rows = async (): Promise<Row[]> => {
    const found = (await request('things?sort=id&limit=1000', 'GET')) as Row[]
    // A restore sets the time of change, like every change.
    return found.map((row) => Object.fromEntries(Object.entries(row).filter(([title]) => title !== 'updated')))
  }
  /** Returns the present moment; later changes have later times. */
  const moment = (): { at: string } => {
    ahead += 2_000
    const at = new Date(Date.now() + ahead - 1_000).toISOString()
    return { at }
  }
  const compare = (at: HistoryMoment): Promise<TableComparison> =>
    server.operate('historyCompare', { table: 'things', moment: at }, as)
  const restore = (at: HistoryMoment, { seen }: TableComparison, records?: string[]) =>
    server.operate('historyRestore', { table: 'things', moment: at, seen, ...(records && { records }) }, as)
  const send = (name: string, body: unknown, token = as.token): Promise<Answer> =>
    server.request(`/api/v1/operations/${name}?project=${as.projectId}`, { method: 'POST', token, body })
  const states = ({ list }: TableComparison) => list.map(({ rowId, state, columns }) => [rowId, state, columns])

  /** Changes, deletes and adds records, some of them twice. */
  const change = async (): Promise<void> => {
    await write('things/1', 'PUT', { name: 'Renamed', price: 9.75 })
    await write('things/1', 'PUT', { name: 'Renamed again' })
    await write('things/2', 'PUT', { note: null, day: '2025-01-31' })
    await write('things/3', 'PUT', { note: 'Changed before it went' })
    await write('things/3', 'DELETE')
    await write('things/4', 'PUT', { name: 'Other' })
    await write('things/4', 'PUT', { name: 'Thing 4' })
    await write('things', 'POST', { name: 'New', price: 1 })
    await write('things', 'POST', { name: 'New and gone' })
    await write('things/7', 'DELETE')
  }

  it('are rebuilt from the log, restored as one change, and undone with one step', async () => {
    const was = await rows()
    const at = moment()
    await change()
    const now = await rows()
    const comparison = await compare(at)
    expect(comparison).toMatchObject({
      source: 'log',
      was: 5,
      now: 5,
      added: 1,
      changed: 2,
      deleted: 1,
      left: 0,
      gaps: [],
      more: false,
    })
    expect(states(comparison)).toEqual([
      ['1', 'changed', ['name', 'price']],
      ['2', 'changed', ['day', 'note']],
      ['3', 'deleted', []],
      ['6', 'added', []],
    ])
    expect(comparison.list[0]).toMatchObject({ was: { name: 'Thing 1' }, now: { name: 'Renamed again' } })
    expect(comparison.list[2]).toMatchObject({ was: { name: 'Thing 3', note: 'Note 3' }, now: null })

    const { change: made, ...counts } = await restore(at, comparison)
    expect(counts).toEqual({ restored: 1, reset: 2, deleted: 1 })
    expect(await rows()).toEqual(was)
    expect(await compare(at)).toMatchObject({ added: 0, changed: 0, deleted: 0 })

    await server.operate('changeUndo', { change: made ?? '' }, as)
    expect(await rows()).toEqual(now)
  })

  it('restore only chosen records', async () => {
    const was = await rows()
    const at = moment()
    await change()
    const comparison = await compare(at)
    await restore(at, comparison, ['2', '3'])
    const now = await rows()
    expect(now.find(({ id }) => id === 2)).toEqual(was[1])
    expect(now.find(({ id }) => id === 3)).toEqual(was[2])
    expect(now.find(({ id }) => id === 1)).toMatchObject({ name: 'Renamed again' })
    expect(now.find(({ id }) => id === 6)).toMatchObject({ name: 'New' })
    const left = await compare(at)
    expect(
      (await send('historyRestore', { table: 'things', moment: at, seen: left.seen, records: ['2'] })).error.code,
    ).toBe('HISTORY_RECORDS_UNKNOWN')
  })

  it('are compared with a snapshot, also after changes that Basalt did not see', async () => {
    const was = await rows()
    const { id: snapshot } = await server.operate('snapshotTake', { title: 'Before' }, as)
    const at = moment()
    const quote = opened.database.dialect.quote
    await opened.database.transact([
      {
        sql: `UPDATE ${quote('things')} SET ${quote('name')} = 'By another program' WHERE ${quote('id')} = 5`,
        params: [],
      },
    ])
    await write('things/5', 'PUT', { price: 7 })
    await write('things/1', 'DELETE')
    // The log knows the price of record 5 only.
    expect(states(await compare(at))).toEqual([
      ['1', 'deleted', []],
      ['5', 'changed', ['price']],
    ])
    const comparison = await compare({ snapshot })
    expect(comparison).toMatchObject({ source: 'snapshot', snapshot: 'Before', was: 5, now: 4 })
    expect(states(comparison)).toEqual([
      ['1', 'deleted', []],
      ['5', 'changed', ['name', 'price']],
    ])
    await restore({ snapshot }, comparison)
    expect(await rows()).toEqual(was)
    expect((await server.operate('snapshotCompare', { id: snapshot }, as))[0]).toMatchObject({ state: 'same' })
  })

  it('tell when another program changed a record that the log names', async () => {
    const at = moment()
    await write('things/5', 'PUT', { name: 'By Basalt' })
    const quote = opened.database.dialect.quote
    await opened.database.transact([
      {
        sql: `UPDATE ${quote('things')} SET ${quote('name')} = 'By another program' WHERE ${quote('id')} = 5`,
        params: [],
      },
    ])
    expect(await compare(at)).toMatchObject({ changed: 1, gaps: ['outside'] })
  })

  it('are not restored over records that changed since the comparison', async () => {
    const at = moment()
    await write('things/1', 'PUT', { name: 'Seen' })
    const comparison = await compare(at)
    await write('things/1', 'PUT', { name: 'Not seen' })
    const answer = await send('historyRestore', { table: 'things', moment: at, seen: comparison.seen })
    expect([answer.status, answer.error.code]).toEqual([409, 'HISTORY_CHANGED'])
    expect((await rows())[0]).toMatchObject({ name: 'Not seen' })
  })

  it('give a unique value back that a newer record holds', async () => {
    await server.operate('indexCreate', { table: 'things', name: 'things_name', columns: ['name'], unique: true }, as)
    const was = await rows()
    const at = moment()
    await write('things/1', 'DELETE')
    await write('things', 'POST', { name: 'Thing 1' })
    await restore(at, await compare(at))
    expect(await rows()).toEqual(was)
  })

  it('restore the records of a whole snapshot with their links, in one change', async () => {
    const children = [
      { name: 'id', type: 'ID' },
      { name: 'title', type: 'SingleLineText' },
    ] as const
    await server.operate('tableCreate', { table: 'parts', columns: [...children] }, as)
    const link = { table: 'parts', relatedTable: 'things', kind: 'belongsTo' } as const
    const { column = '' } = await server.operate('linkCreate', link, as)
    await write(
      'parts/bulk',
      'POST',
      [1, 2, 3].map((n) => ({ title: `Part ${n}`, [column]: n })),
    )
    const parts = () => request('parts?sort=id&limit=100', 'GET')
    const was = [await rows(), await parts()]
    const { id } = await server.operate('snapshotTake', {}, as)
    // Parts first, as the database may refuse to delete a referenced record.
    for (const n of [1, 2]) await write(`parts/${n}`, 'DELETE')
    await write('things/1', 'DELETE')
    await write('things/2', 'PUT', { name: 'Changed' })
    await write('things', 'POST', { name: 'New' })
    await write('parts', 'POST', { title: 'Of the new one', [column]: 6 })
    const now = [await rows(), await parts()]
    const done = await server.operate('snapshotRestoreRecords', { id }, as)
    expect(done).toMatchObject({ restored: 3, reset: 1, deleted: 2, skipped: [] })
    expect([await rows(), await parts()]).toEqual(was)
    await server.operate('changeUndo', { change: done.change ?? '' }, as)
    expect([await rows(), await parts()]).toEqual(now)
    // A part links to the new record, which therefore can't go alone: nothing is written.
    expect((await send('snapshotRestoreRecords', { id, tables: ['things'] })).error.code).toBe('ROW_REFERENCED')
    expect([await rows(), await parts()]).toEqual(now)
    await server.operate('snapshotRestoreRecords', { id, tables: ['parts', 'things'] }, as)
    expect([await rows(), await parts()]).toEqual(was)
    expect((await send('snapshotRestoreRecords', { id, tables: ['absent'] })).error.code).toBe('HISTORY_TABLE_MISSING')
  })

  it.runIf(engine.dialect === 'sqlite')(
    'are restored in parts if very many records differ, as one change that is undone with one step',
    { tags: ['nightly'], timeout: 240_000 },
    async () => {
      const count = 20_500
      await server.operate(
        'tableCreate',
        {
          table: 'many',
          columns: [
            { name: 'id', type: 'ID' },
            { name: 'name', type: 'SingleLineText' },
          ],
        },
        as,
      )
      const name = opened.database.dialect.quote('name')
      const run = (...all: readonly string[]) => opened.database.transact(all.map((sql) => ({ sql, params: [] })))
      await run(`INSERT INTO many (id, ${name}) WITH RECURSIVE ids (id) AS (
        SELECT 1 UNION ALL SELECT id + 1 FROM ids WHERE id < ${count}) SELECT id, 'Before ' || id FROM ids`)
      const { id } = await server.operate('snapshotTake', { title: 'Before' }, as)
      await run(`UPDATE many SET ${name} = 'After ' || id`)
      await write('many/1', 'DELETE')
      await write('many', 'POST', { name: 'New' })
      const differing = async () => {
        const answer = await server.operate('historyCompare', { table: 'many', moment: { snapshot: id }, limit: 1 }, as)
        return { ...answer, numbers: [answer.added, answer.changed, answer.deleted] }
      }
      const { seen, numbers } = await differing()
      expect(numbers).toEqual([1, count - 1, 1])
      const restored = await server.operate('historyRestore', { table: 'many', moment: { snapshot: id }, seen }, as)
      expect(restored).toMatchObject({ restored: 1, reset: count - 1, deleted: 1 })
      expect((await differing()).numbers).toEqual([0, 0, 0])
      await server.operate('changeUndo', { change: restored.change ?? '', anyway: false }, as)
      const again = await differing()
      expect(again.numbers).toEqual([1, count - 1, 1])

      // The third part fails, and meanwhile two records of the first one were edited.
      const on = (trigger: string, id: number, does: string): string =>
        `CREATE TRIGGER ${trigger} AFTER UPDATE ON many WHEN NEW.id = ${id} AND NEW.${name} LIKE 'Before%'
          BEGIN ${does}; END`
      await run(
        on('edits', 7_000, `UPDATE many SET ${name} = 'Edited meanwhile' WHERE id IN (1, 7)`),
        on('fails', 12_000, "SELECT RAISE(ABORT, 'No')"),
      )
      const failed = await send('historyRestore', { table: 'many', moment: { snapshot: id }, seen: again.seen })
      expect([failed.status, failed.error]).toMatchObject([
        409,
        { code: 'CHANGE_PARTLY_TAKEN_BACK', details: { count: 2 } },
      ])
      const names = (await request('many?where=(id,in,1,2,7,7000,12000)&sort=id', 'GET')) as Row[]
      expect(names.map((row) => row['name'])).toEqual([
        'Edited meanwhile',
        'After 2',
        'Edited meanwhile',
        'After 7000',
        'After 12000',
      ])
      await server.operate('tableDelete', { table: 'many' }, as)
    },
  )

  it('count the changes of a span for a slider', async () => {
    const from = new Date(Date.now() - 3_600_000).toISOString()
    await change()
    const until = new Date(Date.now() + ahead + 60_000).toISOString()
    const { counts, reachesTo } = await server.operate('auditTimeline', { from, until, buckets: 10 }, as)
    expect(counts).toHaveLength(10)
    const { count } = await server.operate('auditCount', {}, as)
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(count)
    expect(Date.parse(reachesTo)).toBeLessThan(Date.now() + ahead)
    const answer = await send('historyCompare', { table: 'things', moment: { at: '2020-01-01T00:00:00Z' } })
    expect([answer.status, answer.error.code]).toEqual([422, 'HISTORY_NOT_REACHED'])
  })
})
