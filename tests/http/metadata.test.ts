import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MetadataImported } from '@common/operations/metadata'
import { downloadMetadata, sendMetadata } from '@tests/helpers/metadata-file'
import { sendForm } from '@tests/helpers/form'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

interface As {
  readonly token: string
  readonly projectId: string
}

/** Creates tables with every kind of link, computed column and view, and rows in them. */
async function fillProject(server: TestServer, as: As): Promise<void> {
  const gold = { title: 'gold', color: 'amber' } as const
  const silver = { title: 'silver', color: 'grey' } as const
  await server.operate(
    'tableCreate',
    {
      table: 'artists',
      title: 'Artists',
      columns: [
        { name: 'id', type: 'ID' },
        { name: 'name', title: 'Full name', type: 'SingleLineText', required: true },
        { name: 'rank', type: 'SingleSelect', options: { options: [gold, silver] }, default: "'silver'" },
        { name: 'born', type: 'Date' },
        { name: 'active', type: 'Checkbox' },
      ],
      primaryValue: 'name',
    },
    as,
  )
  await server.operate(
    'tableCreate',
    {
      table: 'albums',
      title: 'Albums',
      columns: [
        { name: 'id', type: 'ID' },
        { name: 'title', type: 'SingleLineText', unique: true },
        { name: 'price', type: 'Decimal', options: { precision: 2 } },
        { name: 'sold', type: 'DateTime' },
        { name: 'notes', type: 'LongText' },
        { name: 'facts', type: 'JSON' },
      ],
    },
    as,
  )
  const link = (table: string, relatedTable: string, kind: 'belongsTo' | 'manyToMany', title: string) =>
    server.operate('linkCreate', { table, relatedTable, kind, title }, as)
  const artist = await link('albums', 'artists', 'belongsTo', 'Artist')
  const teacher = await link('artists', 'artists', 'belongsTo', 'Teacher')
  await link('albums', 'artists', 'manyToMany', 'Guests')
  const computed = (title: string, definition: object) =>
    server.operate('virtualColumnCreate', { table: 'albums', title, definition: definition as never }, as)
  const name = await computed('Artist name', { kind: 'lookup', link: artist.id, column: 'name' })
  await computed('Double', { kind: 'formula', formula: '{price} * 2' })
  await server.operate(
    'viewCreate',
    {
      table: 'albums',
      title: 'Dear ones',
      kind: 'grid',
      settings: {
        hidden: [name.id, 'notes'],
        filter: { join: 'and', filters: [{ column: 'price', operator: 'greater', value: '10' }] },
        sorts: [{ column: 'title', descending: true }],
      },
    },
    as,
  )
  await server.operate(
    'viewCreate',
    { table: 'artists', title: 'Board', kind: 'kanban', options: { stackColumn: 'rank' } },
    as,
  )
  const add = async (table: string, rows: readonly object[]): Promise<void> => {
    const path = `/nc/${as.projectId}/api/v1/${table}/bulk`
    const answer = await server.request(path, { method: 'POST', token: as.token, body: rows })
    if (answer.status !== 200) throw new Error(answer.text)
  }
  await add('artists', [
    { name: 'Ö', rank: 'gold', born: '1970-01-31', active: true },
    { name: 'O\'Neil\n"quoted"', born: null, active: false, [teacher.column ?? '']: 1 },
  ])
  await add('albums', [
    { title: 'One', price: 12.5, sold: '2024-02-29 12:30:00', facts: { tracks: [1, 2] }, [artist.column ?? '']: 1 },
    { title: 'Two', price: null, sold: null, notes: 'line\nline', [artist.column ?? '']: 2 },
  ])
}

