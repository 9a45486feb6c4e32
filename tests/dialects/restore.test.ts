import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { importInto, type Importing } from '@tests/helpers/imports'
import { startServer, type Answer, type TestServer } from '@tests/helpers/server'

/** Statements for objects that Basalt never creates: rules, triggers and types of foreign databases. */
const schemas = {
  sqlite: [
    `CREATE TABLE floats (id integer PRIMARY KEY, r real, loose, n text)`,
    `INSERT INTO floats VALUES (1, 9e999, 1.0, 'x'), (2, -9e999, 1, 'y'), (3, 0.5, '1', 'z')`,
    `CREATE TABLE stamped (id integer PRIMARY KEY, n text, at text)`,
    `CREATE TRIGGER stamp AFTER INSERT ON stamped BEGIN UPDATE stamped SET at = 'today' WHERE id = new.id; END`,
    `CREATE TABLE rich (id integer PRIMARY KEY, n text CHECK (n <> ''), v integer CHECK (v > 0), CONSTRAINT small CHECK (v < 100))`,
    `CREATE INDEX rich_v ON rich (v)`,
    `CREATE INDEX rich_nv ON rich (n, v) WHERE v > 1`,
    `INSERT INTO rich VALUES (1, 'a', 5), (2, 'b', NULL)`,
    `CREATE TABLE guarded (id integer PRIMARY KEY, n text)`,
    `INSERT INTO guarded VALUES (1, 'one')`,
    `CREATE TRIGGER no_insert BEFORE INSERT ON guarded WHEN new.n = 'skip' BEGIN SELECT RAISE(IGNORE); END`,
    `CREATE TRIGGER no_update BEFORE UPDATE ON guarded BEGIN SELECT RAISE(IGNORE); END`,
    `CREATE TABLE spoken (id integer PRIMARY KEY, n varchar(5))`,
    `CREATE TRIGGER speaks BEFORE INSERT ON spoken WHEN new.n = 'bad' BEGIN SELECT RAISE(ABORT, 'Bad things don''t go here'); END`,
  ],
  postgres: [
    `CREATE DOMAIN positive AS int CHECK (VALUE > 0)`,
    `CREATE TABLE rich (id int PRIMARY KEY, n text, v positive, w numeric(5, 2) DEFAULT (1 + 1) CHECK (w < 100), d timestamptz DEFAULT now())`,
    `CREATE INDEX rich_v ON rich (v)`,
    `CREATE INDEX rich_nv ON rich (n, v)`,
    `COMMENT ON COLUMN rich.v IS 'the v'`,
    `INSERT INTO rich VALUES (1, 'a', 5, 6.5, '2020-01-02'), (2, 'b', NULL, NULL, NULL)`,
    `CREATE TABLE counted (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n text)`,
    `CREATE TABLE counted_child (id int PRIMARY KEY, p int REFERENCES counted ON DELETE CASCADE, v text)`,
    `CREATE TABLE counted_note (id int PRIMARY KEY, p int REFERENCES counted ON DELETE SET NULL)`,
    `INSERT INTO counted (n) VALUES ('a'), ('b'), ('c')`,
    `INSERT INTO counted_child VALUES (1, 1, 'x'), (2, 1, 'y')`,
    `INSERT INTO counted_note VALUES (1, 1)`,
    `CREATE TABLE digits (id int PRIMARY KEY, d numeric, e numeric(10, 2))`,
    `INSERT INTO digits VALUES (1, 1.10, 1.10), (2, 12345678901234567890.1230, 5)`,
    `CREATE TABLE stamped (id int PRIMARY KEY, n text, at text)`,
    `CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN new.at := 'today'; RETURN new; END $$`,
    `CREATE TRIGGER stamp BEFORE INSERT ON stamped FOR EACH ROW EXECUTE FUNCTION stamp()`,
    `CREATE TABLE guarded (id int PRIMARY KEY, n text)`,
    `INSERT INTO guarded VALUES (1, 'one')`,
    `CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF tg_op = 'INSERT' AND new.n <> 'skip' THEN RETURN new; END IF; RETURN NULL; END $$`,
    `CREATE TRIGGER nothing BEFORE INSERT OR UPDATE ON guarded FOR EACH ROW EXECUTE FUNCTION nothing()`,
    `CREATE TABLE kept (id int PRIMARY KEY, n text)`,
    `INSERT INTO kept VALUES (1, 'one'), (2, 'two')`,
    `CREATE FUNCTION keeps() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN old; END $$`,
    `CREATE TRIGGER keeps BEFORE UPDATE ON kept FOR EACH ROW EXECUTE FUNCTION keeps()`,
    `CREATE TABLE spoken (id int PRIMARY KEY, n varchar(5))`,
    `CREATE FUNCTION speaks() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF new.n = 'bad' THEN RAISE EXCEPTION 'Bad things don''t go here'; END IF; RETURN new; END $$`,
    `CREATE TRIGGER speaks BEFORE INSERT ON spoken FOR EACH ROW EXECUTE FUNCTION speaks()`,
    `CREATE TABLE limited (id int PRIMARY KEY, short varchar(5), other varchar(5), small numeric(5, 2), words tsvector, room int, during int4range, EXCLUDE USING gist (during WITH &&))`,
    `INSERT INTO limited VALUES (1, 'a', 'b', 1, 'a', 1, '[1,5)')`,
    `CREATE TABLE inh_p (id int PRIMARY KEY, n text)`,
    `CREATE TABLE inh_c (extra text) INHERITS (inh_p)`,
    `INSERT INTO inh_p VALUES (1, 'parent'), (2, 'other')`,
    `INSERT INTO inh_c VALUES (1, 'child', 'more'), (7, 'seven', 'extra')`,
    `CREATE TABLE pay (id serial PRIMARY KEY, day date NOT NULL, sum numeric(5, 2))`,
    `CREATE TABLE pay_2007 (CHECK (day < '2008-01-01')) INHERITS (pay)`,
    `CREATE RULE pay_2007_insert AS ON INSERT TO pay WHERE day < '2008-01-01' DO INSTEAD INSERT INTO pay_2007 VALUES (DEFAULT, new.day, new.sum)`,
    `INSERT INTO pay_2007 (id, day, sum) VALUES (nextval('pay_id_seq'), '2007-02-03', 4.5)`,
    `CREATE TABLE parted (id int, region text, n text, PRIMARY KEY (id, region)) PARTITION BY LIST (region)`,
    `CREATE TABLE parted_eu PARTITION OF parted FOR VALUES IN ('eu')`,
    `INSERT INTO parted VALUES (1, 'eu', 'x')`,
  ],
  mysql: [
    `CREATE TABLE rich (id int PRIMARY KEY, n varchar(20), v int NOT NULL DEFAULT 5 COMMENT 'the v' CHECK (v > 0), w timestamp NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP, KEY rich_v (v), KEY rich_nv (n, v))`,
    `INSERT INTO rich VALUES (1, 'a', 5, '2020-01-02 03:04:05'), (2, 'b', 6, NULL)`,
    `CREATE TABLE shapes (id int AUTO_INCREMENT PRIMARY KEY, n text, p point, g geometry, b bit(64))`,
    `INSERT INTO shapes (n, p, g, b) VALUES
      ('a', ST_GeomFromText('POINT(1 2)'), ST_GeomFromText('LINESTRING(0 0, 1.5 -2.25)'), b'1000000000000000000000000000000000000000000000000000000000000001'),
      ('b', ST_GeomFromText('POINT(13.37 0.1)', 4326), ST_GeomFromText('GEOMETRYCOLLECTION(POINT(1 1), POLYGON((0 0, 0 1, 1 1, 0 0)), MULTIPOINT(1 2, 3 4))'), b'101'),
      ('c', NULL, ST_GeomFromText('MULTIPOLYGON(((0 0, 0 1, 1 1, 0 0)), ((5 5, 5 6, 6 6, 5 5)))'), NULL)`,
    `CREATE TABLE limited (id int PRIMARY KEY, short varchar(5), other varchar(5), small decimal(5, 2), room int, CONSTRAINT positive CHECK (room > 0))`,
    `INSERT INTO limited VALUES (1, 'a', 'b', 1, 1)`,
    `CREATE TABLE stamped (id int PRIMARY KEY, n text, at varchar(20), changed timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP)`,
    `CREATE TRIGGER stamp BEFORE INSERT ON stamped FOR EACH ROW SET new.at = 'today'`,
    `CREATE TABLE kept (id int PRIMARY KEY, n text)`,
    `INSERT INTO kept VALUES (1, 'one'), (2, 'two')`,
    `CREATE TRIGGER keeps BEFORE UPDATE ON kept FOR EACH ROW SET new.n = old.n`,
    `CREATE TABLE spoken (id int PRIMARY KEY, n varchar(5))`,
    `CREATE TRIGGER speaks BEFORE INSERT ON spoken FOR EACH ROW IF new.n = 'bad' THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'Bad things don''t go here'; END IF`,
  ],
  mssql: [
    `CREATE TABLE rich (id int PRIMARY KEY, n varchar(20), v int CONSTRAINT five DEFAULT 5 CONSTRAINT positive CHECK (v > 0))`,
    `CREATE INDEX rich_v ON rich (v)`,
    `CREATE INDEX rich_nv ON rich (n, v)`,
    `EXEC sp_addextendedproperty N'MS_Description', N'the v', N'SCHEMA', N'dbo', N'TABLE', N'rich', N'COLUMN', N'v'`,
    `INSERT INTO rich VALUES (1, 'a', 5), (2, 'b', NULL)`,
    `CREATE TABLE stamped (id int PRIMARY KEY, n varchar(20), at varchar(20))`,
    `CREATE TRIGGER stamp ON stamped AFTER INSERT AS UPDATE s SET at = 'today' FROM stamped AS s JOIN inserted AS i ON i.id = s.id`,
    `CREATE TABLE guarded (id int PRIMARY KEY, n varchar(20))`,
    `INSERT INTO guarded VALUES (1, 'one')`,
    `CREATE TRIGGER no_insert ON guarded INSTEAD OF INSERT AS INSERT INTO guarded SELECT id, n FROM inserted WHERE n <> 'skip'`,
    `CREATE TRIGGER no_update ON guarded INSTEAD OF UPDATE AS SET NOCOUNT ON`,
    `CREATE TABLE kept (id int PRIMARY KEY, n varchar(20))`,
    `INSERT INTO kept VALUES (1, 'one'), (2, 'two')`,
    `CREATE TRIGGER keeps ON kept AFTER UPDATE AS UPDATE k SET n = d.n FROM kept AS k JOIN deleted AS d ON d.id = k.id`,
    `CREATE TABLE spoken (id int PRIMARY KEY, n varchar(5))`,
    `CREATE TRIGGER speaks ON spoken AFTER INSERT AS IF EXISTS (SELECT 1 FROM inserted WHERE n = 'bad') THROW 50001, 'Bad things don''t go here', 1`,
  ],
} as const

