import { createHash } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomIds } from '@main/lib/ids'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

let server: TestServer
let owner: TestUser
let other: TestUser
let folder: string
let files = 0

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'basalt-projects-'))
  server = await startServer()
  owner = await server.signUp()
  other = await server.signUp()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const as = (projectId?: string) => ({ token: owner.token, ...(projectId === undefined ? {} : { projectId }) })
const create = (title: string) => server.call('projectCreateByWebWithXCDB', { title }, as())
const post = (name: string, args: unknown, projectId?: string, token = owner.token) =>
  server.request(`/dashboard/?q=sqlOp_${name}`, {
    method: 'POST',
    token,
    body: { api: name, project_id: projectId, args },
  })
const titles = async (user = owner) =>
  (await server.call('projectList', {}, { token: user.token })).map(({ title }) => title)
const projectFiles = () => readdirSync(join(server.profileFolder, 'projects')).toSorted()

function databaseFile(name = `file ${(files += 1)}.db`, wal = false): string {
  const path = join(folder, name)
  const database = new Sqlite(path)
  if (wal) database.pragma('journal_mode = WAL')
  database.exec(
    `CREATE TABLE "our things" (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO "our things" (name) VALUES ('one')`,
  )
  database.close()
  return path
}
const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

describe('a project on the built-in database', () => {
  it('is a file of its own, with the id and prefix that scripts expect', async () => {
    const made = await create('  My Röcords & Co. ')
    expect(made.id).toMatch(/^my_r_cords_co__[0-9a-z]{4}$/)
    expect(made).toEqual({
      id: made.id,
      title: 'My Röcords & Co.',
      description: null,
      config: '',
      prefix: `nc_${made.id.slice(-4)}__`,
    })
    expect(projectFiles()).toEqual([`${made.id}.sqlite`])
    const [entry] = await server.call('projectList', {}, as())
    expect(entry).toMatchObject({
      id: made.id,
      status: 'started',
      role: 'owner',
      owner: owner.email,
      is_creator: 1,
      source: 'builtIn',
      fileName: `${made.id}.sqlite`,
      tableCount: 0,
      opened_at: null,
      projectType: 'rest',
    })
    expect(entry?.fileBytes).toBeGreaterThan(0)
  })

  it('may share its title with another one, and be named in any writing', async () => {
    const before = await titles()
    await create('同じ')
    await create('同じ')
    await create('50 % "off" <b>')
    expect(await titles()).toEqual(expect.arrayContaining(['同じ', '同じ', '50 % "off" <b>', ...before]) as unknown)
  })

  it.each([[''], ['   '], ['a\0b'], ['a\nb'], ['\u202eevil'], ['x'.repeat(121)], [undefined], [5], [{}]])(
    'is not made with the title %j',
    async (title) => {
      const before = [await titles(), projectFiles()]
      const answer = await post('projectCreateByWebWithXCDB', { title })
      expect(answer.status).toBe(400)
      expect(answer.error.msg).toMatch(/\w/)
      expect([await titles(), projectFiles()]).toEqual(before)
    },
  )

  it('leaves nothing behind when its file cannot be made', async () => {
    const before = [await titles(), projectFiles()]
    const blocked = await startServer()
    const user = await blocked.signUp()
    rmSync(join(blocked.profileFolder, 'projects'), { recursive: true, force: true })
    writeFileSync(join(blocked.profileFolder, 'projects'), 'in the way')
    const answer = await blocked.request('/dashboard/?q=sqlOp_projectCreateByWebWithXCDB', {
      method: 'POST',
      token: user.token,
      body: { api: 'projectCreateByWebWithXCDB', args: { title: 'x' } },
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await blocked.call('projectList', {}, { token: user.token })).toEqual([])
    await blocked.close()
    expect([await titles(), projectFiles()]).toEqual(before)
  })

  it('is not visible to others: unknown and foreign look the same', async () => {
    const { id } = await create('Private')
    expect(await titles(other)).toEqual([])
    for (const name of ['projectOpen', 'projectDelete', 'ncProjectInfo', 'xcTableAndViewList']) {
      const foreign = await post(name, {}, id, other.token)
      const unknown = await post(name, {}, 'nothing_0000', other.token)
      expect([foreign.status, unknown.status]).toEqual([404, 404])
      expect(foreign.error).toEqual(unknown.error)
    }
  })

  it('is listed first once it was opened, under the name it was given last', async () => {
    const { id } = await create('Old name')
    await create('Newer')
    const opened = await server.call('projectOpen', {}, as(id))
    expect(opened).toMatchObject({ id, tableCount: 0 })
    expect(opened.opened_at).toMatch(/^\d{4}-/)
    expect(await server.call('projectRename', { title: ' New name ' }, as(id))).toEqual({ id, title: 'New name' })
    expect((await titles())[0]).toBe('New name')
    const refused = await post('projectRename', { title: '' }, id)
    expect([refused.status, refused.error.code]).toEqual([400, 'PROJECT_TITLE_INVALID'])
  })

  it('is marked as production by whom it belongs to, and answers scripts as before', async () => {
    const { id } = await create('Live')
    expect(await server.call('projectOpen', {}, as(id))).toMatchObject({ production: false })
    const mate = await server.signUp('mate@example.com')
    giveRoles(server.profileFolder, id, { 'mate@example.com': 'editor' })
    const refused = await post('projectProductionSet', { production: true }, id, mate.token)
    expect([refused.status, refused.error.code]).toEqual([403, 'NOT_ALLOWED'])
    expect(await server.call('projectProductionSet', { production: true }, as(id))).toEqual({ production: true })
    expect(await server.call('projectOpen', {}, { token: mate.token, projectId: id })).toMatchObject({
      production: true,
    })
    expect((await server.call('projectList', {}, as())).find((each) => each.id === id)).toMatchObject({
      production: true,
    })
    await server.call('tableCreate', { tn: 'Jobs', columns: [{ cn: 'Name', uidt: 'SingleLineText' }] }, as(id))
    const made = await server.request(`/nc/${id}/api/v1/Jobs`, {
      method: 'POST',
      token: owner.token,
      body: { Name: 'One' },
    })
    expect(made.status).toBe(200)
    await server.call('projectProductionSet', { production: false }, as(id))
    expect(await server.call('projectOpen', {}, as(id))).toMatchObject({ production: false })
  })

  it('tells scripts where its API is', async () => {
    const { id } = await create('Facts')
    const answer = await server.request(`/nc/${id}/projectApiInfo`, { token: owner.token })
    expect(answer.json).toMatchObject({
      info: { db: { apiUrl: `/nc/${id}/api/v1`, apiType: 'rest', grpcApiUrl: '' } },
      aggregatedInfo: { list: [{ tablesCount: 0, relationsCount: 0 }] },
    })
    expect((await server.request(`/nc/${id}/projectApiInfo`)).status).toBe(401)
    expect(await server.call('projectHasDb', {}, as(id))).toBe(true)
    expect(await server.call('ncProjectInfo', {}, as(id))).toMatchObject({ Node: process.version, Docker: false })
  })

  it('goes to the copies when it is deleted, whole and readable', async () => {
    const { id } = await create('Doomed')
    await server.call('tableCreate', { tn: 'book', columns: [{ cn: 'title', uidt: 'SingleLineText' }] }, as(id))
    const stored = await server.call('projectDelete', {}, as(id))
    expect(stored).toEqual({ keptAt: 'backups', fileName: expect.stringMatching(`^${id}-.*\\.sqlite$`) as unknown })
    expect(projectFiles().filter((name) => name.startsWith(id))).toEqual([])
    const copy = new Sqlite(join(server.profileFolder, 'backups', stored.fileName), { readonly: true })
    expect(copy.prepare('SELECT count(*) FROM book').pluck().get()).toBe(0)
    copy.close()
    expect((await post('projectOpen', {}, id)).status).toBe(404)
    expect((await server.request(`/nc/${id}/api/v1/book`, { token: owner.token })).status).toBe(404)
  })

  it('goes to the trash where there is one, and to the copies where the trash fails', async () => {
    const trashed: string[] = []
    let works = true
    const desktop = await startServer({
      trash: (path) => {
        if (!works) return Promise.reject(new Error('no trash here'))
        trashed.push(path)
        rmSync(path)
        return Promise.resolve()
      },
    })
    const { token } = await desktop.signUp()
    const make = async () => (await desktop.call('projectCreateByWebWithXCDB', { title: 'a' }, { token })).id
    const [first, second] = [await make(), await make()]
    expect(await desktop.call('projectDelete', {}, { token, projectId: first })).toEqual({
      keptAt: 'trash',
      fileName: `${first}.sqlite`,
    })
    expect(trashed).toEqual([join(desktop.profileFolder, 'projects', `${first}.sqlite`)])
    works = false
    expect(await desktop.call('projectDelete', {}, { token, projectId: second })).toMatchObject({ keptAt: 'backups' })
    await desktop.close()
  })
})

describe('the sample', () => {
  it('is a project of about 5,000 related rows, with titles and types', async () => {
    const { id, title } = await server.call('projectCreateSample', {}, as())
    expect(title).toBe('Record Store')
    const list = (await server.call('xcTableAndViewList', {}, as(id))).data.list
    expect(list.map(({ _tn }) => _tn)).toContain('Artists')
    const answer = await server.call('tableXcModelGet', { tn: 'Tracks' }, as(id))
    const meta = JSON.parse(answer?.meta ?? '') as {
      columns: { _cn: string; uidt: string; pv?: boolean }[]
      belongsTo: unknown[]
    }
    expect(meta.belongsTo.length).toBeGreaterThan(0)
    expect(meta.columns.map(({ uidt }) => uidt)).toEqual(
      expect.arrayContaining(['ID', 'ForeignKey', 'SingleSelect', 'Rating']) as unknown,
    )
    const rows = await server.request(`/nc/${id}/api/v1/Tracks/count`, { token: owner.token })
    expect((rows.json as { count: number }).count).toBeGreaterThan(500)
  })
})

describe('what the sample shows', () => {
  let id: string
  beforeAll(async () => {
    id = (await server.call('projectCreateSample', {}, as())).id
  })
  const rows = async (path: string) =>
    (await server.request(`/nc/${id}/api/v1/${path}`, { token: owner.token })).json as Record<string, unknown>[]

  it('lists Tracks first, so that it opens there', async () => {
    const [first] = (await server.call('xcTableAndViewList', {}, as(id))).data.list
    expect(first?._tn).toBe('Tracks')
  })

  it('computes lookups, rollups, counts and a formula', async () => {
    const [track] = await rows('Tracks?where=(Title,eq,Low%20Water)&bt=&hm=')
    const [album] = await rows('Albums?limit=1&bt=&hm=')
    const [artist] = await rows('Artists?limit=1&bt=&hm=')
    const tracks = await rows('Tracks?where=(Album,eq,1)&bt=&hm=&limit=100')
    const sum = (values: unknown[]): number => values.reduce<number>((total, value) => total + Number(value), 0)
    expect(track).toMatchObject({ Artist: 'Marlow Finch', Cover: album?.['Cover'] })
    expect(track?.['Revenue']).toBeCloseTo(Number(track?.['Sold']) * Number(track?.['Price']), 6)
    expect(Number(track?.['Sold'])).toBeGreaterThan(0)
    expect(album).toMatchObject({
      Country: artist?.['Country'],
      'Number of tracks': tracks.length,
      'Total length': sum(tracks.map(({ Length }) => Length)),
    })
  })

  it('has a cover for every album, which is a picture', async () => {
    const albums = await rows('Albums?limit=1000&bt=&hm=')
    const files = albums.map(({ Cover }) => (JSON.parse(String(Cover)) as { url: string; size: number }[])[0])
    expect(new Set(files.map((file) => file?.url)).size).toBe(150)
    const [first] = files
    const picture = await server.request(first?.url ?? '', { token: owner.token })
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png'])
    expect(Number(picture.headers['content-length'])).toBe(first?.size)
    expect(await server.request(first?.url ?? '', { token: other.token })).toMatchObject({ status: 404 })
  })

  it('has a view of each kind, whose fields are all there', async () => {
    const tables = (await server.call('xcTableAndViewList', {}, as(id))).data.list
    const kinds = new Set<string>()
    for (const { tn } of tables) {
      const answer = await server.call('tableXcModelGet', { tn }, as(id))
      const meta = JSON.parse(answer?.meta ?? '') as {
        columns: { cn: string }[]
        v: { column: { id: string; problem?: string } }[]
      }
      const known = new Set([...meta.columns.map(({ cn }) => cn), ...meta.v.map(({ column }) => column.id)])
      expect(meta.v.flatMap(({ column }) => column.problem ?? [])).toEqual([])
      for (const view of await server.call('xcVirtualTableList', { tn, meta: false }, as(id))) {
        kinds.add(view.show_as)
        const {
          order = [],
          hidden = [],
          widths = {},
          aggregates = {},
          colours = [],
          groups = [],
          sorts = [],
        } = view.settings
        const named = [...order, ...hidden, ...Object.keys(widths), ...Object.keys(aggregates)]
        for (const { column } of [...colours, ...groups, ...sorts]) if (column !== undefined) named.push(column)
        expect(named.filter((column) => !known.has(column))).toEqual([])
      }
    }
    expect([...kinds].toSorted()).toEqual(['calendar', 'form', 'gallery', 'grid', 'kanban'])
  })

  it('leaves no half project when it fails, or when the server ends in the middle', async () => {
    let isBroken = false
    // Every view gets the same id, so the last step of all fails.
    const ids = {
      ...randomIds,
      hex: (bytes: number) => (isBroken && bytes === 10 ? '0'.repeat(20) : randomIds.hex(bytes)),
    }
    const profileFolder = mkdtempSync(join(tmpdir(), 'basalt-half-'))
    const list = (name: string) => readdirSync(join(profileFolder, name)).toSorted()
    const first = await startServer({ ids, profileFolder })
    const { token } = await first.signUp()
    const clean = [list('attachments'), list('attachments/.arriving'), list('projects')]
    isBroken = true
    const body = { api: 'projectCreateSample', args: {} }
    const answer = await first.request('/dashboard/?q=sqlOp_projectCreateSample', { method: 'POST', token, body })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await first.call('projectList', {}, { token })).toEqual([])
    expect([list('attachments'), list('attachments/.arriving'), list('projects')]).toEqual(clean)
    await first.close()

    mkdirSync(join(profileFolder, 'attachments', 'half_1234'))
    writeFileSync(join(profileFolder, 'attachments', 'half_1234', 'f'.repeat(32)), 'a cover')
    writeFileSync(join(profileFolder, 'projects', 'half_1234.sqlite.partial'), 'a database')
    const second = await startServer({ profileFolder })
    expect([list('attachments'), list('projects')]).toEqual([clean[0], clean[2]])
    await second.close()
    rmSync(profileFolder, { recursive: true, force: true })
  })
})