/** Facts of a project that an export and an import preserve. */
async function shapeOf(server: TestServer, as: As) {
  const list = await server.operate('tableList', {}, as)
  const tables = await Promise.all(
    list
      .toSorted((one, other) => one.title.localeCompare(other.title))
      .map(async ({ name, title }) => {
        const table = await server.operate('tableRead', { table: name }, as)
        const views = await server.operate('viewList', { table: name }, as)
        return {
          title,
          columns: (table?.columns ?? []).map((column) => [
            column.title,
            column.uiType,
            column.required,
            column.options,
          ]),
          // Their order follows from that of the keys in the database.
          computed: (table?.virtualColumns ?? [])
            .toSorted((one, other) => `${one.kind} ${one.title}`.localeCompare(`${other.kind} ${other.title}`))
            .map(({ kind, title: own, problem }) => [kind, own, problem]),
          views: views.map((view) => [view.title, view.kind]),
        }
      }),
  )
  return tables
}

async function rowsOf(server: TestServer, as: As, table: string): Promise<unknown> {
  const path = `/nc/${as.projectId}/api/v1/${encodeURIComponent(table)}?limit=1000&sort=id`
  const answer = await server.request(path, { token: as.token })
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
  // Engines without booleans answer numbers.
  return JSON.parse(answer.text, (_key, value: unknown) => (typeof value === 'boolean' ? Number(value) : value))
}

await describeEngines('Metadata files', { nightly: 'servers' }, (engine) => {
  let opened: OpenedEngine
  let server: TestServer
  let owner: TestUser
  let as: As
  beforeEach(async () => {
    opened = await engine.open()
    server = await startServer()
    owner = await server.signUp()
    as = { token: owner.token, projectId: await createEngineProject(server, owner, engine, opened) }
    await fillProject(server, as)
  })
  afterEach(async () => {
    await server.close()
    await opened.drop()
  })

  const importNew = async (file: Uint8Array): Promise<MetadataImported & { id: string; title: string }> => {
    const answer = await sendMetadata(server, 'projectImport', file, { token: owner.token })
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.json as MetadataImported & { id: string; title: string }
  }

  it('become a new project with the same tables, links, views and rows', async () => {
    const before = await shapeOf(server, as)
    const file = await downloadMetadata(server, as, true)
    const made = await importNew(file)
    expect(made).toMatchObject({ created: 3, changed: 0, missingViews: [] })
    const there = { token: owner.token, projectId: made.id }
    expect(await shapeOf(server, there)).toEqual(before)
    for (const table of ['Artists', 'Albums'])
      expect(await rowsOf(server, there, table)).toEqual(await rowsOf(server, as, table))
  })

  it('go from the built-in database into an empty database of the engine, and change nothing the second time', async () => {
    const made = await importNew(await downloadMetadata(server, as, true))
    const builtIn = { token: owner.token, projectId: made.id }
    const file = await downloadMetadata(server, builtIn, true)
    const empty = await engine.open()
    try {
      const into = { token: owner.token, projectId: await createEngineProject(server, owner, engine, empty) }
      const first = await sendMetadata(server, 'metadataImport', file, into)
      expect(first.json).toMatchObject({ created: 3, changed: 0 })
      expect(await shapeOf(server, into)).toEqual(await shapeOf(server, as))
      for (const table of ['Artists', 'Albums'])
        expect(await rowsOf(server, into, table)).toEqual(await rowsOf(server, as, table))
      // The numbers of new records continue behind the copied ones.
      const path = `/nc/${into.projectId}/api/v1/Artists`
      const added = await server.request(path, { method: 'POST', token: owner.token, body: { 'Full name': 'New' } })
      expect([added.status, (added.json as { id: unknown }).id]).toEqual([200, 3])
      const before = await shapeOf(server, into)
      const second = await sendMetadata(server, 'metadataImport', file, into)
      expect(second.json).toMatchObject({ created: 0, changed: 3, rows: 0 })
      expect(await shapeOf(server, into)).toEqual(before)
      expect((await rowsOf(server, into, 'Artists')) as unknown[]).toHaveLength(3)
    } finally {
      await server.operate('projectList', {}, { token: owner.token })
      await empty.drop()
    }
  })

  it('give cleared tables their titles, types and views back', async () => {
    const before = await shapeOf(server, as)
    const file = await downloadMetadata(server, as)
    const { backup } = await server.operate('metadataClear', {}, as)
    expect(backup).toMatch(/\.zip$/)
    const cleared = await shapeOf(server, as)
    expect(cleared.find(({ title }) => title.toLowerCase() === 'albums')?.views).toHaveLength(1)
    expect(cleared).not.toEqual(before)
    expect((await rowsOf(server, as, 'artists')) as unknown[]).toHaveLength(2)
    const answer = await sendMetadata(server, 'metadataImport', file, as)
    expect(answer.json).toMatchObject({ created: 0, changed: 3 })
    expect(await shapeOf(server, as)).toEqual(before)
  })
})