/** Rows of foreign databases are restored unchanged, or Basalt reports the difference. */
await describeEngines('restore', (engine) => {
  let server: TestServer
  let opened: OpenedEngine
  let as: Importing

  const request = (method: string, path: string, body?: unknown): Promise<Answer> =>
    server.request(`/nc/${as.projectId}/api/v1/${path}`, { method, token: as.token, body })
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await request(method, path, body)
    expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
    return answer.json
  }
  const run = (sql: string) => opened.database.changeSchema([{ sql, params: [] }])
  const read = (sql: string) => opened.database.read({ sql, params: [] })
  const newest = async (tn: string) => {
    const [first] = (await server.call('trashList', { kind: 'rows', table: tn }, as)).list
    if (first === undefined) throw new Error(`Nothing of ${tn} is in the trash`)
    return first
  }
  const restore = async (tn: string) => server.call('trashRestore', { id: (await newest(tn)).id }, as)
  const whole = { restored: 1, refused: [], notes: [] }
  const isPostgres = engine.dialect === 'postgres'
  const isSqlite = engine.dialect === 'sqlite'
  const isMysql = engine.dialect === 'mysql'
  const isMssql = engine.dialect === 'mssql'

  beforeAll(async () => {
    opened = await engine.open()
    for (const sql of schemas[engine.dialect]) await run(sql)
    server = await startServer()
    const owner = await server.signUp()
    as = { token: owner.token, projectId: await createEngineProject(server, owner, engine, opened) }
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  describe.runIf(isPostgres)('a key GENERATED ALWAYS AS IDENTITY', () => {
    const counted = `SELECT json_agg(t ORDER BY id)::text FROM counted t`
    const children = `SELECT json_agg(t ORDER BY id)::text FROM (SELECT id, p FROM counted_child UNION ALL SELECT 100 + id, p FROM counted_note) t`

    it('comes back with its row and all that went along', async () => {
      const before = [await read(counted), await read(children)]
      await send('DELETE', 'counted/1')
      expect(await restore('counted')).toEqual(whole)
      expect([await read(counted), await read(children)]).toEqual(before)
    })

    it('finds rows of a bulk update and an upsert, which makes those that are not there', async () => {
      expect(
        await send('PUT', 'counted/bulk', [
          { id: 2, n: 'B' },
          { id: 99, n: 'none' },
        ]),
      ).toEqual([1, 0])
      const upserted = [{ id: 3, n: 'C' }, { id: 40, n: 'new' }, { n: 'free' }]
      await send('POST', 'counted/bulk?upsert=true', upserted)
      const [[text] = []] = await read(counted)
      const rows = JSON.parse(String(text)) as { id: number; n: string }[]
      expect(rows.map(({ id, n }) => `${id} ${n}`)).toEqual([
        '1 a',
        '2 B',
        '3 C',
        '40 new',
        expect.stringMatching(/ free$/),
      ])
      expect((await request('POST', 'counted', { id: 77, n: 'x' })).status).toBe(400)
    })

    it('is what an import updates rows by', async () => {
      const file = { name: 'c.csv', content: 'id,n\n2,imported\n60,added\n' }
      const into = { table: 'counted', columns: ['id', 'n'], key: ['id'], onMatch: 'update' as const }
      const done = await importInto(server, file, as, into)
      expect(done).toMatchObject({ state: 'done' })
      expect(await read(`SELECT id, n FROM counted WHERE id IN (2, 60) ORDER BY id`)).toEqual([
        [2, 'imported'],
        [60, 'added'],
      ])
    })
  })

  it.runIf(isPostgres)('keeps in the trash what cannot come back yet, and tries it again', async () => {
    const before = await read(`SELECT json_agg(t ORDER BY id)::text FROM counted_child t`)
    await send('DELETE', 'counted/1')
    await run(`ALTER TABLE counted_child ADD CONSTRAINT no_y CHECK (v <> 'y')`)
    const answer = await restore('counted')
    expect(answer).toMatchObject({ restored: 1, refused: [] })
    expect(answer.notes.join()).toMatch(/1.*trash/)
    expect(await newest('counted')).toMatchObject({ count: 1 })
    await run(`ALTER TABLE counted_child DROP CONSTRAINT no_y`)
    expect(await restore('counted')).toMatchObject({ refused: [], notes: [] })
    expect(await read(`SELECT json_agg(t ORDER BY id)::text FROM counted_child t`)).toEqual(before)
    expect((await server.call('trashList', { table: 'counted' }, as)).list).toEqual([])
  })

  it.runIf(isSqlite)('keeps infinities, and what kind of number a loose value is', async () => {
    const dump = `SELECT id, CAST(r AS text), typeof(loose), quote(loose) FROM floats ORDER BY id`
    const before = await read(dump)
    expect(before[0]).toEqual([1, 'Inf', 'real', '1.0'])
    await send('DELETE', 'floats/bulk', [{ id: 1 }, { id: 2 }, { id: 3 }])
    expect(await restore('floats')).toMatchObject({ restored: 3, refused: [], notes: [] })
    expect(await read(dump)).toEqual(before)
  })

  it.runIf(isPostgres)('keeps the digits of numeric', async () => {
    const before = await read(`SELECT json_agg(ARRAY[id::text, d::text, e::text] ORDER BY id)::text FROM digits`)
    await send('DELETE', 'digits/1')
    await restore('digits')
    await send('DELETE', 'digits/2')
    await restore('digits')
    expect(await read(`SELECT json_agg(ARRAY[id::text, d::text, e::text] ORDER BY id)::text FROM digits`)).toEqual(
      before,
    )
  })

  it('puts back what a trigger has set on the insert', async () => {
    await send('POST', 'stamped', { id: 5, n: 'x' })
    await run(`UPDATE stamped SET at = '1999'${isMysql ? `, changed = '2001-02-03 04:05:06'` : ''}`)
    const before = await read(`SELECT * FROM stamped`)
    await send('DELETE', 'stamped/5')
    expect(await restore('stamped')).toEqual(whole)
    expect(await read(`SELECT * FROM stamped`)).toEqual(before)
  })

  it('says in which columns the database keeps another value', async () => {
    if (isPostgres)
      await run(`CREATE TRIGGER stamp_again BEFORE UPDATE ON stamped FOR EACH ROW EXECUTE FUNCTION stamp()`)
    else if (isMysql) await run(`CREATE TRIGGER stamp_again BEFORE UPDATE ON stamped FOR EACH ROW SET new.at = 'today'`)
    else if (isSqlite)
      await run(
        `CREATE TRIGGER stamp_again AFTER UPDATE ON stamped WHEN new.at <> 'today' BEGIN UPDATE stamped SET at = 'today' WHERE id = new.id; END`,
      )
    await run(isSqlite || isMssql ? `DROP TRIGGER stamp` : isMysql ? `DROP TRIGGER stamp_again` : `SELECT 1`)
    await run(`DELETE FROM stamped`)
    await send('POST', 'stamped', { id: 6, n: 'x', at: 'then' })
    if (isMysql) await run(`UPDATE stamped SET at = 'then'`)
    if (isMysql) await run(`CREATE TRIGGER stamp_again BEFORE UPDATE ON stamped FOR EACH ROW SET new.at = 'today'`)
    if (isPostgres) await run(`ALTER TABLE stamped DISABLE TRIGGER ALL`)
    await run(isPostgres ? `UPDATE stamped SET at = 'then'` : `SELECT 1`)
    if (isPostgres) await run(`ALTER TABLE stamped ENABLE TRIGGER ALL`)
    await send('DELETE', 'stamped/6')
    if (isMssql)
      for (const event of ['INSERT', 'UPDATE'])
        await run(
          `CREATE TRIGGER stamp_${event} ON stamped AFTER ${event} AS UPDATE s SET at = 'today' FROM stamped AS s JOIN inserted AS i ON i.id = s.id AND s.at <> 'today'`,
        )
    if (isSqlite)
      await run(
        `CREATE TRIGGER stamp AFTER INSERT ON stamped BEGIN UPDATE stamped SET at = 'today' WHERE id = new.id; END`,
      )
    const answer = await restore('stamped')
    expect(answer).toMatchObject({ restored: 1, refused: [] })
    expect(answer.notes).toEqual([expect.stringContaining(' at ')])
  })

  it('a dropped column comes back with its indexes, rules, domain, default and comment', async () => {
    const columns = isSqlite || isMssql ? ['v'] : isPostgres ? ['v', 'w', 'd'] : ['v', 'w']
    const shown = async (): Promise<unknown> => {
      const rows = await read(`SELECT * FROM rich ORDER BY id`)
      const { columns: described = [], indexes = [] } =
        (await opened.database.dialect.introspect.describeTable(opened.database, 'rich')) ?? {}
      const facts = isPostgres
        ? await read(
            `SELECT indexdef FROM pg_indexes WHERE tablename = 'rich' UNION ALL
             SELECT conname || pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'rich'::regclass UNION ALL
             SELECT attname || format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'rich'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY 1`,
          )
        : isMysql
          ? String((await read('SHOW CREATE TABLE rich'))[0]?.[1])
              .split(/,?\n/)
              .toSorted()
          : isMssql
            ? indexes.toSorted((left, right) => (left.name < right.name ? -1 : 1))
            : await read(`SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'rich' ORDER BY name`)
      const byName = (left: { name: string }, right: { name: string }): number => (left.name < right.name ? -1 : 1)
      const rules = isSqlite || isMssql ? await opened.database.dialect.objects.listChecks(opened.database, 'rich') : []
      return [described.toSorted(byName), rules.toSorted(byName), facts, rows.map((row) => row.map(String).toSorted())]
    }
    for (const cn of columns) {
      const before = await shown()
      await server.call(
        'tableUpdate',
        { tn: 'rich', columns: [{ cn, cno: cn, uidt: 'SingleLineText', altered: 4 }] },
        as,
      )
      const [entry] = (await server.call('trashList', { kind: 'column', table: 'rich' }, as)).list
      expect(await server.call('trashRestore', { id: entry?.id ?? '' }, as)).toEqual(whole)
      expect(await shown()).toEqual(before)
    }
  })

  it("answers with a trigger's own message", async () => {
    const answer = await request('POST', 'spoken', { id: 1, n: 'bad' })
    expect([answer.status, answer.error.msg]).toEqual([400, "The database rejects this: Bad things don't go here."])
  })

  // SQL Server names the column from 2019 on, and for texts only.
  it.skipIf(isSqlite || isMssql)('names the column and the limit of a value that does not fit', async () => {
    const cases: [Record<string, unknown>, RegExp][] = [
      [{ short: 'too long' }, /^Short.*5 characters/i],
      [{ short: 'x', other: 'longer than that' }, /^other.*5 characters/i],
      [{ small: 12345.67 }, /^small.*(numeric|decimal)\(5,2\)/i],
      isPostgres ? [{ id: 2, during: '[2,3)' }, /^during.*limited_during_excl/i] : [{ room: -1 }, /positive/],
      ...(isPostgres ? [[{ words: "'" }, /rejects this/] as [Record<string, unknown>, RegExp]] : []),
    ]
    for (const [values, sentence] of cases) {
      const answer =
        values['id'] === 2 ? await request('POST', 'limited', values) : await request('PUT', 'limited/1', values)
      expect([answer.status, answer.error.msg]).toEqual([400, expect.stringMatching(sentence)])
    }
    const made = await request('POST', 'limited/bulk', [
      { id: 5, short: 'a' },
      { id: 6, short: 'far too long' },
    ])
    expect(made.error.msg).toMatch(/short.*5 characters/i)
  })

  it.runIf(isPostgres)('says of a materialized view that it was never filled', async () => {
    await run(`CREATE MATERIALIZED VIEW later AS SELECT * FROM kept WITH NO DATA`)
    expect((await request('GET', 'later')).error.code).toBe('VIEW_NOT_POPULATED')
  })

  describe.skipIf(isMysql)('a trigger that lets nothing through', () => {
    it('is no server error, and nothing of a bulk is written', async () => {
      expect(await request('POST', 'guarded', { id: 9, n: 'skip' })).toMatchObject({
        status: 400,
        error: { code: 'WRITE_PREVENTED' },
      })
      expect(
        (
          await request('POST', 'guarded/bulk', [
            { id: 9, n: 'ok' },
            { id: 10, n: 'skip' },
          ])
        ).status,
      ).toBe(400)
      expect(await read(`SELECT id FROM guarded`)).toEqual([[1]])
    })

    it('is told to those who change a row, alone or by undo', async () => {
      expect(await request('PUT', 'guarded/1', { n: 'two' })).toMatchObject({
        status: 400,
        error: { code: 'WRITE_PREVENTED' },
      })
      expect(await send('PUT', 'guarded/1', { n: 'one' })).toMatchObject({ n: 'one' })
      const row = { rowId: '1', values: { n: 'two' }, expected: { n: 'one' } }
      const envelope = { api: 'rowsWriteBack', project_id: as.projectId, args: { table: 'guarded', rows: [row] } }
      const answer = await server.request('/dashboard/?q=sqlOp_rowsWriteBack', {
        method: 'POST',
        token: as.token,
        body: envelope,
      })
      expect([answer.status, answer.error.code]).toEqual([400, 'WRITE_PREVENTED'])
    })
  })

  it.skipIf(isSqlite)('tells of a trigger that puts the old values back', async () => {
    expect(await request('PUT', 'kept/1', { n: 'three' })).toMatchObject({
      status: 400,
      error: { code: 'WRITE_PREVENTED' },
    })
    expect(await send('PUT', 'kept/1', { n: 'ONE' })).toMatchObject({ n: 'one' })
    const rows = [
      { rowId: '1', values: { n: 'x' }, expected: { n: 'one' } },
      { rowId: '2', values: { n: 'two' }, expected: { n: 'two' } },
    ]
    expect(await server.call('rowsWriteBack', { table: 'kept', rows, anyway: false }, as)).toEqual({ written: 1 })
  })

  it('takes a row that holds nothing but its key', async () => {
    const tn = isMysql ? 'kept' : 'guarded'
    expect(await send('PUT', `${tn}/1`, { id: 1 })).toMatchObject({ n: 'one' })
    expect(await send('PUT', `${tn}/bulk`, [{ id: 1 }, { id: 98 }])).toEqual([1, 0])
    expect((await request('PUT', `${tn}/1`, {})).error.code).toBe('ROW_EMPTY')
  })

  it.runIf(isMysql)('keeps geometry and wide bits, read, sent back and restored', async () => {
    const dump = `SELECT id, n, HEX(p), HEX(g), HEX(b) FROM shapes ORDER BY id`
    const before = await read(dump)
    const rows = (await send('GET', 'shapes?sort=id')) as Record<string, unknown>[]
    expect(rows[0]).toMatchObject({ p: 'POINT(1 2)', g: 'LINESTRING(0 0,1.5 -2.25)' })
    expect(rows[1]).toMatchObject({ p: 'SRID=4326;POINT(13.37 0.1)' })
    for (const row of rows) await send('PUT', `shapes/${String(row['id'])}`, row)
    expect(await read(dump)).toEqual(before)
    await send('DELETE', 'shapes/bulk', [{ id: 1 }, { id: 2 }, { id: 3 }])
    expect(await restore('shapes')).toMatchObject({ restored: 3, refused: [], notes: [] })
    expect(await read(dump)).toEqual(before)
    await send('PUT', 'shapes/1', { p: 'POINT(3 4)', b: '18446744073709551615' })
    expect(await read(`SELECT ST_AsText(p), HEX(b) FROM shapes WHERE id = 1`)).toEqual([
      ['POINT(3 4)', 'FFFFFFFFFFFFFFFF'],
    ])
    const bad = await request('PUT', 'shapes/1', { p: 'POINT(3' })
    expect([bad.status, bad.error.msg]).toEqual([400, expect.stringContaining('p')])
  })

  describe.runIf(isPostgres)('inheritance', () => {
    it('a row goes back to the table that held it, with all columns', async () => {
      const dump = `SELECT json_agg(ARRAY[tableoid::regclass::text, to_json(t)::text] ORDER BY tableoid, id)::text FROM inh_p t`
      const [before, child] = [await read(dump), await read(`SELECT * FROM inh_c ORDER BY id`)]
      await send('DELETE', 'inh_p/7')
      expect(await restore('inh_p')).toEqual(whole)
      expect([await read(dump), await read(`SELECT * FROM inh_c ORDER BY id`)]).toEqual([before, child])
      await send('DELETE', 'inh_p/bulk', [{ id: 2 }, { id: 7 }])
      expect(await restore('inh_p')).toMatchObject({ restored: 2, refused: [], notes: [] })
      expect([await read(dump), await read(`SELECT * FROM inh_c ORDER BY id`)]).toEqual([before, child])
    })

    it('a change and a delete by key reach one row', async () => {
      await send('PUT', 'inh_p/1', { n: 'changed' })
      expect(await read(`SELECT n FROM inh_p WHERE id = 1 ORDER BY tableoid`)).toEqual([['changed'], ['child']])
      await send('DELETE', 'inh_p/1')
      expect(await read(`SELECT n FROM inh_p WHERE id = 1`)).toEqual([['child']])
      expect(await restore('inh_p')).toEqual(whole)
      expect(await read(`SELECT n FROM inh_p WHERE id = 1 ORDER BY tableoid`)).toEqual([['changed'], ['child']])
    })

    it('rules that send new rows elsewhere are no error', async () => {
      const made = (await send('POST', 'pay', { day: '2007-05-06', sum: 2.5 })) as { id: number }
      expect(made).toMatchObject({ day: '2007-05-06', sum: 2.5 })
      const before = await read(`SELECT id, day::text, sum::text, tableoid::regclass::text FROM pay ORDER BY id`)
      expect(before).toHaveLength(2)
      await send('DELETE', 'pay/1')
      await send('DELETE', `pay/${made.id}`)
      await restore('pay')
      await restore('pay')
      expect(await read(`SELECT id, day::text, sum::text, tableoid::regclass::text FROM pay ORDER BY id`)).toEqual(
        before,
      )
    })

    it('rows of partitions come back into theirs', async () => {
      await send('DELETE', 'parted/1___eu')
      expect(await restore('parted')).toEqual(whole)
      expect(await read(`SELECT * FROM parted_eu`)).toEqual([[1, 'eu', 'x']])
    })
  })
})