describe('a file opened in place', () => {
  const open = (filename: unknown, title?: string, token = owner.token) =>
    post('projectCreateFromFile', { filename, ...(title === undefined ? {} : { title }) }, undefined, token)

  it.each([[false], [true]])('keeps every byte while it is only looked at (WAL: %s)', async (wal) => {
    const path = databaseFile(undefined, wal)
    const before = hash(path)
    const answer = await open(path)
    expect(answer.status).toBe(200)
    const { id, title, prefix } = answer.json as { id: string; title: string; prefix: string }
    expect([title, prefix]).toEqual([`file ${files}`, ''])
    expect((await server.call('projectOpen', {}, as(id))).tableCount).toBe(1)
    expect((await server.call('tableXcModelGet', { tn: 'our things' }, as(id)))?.title).toBe('our things')
    await server.request(`/nc/${id}/api/v1/our%20things`, { token: owner.token })
    expect(hash(path)).toBe(before)
    expect(await server.call('projectDelete', {}, as(id))).toEqual({ keptAt: 'original', fileName: `file ${files}.db` })
    expect(hash(path)).toBe(before)
    expect(readdirSync(folder).filter((name) => name.startsWith(`file ${files}.db`))).toEqual([`file ${files}.db`])
  })

  it('may be named below the home folder', async () => {
    const path = relative(homedir(), databaseFile())
    expect((await open(`~/${path}`, 'Home')).status).toBe(200)
  })

  it('that another program replaces is read and written as it is now; while it is gone, both say so', async () => {
    const path = databaseFile()
    const { id } = (await open(path)).json as { id: string }
    const rows = (method = 'GET', body?: object) =>
      server.request(`/nc/${id}/api/v1/our%20things`, { method, token: owner.token, body })
    for (let time = 0; time < 3; time++) expect((await rows()).status).toBe(200)
    const copy = new Sqlite(path)
    copy.exec(`VACUUM INTO '${path}.new'`)
    copy.close()
    const before = (await rows()).json as object[]
    const next = new Sqlite(`${path}.new`)
    next.exec('DELETE FROM "our things"')
    next.close()
    renameSync(`${path}.new`, path)
    expect(before.length).toBeGreaterThan(0)
    expect((await rows()).json).toEqual([])
    renameSync(path, `${path}.away`)
    for (const answer of [await rows(), await rows('POST', {})])
      expect([answer.status, answer.error.code, answer.error.msg]).toEqual([
        503,
        'DATABASE_UNAVAILABLE',
        `The database does not answer: its file file ${files}.db isn't there. Check that it is there, and try again.`,
      ])
    renameSync(`${path}.away`, path)
    expect((await rows()).json).toEqual([])
  })

  it('is one project only, whatever way leads to it', async () => {
    const path = databaseFile()
    expect((await open(path, 'First')).status).toBe(200)
    symlinkSync(path, `${path}.link`)
    linkSync(path, `${path}.hard`)
    for (const same of [path, `${path}.link`, `${path}.hard`, join(folder, '.', relative(folder, path))]) {
      const answer = await open(same)
      expect([answer.status, answer.error.code, answer.error.details]).toEqual([
        400,
        'DATABASE_FILE_IN_USE',
        { title: 'First' },
      ])
    }
  })

  it('is refused when it is no database, not there, or ours', async () => {
    const { id } = await create('Ours')
    const text = join(folder, 'notes.sqlite')
    writeFileSync(text, 'not a database at all, but long enough to look at')
    const cut = join(folder, 'cut.sqlite')
    writeFileSync(cut, readFileSync(databaseFile()).subarray(0, 300))
    const empty = join(folder, 'empty.sqlite')
    writeFileSync(empty, '')
    symlinkSync(join(server.profileFolder, 'meta.sqlite'), join(folder, 'meta-link.sqlite'))
    linkSync(join(server.profileFolder, 'meta.sqlite'), join(folder, 'meta-hard.sqlite'))
    const before = await titles()
    const cases: [unknown, number, string][] = [
      [text, 400, 'DATABASE_FILE_INVALID'],
      [cut, 400, 'DATABASE_FILE_INVALID'],
      [empty, 400, 'DATABASE_FILE_INVALID'],
      [folder, 400, 'DATABASE_FILE_INVALID'],
      [join(folder, 'nothing.db'), 400, 'DATABASE_FILE_NOT_FOUND'],
      [`${text}/deeper`, 400, 'DATABASE_FILE_NOT_FOUND'],
      ['relative.db', 400, 'INPUT_INVALID'],
      ['/tmp/a\0b', 400, 'DATABASE_FILE_NOT_FOUND'],
      ['', 400, 'INPUT_INVALID'],
      [5, 400, 'INPUT_INVALID'],
      [join(server.profileFolder, 'meta.sqlite'), 403, 'DATABASE_FILE_FORBIDDEN'],
      [join(server.profileFolder, 'projects', '..', 'meta.sqlite'), 403, 'DATABASE_FILE_FORBIDDEN'],
      [join(server.profileFolder, 'projects', `${id}.sqlite`), 403, 'DATABASE_FILE_FORBIDDEN'],
      [join(folder, 'meta-link.sqlite'), 403, 'DATABASE_FILE_FORBIDDEN'],
      [join(folder, 'meta-hard.sqlite'), 403, 'DATABASE_FILE_FORBIDDEN'],
    ]
    for (const [filename, status, code] of cases) {
      const answer = await open(filename)
      expect([filename, answer.status, answer.error.code]).toEqual([filename, status, code])
      expect(answer.text).not.toContain(server.profileFolder)
    }
    expect((await open(cut)).error.msg).toMatch(/cut\.sqlite is truncated or damaged/)
    expect((await open(text)).error.msg).not.toMatch(/truncated/)
    expect(await titles()).toEqual(before)
    expect((await open(databaseFile(), ' ')).error.code).toBe('PROJECT_TITLE_INVALID')
  })

  it('is opened by the super admin only', async () => {
    const answer = await open(databaseFile(), undefined, other.token)
    expect([answer.status, answer.error.code]).toEqual([403, 'NOT_ALLOWED'])
  })

  it('that goes away or is damaged stops its own project alone', async () => {
    const [gone, damaged, fine] = [databaseFile(), databaseFile(), databaseFile()]
    const ids: string[] = []
    for (const path of [gone, damaged, fine]) ids.push(((await open(path)).json as { id: string }).id)
    rmSync(gone)
    writeFileSync(damaged, 'overwritten by something else that is no database')
    const answers = await Promise.all(ids.map((id) => post('projectOpen', {}, id)))
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 200])
    expect(answers.map(({ error }) => error?.code)).toEqual(['DATABASE_UNAVAILABLE', 'DATABASE_DAMAGED', undefined])
    expect(answers[0]?.error.msg).toContain('file')
    const list = await server.call('projectList', {}, as())
    expect(list.find(({ id }) => id === ids[0])).toMatchObject({ fileBytes: null, tableCount: null })
    expect(existsSync(gone)).toBe(false)
    expect((await post('projectDelete', {}, ids[0])).json).toMatchObject({ keptAt: 'original' })
  })
})