describe('A metadata file', () => {
  let server: TestServer
  let owner: TestUser
  let as: As
  beforeEach(async () => {
    server = await startServer()
    owner = await server.signUp()
    const { id } = await server.operate('projectCreate', { title: 'Shop', projectType: 'rest' }, { token: owner.token })
    as = { token: owner.token, projectId: id }
    await fillProject(server, as)
  })
  afterEach(() => server.close())

  /** Names and sizes of everything that an import could change. */
  const state = async (): Promise<unknown> => [
    (await server.operate('projectList', {}, { token: owner.token })).map(({ id }) => id),
    await server.operate('tableList', { associations: true }, as),
    await server.operate('viewNameList', {}, as),
  ]

  it('never holds users, roles, tokens, links for visitors or connections', async () => {
    await server.operate('apiTokenCreate', { title: 'robot', role: 'viewer' }, as).catch(() => undefined)
    const text = [...(await unzipped(await downloadMetadata(server, as, true))).values()].join('\n')
    expect(text).toContain('Full name')
    for (const secret of [owner.email, 'xc_users', 'password', 'role', 'token', 'filename', server.profileFolder])
      expect(text).not.toContain(secret)
  })

  it('gets new ids, so that two projects of one file are independent', async () => {
    const file = await downloadMetadata(server, as)
    const [one, other] = await Promise.all(
      [1, 2].map(async () => (await sendMetadata(server, 'projectImport', file, as)).json as { id: string }),
    )
    const views = async (projectId = ''): Promise<string[]> =>
      (await server.operate('viewNameList', {}, { ...as, projectId })).map(({ id }) => id)
    const all = [...(await views(as.projectId)), ...(await views(one?.id)), ...(await views(other?.id))]
    expect(all).toHaveLength(6)
    expect(new Set(all).size).toBe(6)
  })

  it('is refused with one sentence and changes nothing if it is hostile', async () => {
    const whole = await unzipped(await downloadMetadata(server, as, true))
    const folder = `nc/${as.projectId}/db`
    const models = `${folder}/meta/nc_models.json`
    const changed = (name: string, text: string): Uint8Array => zipped(new Map([...whole, [name, text]]))
    const tables = JSON.parse(whole.get(models) ?? '') as {
      name: string
      columns: { name: string; nativeType: string }[]
    }[]
    const withTables = (change: (list: typeof tables) => void): Uint8Array => {
      const list = structuredClone(tables).map((table) => ({
        ...table,
        name: `x_${table.name}`,
        title: `x_${table.name}`,
      }))
      change(list)
      return changed(models, JSON.stringify(list))
    }
    const files: Readonly<Record<string, Uint8Array | string>> = {
      'no zip': 'this is not a zip file',
      empty: '',
      'nothing in it': zipped(new Map([['readme.txt', 'hello']])),
      'two projects': changed('nc/other/db/meta/nc_project.json', '{}'),
      'broken JSON': changed(models, '[{"name": '),
      'wrong shape': changed(models, '{"tables": 1}'),
      'deep JSON': changed(models, '['.repeat(100_000)),
      'unknown type': changed(models, (whole.get(models) ?? '').replaceAll('SingleLineText', 'Virus')),
      'reserved name': withTables((list) => list.forEach((table) => (table.name = 'nc_users'))),
      'same name twice': withTables((list) => list.forEach((table) => (table.name = 'twice'))),
      'broken rows': zipped(
        new Map([
          ...whole,
          [
            models,
            new TextDecoder().decode(
              Buffer.from(
                JSON.stringify(
                  tables.map((table) => ({ ...table, name: `y_${table.name}`, title: `y_${table.name}` })),
                ),
              ),
            ),
          ],
          [`${folder}/data/0.ndjson`, '{"no": "list"}\n'],
        ]),
      ),
      bomb: changed(models, ' '.repeat(70 * 1024 ** 2)),
    }
    const before = await state()
    for (const [name, content] of Object.entries(files))
      for (const operation of ['projectImport', 'metadataImport'] as const) {
        const answer = await sendMetadata(
          server,
          operation,
          content,
          operation === 'projectImport' ? { token: as.token } : as,
        )
        expect([name, operation, answer.status]).toEqual([name, operation, 400])
        expect(answer.error.msg).toMatch(/^[^.]+\.( [^.]+\.)?$/)
      }
    expect(await state()).toEqual(before)
    const none = await server.request('/api/v1/operations/projectImport', { method: 'POST', token: as.token, body: {} })
    expect([none.status, none.error.code]).toEqual([400, 'METADATA_FILE_MISSING'])
  })

  it('never puts text of the file into SQL as a type or a default', async () => {
    const whole = await unzipped(await downloadMetadata(server, as))
    const models = `nc/${as.projectId}/db/meta/nc_models.json`
    const evil = (whole.get(models) ?? '')
      .replaceAll(/"nativeType": "[^"]*"/g, '"nativeType": "text); DROP TABLE artists; --"')
      .replaceAll(/"defaultValue": "[^"]*"/g, '"defaultValue": "\'); DROP TABLE artists; --"')
    const answer = await sendMetadata(server, 'projectImport', zipped(new Map([...whole, [models, evil]])), {
      token: as.token,
    })
    expect(answer.status).toBe(200)
    const { id } = answer.json as { id: string }
    const list = await server.operate('tableList', {}, { ...as, projectId: id })
    expect(list.map(({ title }) => title).toSorted()).toEqual(['Albums', 'Artists'])
  })

  it('works by the calls of the original', async () => {
    const before = await shapeOf(server, as)
    const call = (api: string, args: unknown, projectId: string = as.projectId) =>
      fetch(`${server.origin}/dashboard/?q=sqlOp_${api}`, {
        method: 'POST',
        headers: { 'xc-auth': owner.token, 'content-type': 'application/json' },
        body: JSON.stringify({ api, project_id: projectId, dbAlias: 'db', args }),
      })
    const download = await call('xcMetaTablesExportDbToZip', {})
    expect([
      download.status,
      download.headers.get('content-type'),
      download.headers.get('content-disposition'),
    ]).toEqual([200, 'application/zip', 'attachment; filename="meta.zip"'])
    const zip = new Uint8Array(await download.arrayBuffer())
    expect([...(await unzipped(zip)).keys()]).toContain(`nc/${as.projectId}/db/meta/nc_project.json`)
    const empty = async (api: string, args: unknown = {}): Promise<void> => {
      const answer = await call(api, args)
      expect([api, answer.status, await answer.text()]).toEqual([api, 200, ''])
    }
    await empty('xcMetaTablesExportDbToLocalFs')
    await empty('xcMetaTablesReset')
    expect(await shapeOf(server, as)).not.toEqual(before)
    await empty('xcMetaTablesImportLocalFsToDb')
    expect(await shapeOf(server, as)).toEqual(before)
    await empty('xcMetaTablesReset')
    const api = 'xcMetaTablesImportZipToLocalFsAndDb'
    const send = (args: unknown, projectId = as.projectId) =>
      sendForm(
        server,
        [
          { name: 'file', filename: 'meta.zip', content: zip },
          { name: 'json', content: JSON.stringify({ api, project_id: projectId, dbAlias: 'db', args }) },
        ],
        { token: owner.token, path: `/dashboard?q=sqlOp_${api}&project_id=${projectId}` },
      )
    const current = await send({ importsToCurrentProject: true })
    expect([current.status, current.text]).toEqual([200, ''])
    expect(await shapeOf(server, as)).toEqual(before)
    expect((await send({ projectType: 'graphql' })).status).toBe(200)
    const projects = await server.operate('projectList', {}, { token: owner.token })
    expect(projects.map(({ projectType }) => projectType).toSorted()).toEqual(['graphql', 'rest'])
    await empty('projectUpdateByWeb', { project: { title: 'Store' }, projectJson: {} })
    const renamed = await server.operate('projectList', {}, { token: owner.token })
    expect(renamed.map(({ title }) => title)).toContain('Store')
  })

  it('of the original becomes a project too', async () => {
    const column = (cn: string, uidt: string, more: object = {}) => ({ cn, _cn: cn, uidt, dt: 'text', ...more })
    const meta = (columns: object[], more: object = {}): string =>
      JSON.stringify({ columns, belongsTo: [], v: [], ...more })
    const link = { tn: 'nc_ab12__book', rtn: 'nc_ab12__author', cn: 'author_id', rcn: 'id', type: 'virtual' }
    const file = zipped(
      new Map([
        [
          'nc/old_ab12/db/meta/nc_project.json',
          JSON.stringify({ id: 'old_ab12', title: 'Library', prefix: 'nc_ab12__', config: 'U2FsdGVk', key: 'secret' }),
        ],
        [
          'nc/old_ab12/db/meta/nc_models.json',
          JSON.stringify([
            {
              id: 1,
              title: 'nc_ab12__author',
              alias: 'Author',
              type: 'table',
              meta: meta([
                column('id', 'ID', { pk: true, ai: true }),
                column('name', 'SingleLineText', { pv: true }),
                column('kind', 'SingleSelect', { dtxp: "'a','b'" }),
              ]),
            },
            {
              id: 2,
              title: 'nc_ab12__book',
              alias: 'Book',
              type: 'table',
              meta: meta(
                [
                  column('id', 'ID', { pk: true, ai: true }),
                  column('title', 'SingleLineText'),
                  column('author_id', 'ForeignKey'),
                ],
                { belongsTo: [link], v: [{ _cn: 'Twice', formula: { value: 'title' } }] },
              ),
            },
            { id: 3, title: 'Shelf', type: 'vtable', parent_model_title: 'nc_ab12__book', show_as: 'gallery' },
          ]),
        ],
      ]),
    )
    const answer = await sendMetadata(server, 'projectImport', file, { token: as.token })
    expect(answer.json).toMatchObject({ title: 'Library', created: 2 })
    const there = { ...as, projectId: (answer.json as { id: string }).id }
    const [author, book] = await shapeOf(server, there)
    expect([author?.title, book?.title]).toEqual(['Author', 'Book'])
    expect(author?.columns.map(([title, type]) => [title, type])).toEqual([
      ['id', 'ID'],
      ['name', 'SingleLineText'],
      ['kind', 'SingleSelect'],
    ])
    expect(book?.computed.map(([kind]) => kind).toSorted()).toEqual(['formula', 'link'])
    expect(book?.views).toContainEqual(['Shelf', 'gallery'])
  })
})

/** Returns the texts of an archive, by name. */
async function unzipped(zip: Uint8Array): Promise<Map<string, string>> {
  const { strFromU8, unzipSync } = await import('fflate')
  return new Map(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

function zipped(files: ReadonlyMap<string, string>): Uint8Array {
  return zipSync(Object.fromEntries([...files].map(([name, text]) => [name, strToU8(text)])))
}