describe('after a crash', () => {
  it('finishes what was begun: half-made files go, made projects get theirs, deleted ones leave', async () => {
    const profileFolder = mkdtempSync(join(tmpdir(), 'basalt-crash-'))
    const first = await startServer({ profileFolder })
    const { token, email, password } = await first.signUp()
    const made = await first.call('projectCreateByWebWithXCDB', { title: 'Made' }, { token })
    await first.close()

    const projects = join(profileFolder, 'projects')
    const file = join(projects, `${made.id}.sqlite`)
    const bytes = readFileSync(file)
    rmSync(file)
    // Killed between the project's row and the file's name, while creating a file, and while deleting one.
    writeFileSync(`${file}.partial`, bytes)
    writeFileSync(join(projects, 'half_0000.sqlite.partial'), bytes)
    writeFileSync(join(projects, 'deleted_0000.sqlite'), bytes)
    const meta = new Sqlite(join(profileFolder, 'meta.sqlite'))
    meta
      .prepare(`INSERT INTO nc_store (name, value, updated_at) VALUES (?, ?, '')`)
      .run('removed_project:deleted_0000', 'deleted_0000.sqlite')
    meta.close()

    const second = await startServer({ profileFolder })
    const signedIn = await second.request('/auth/signin', { method: 'POST', body: { email, password } })
    const again = (signedIn.json as { token: string }).token
    expect((await second.call('projectOpen', {}, { token: again, projectId: made.id })).tableCount).toBe(0)
    expect(readdirSync(projects)).toEqual(expect.arrayContaining([`${made.id}.sqlite`]) as unknown)
    expect(readdirSync(projects).filter((name) => /partial|deleted|half/.test(name))).toEqual([])
    expect(readdirSync(join(profileFolder, 'backups')).some((name) => name.startsWith('deleted_0000-'))).toBe(true)
    await second.close()
    rmSync(profileFolder, { recursive: true, force: true })
  })

  it('leaves files alone that it knows nothing of', async () => {
    const profileFolder = mkdtempSync(join(tmpdir(), 'basalt-unknown-'))
    await (await startServer({ profileFolder })).close()
    writeFileSync(join(profileFolder, 'projects', 'unknown.sqlite'), 'whose is this?')
    const server2 = await startServer({ profileFolder })
    await server2.close()
    expect(readFileSync(join(profileFolder, 'projects', 'unknown.sqlite'), 'utf8')).toBe('whose is this?')
    rmSync(profileFolder, { recursive: true, force: true })
  })
})
