import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importAsNew, importEnd, importInto, sendImport, uploadImport, type Importing } from '@tests/helpers/imports'
import { sheetRow, workbook } from '@tests/helpers/packed'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

let server: TestServer
let owner: TestUser
let as: Importing

beforeAll(async () => {
  server = await startServer()
  owner = await server.signUp('owner@example.com')
  const { id } = await server.call('projectCreateSample', {}, { token: owner.token })
  as = { token: owner.token, projectId: id }
})
afterAll(() => server.close())

const rowsOf = async (table: string, query = ''): Promise<Record<string, unknown>[]> => {
  const answer = await server.request(`/nc/${as.projectId}/api/v1/${encodeURIComponent(table)}?${query}`, {
    token: as.token,
  })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json as Record<string, unknown>[]
}

const operation = (name: string, args: unknown, token: string): Promise<Answer> =>
  server.request(`/dashboard/?q=sqlOp_${name}`, {
    method: 'POST',
    token,
    body: { api: name, project_id: as.projectId, dbAlias: 'db', args },
  })

const people = 'Name;Born;Height;Role\r\nAnna;24.12.1990;1,70;admin\r\nBen;3.1.2001;1,80;guest\r\n'

describe('an import into a new table', () => {
  it('makes the table with the types that its values show', async () => {
    const status = await importAsNew(server, { name: 'people.csv', content: people }, as, 'People')
    expect(status).toMatchObject({
      state: 'done',
      read: 2,
      created: 2,
      failed: 0,
      percent: 100,
      tables: [{ title: 'People', created: true, rows: 2 }],
    })
    expect(await rowsOf('People')).toMatchObject([
      { Name: 'Anna', Born: '1990-12-24', Height: 1.7, Role: 'admin' },
      { Name: 'Ben', Born: '2001-01-03', Height: 1.8, Role: 'guest' },
    ])
  })
})

describe('an import with an API token', () => {
  it('belongs to the token, and does what its role allows', async () => {
    const tokenOf = async (role: string): Promise<string> =>
      (await server.operate('apiTokenCreate', { title: 'Script', role }, as)).token
    const send = (name: string, body: unknown, token: string): Promise<Answer> =>
      server.request(`/api/v1/operations/${name}?project=${as.projectId}`, {
        method: 'POST',
        headers: { 'xc-token': token },
        body,
      })
    const [script, editor, viewer] = [await tokenOf('owner'), await tokenOf('editor'), await tokenOf('viewer')]
    const text = 'Town;Founded\nGalway;1124\n'
    const upload = (token: string): Promise<Answer> => send('importUpload', { text, name: 'towns.csv' }, token)
    expect((await upload(viewer)).status).toBe(403)

    const { id } = (await upload(script)).json as { id: string }
    const sheets = [
      {
        sheet: 0,
        into: { kind: 'new', title: 'Villages' },
        columns: [{ source: 0, title: 'Town', uiType: 'SingleLineText' }],
      },
    ]
    const foreign = [await send('importStatus', { id }, editor), await operation('importStatus', { id }, as.token)]
    expect(foreign.map(({ error }) => error.code)).toEqual(['IMPORT_NOT_FOUND', 'IMPORT_NOT_FOUND'])
    const { id: ofEditor } = (await upload(editor)).json as { id: string }
    expect((await send('importStart', { id: ofEditor, sheets }, editor)).error.code).toBe('NOT_ALLOWED')

    expect((await send('importStart', { id, sheets }, script)).status).toBe(200)
    await expect
      .poll(async () => (await send('importStatus', { id }, script)).json)
      .toMatchObject({ state: 'done', created: 1 })
    expect(await rowsOf('Villages')).toMatchObject([{ Town: 'Galway' }])
  })
})

describe('the audit of an import', () => {
  it('names the table, the file and the number of records', async () => {
    const { tables } = await importAsNew(
      server,
      { name: 'cities.csv', content: 'City\nOslo\nRoma\nLima\n' },
      as,
      'Cities',
    )
    const { list } = await server.call('xcAuditList', { op_type: 'DATA', model_name: tables[0]?.table ?? '' }, as)
    const [line] = list.filter(({ op_sub_type }) => op_sub_type === 'IMPORT')
    expect(line).toMatchObject({ user: 'owner@example.com', model_name: tables[0]?.table, model_id: null })
    expect(JSON.parse(line?.details ?? '')).toEqual({ name: 'cities.csv', rows: 3 })
  })
})

describe('an import into a table that is there', () => {
  it('adds, changes by key and lists what does not fit', async () => {
    const more =
      'Name,Born,Height\nAnna,1990-12-25,1.71\nCarl,2000-02-30,1.6\nDora,1999-01-01,1.5\nDora,1999-01-02,1.4\n'
    const { id } = await uploadImport(server, { name: 'more.csv', content: more }, as)
    await server.call(
      'importStart',
      {
        id,
        sheets: [
          {
            sheet: 0,
            into: { kind: 'table', table: 'People' },
            columns: ['Name', 'Born', 'Height'].map((column, source) => ({ source, column })),
            key: ['Name'],
          },
        ],
      },
      as,
    )
    const status = await importEnd(server, id, as)
    expect(status).toMatchObject({ state: 'done', created: 1, updated: 1, failed: 2 })
    expect(await rowsOf('People')).toMatchObject([
      { Name: 'Anna', Born: '1990-12-25', Height: 1.71, Role: 'admin' },
      { Name: 'Ben', Height: 1.8 },
      { Name: 'Dora', Born: '1999-01-01', Height: 1.5 },
    ])
    const undone = await server.call('changeUndo', { change: status.change ?? '' }, as)
    expect(await rowsOf('People')).toMatchObject([
      { Name: 'Anna', Height: expect.anything(), Role: 'admin' },
      { Name: 'Ben', Height: 1.8 },
    ])
    expect(await rowsOf('People')).not.toMatchObject([{ Height: 1.71 }, {}])
    await server.call('changeRedo', { change: undone.change ?? '' }, as)
    expect(await rowsOf('People')).toMatchObject([{ Height: 1.71 }, { Name: 'Ben' }, { Name: 'Dora' }])
    const failures = await server.call('importFailures', { id }, as)
    expect(failures.list).toMatchObject([
      { line: 3, column: 'Born', value: '2000-02-30' },
      { line: 5, column: 'Name', value: 'Dora' },
    ])
    const csv = await server.request(`/dashboard/imports/${as.projectId}/${id}/failed.csv`, { token: as.token })
    expect(csv.text).toContain('more,5,Name,Dora,Name: a row further up in the file has the same value.\r\n')
  })
})

describe('an import of several sheets', () => {
  const content = workbook({
    Towns: `${sheetRow(1, 'Town', 'People')}${sheetRow(2, 'Rome', 5)}`,
    Rivers: `${sheetRow(1, 'River', 'Length')}${sheetRow(2, 'Tiber', 406)}`,
  })
  const order = (sheet: number, title: string, ...titles: string[]) => ({
    sheet,
    into: { kind: 'new' as const, title },
    columns: titles.map((name, source) => ({ source, title: name, uiType: 'SingleLineText' as const })),
  })

  it('makes a table of each, or none', async () => {
    const { id } = await uploadImport(server, { name: 'w.xlsx', content }, as)
    const sheets = [order(0, 'Towns', 'Town', 'People'), order(1, 'Rivers', 'River', 'Length')]
    const answer = await operation('importStart', { id, sheets: [sheets[0], order(1, 'People', 'River')] }, as.token)
    expect([answer.status, answer.error.code]).toEqual([400, 'TABLE_EXISTS'])
    await server.call('importStart', { id, sheets }, as)
    const status = await importEnd(server, id, as)
    expect(status).toMatchObject({ state: 'done', created: 2, tables: [{ title: 'Towns' }, { title: 'Rivers' }] })
    expect(await rowsOf('Rivers')).toMatchObject([{ River: 'Tiber', Length: '406' }])
    // These are our own changes, so there is no drift.
    const drift = await server.call('xcMetaDiff', {}, as)
    expect(drift.filter(({ detectedChanges }) => detectedChanges.length > 0)).toEqual([])
  })

  it('takes the new tables back where rows for another cannot be written', async () => {
    const { id } = await uploadImport(server, { name: 'w.xlsx', content }, as)
    const into = { kind: 'table' as const, table: 'Checked' }
    await server.call('tableCreate', { tn: 'Checked', columns: [{ cn: 'n', uidt: 'Number' }] }, as)
    await server.call('checkCreate', { tn: 'Checked', check_name: 'small', check_condition: 'n < 100' }, as)
    const sheets = [order(0, 'Fresh', 'Town'), { sheet: 1, into, columns: [{ source: 1, column: 'n' }] }]
    await server.call('importStart', { id, sheets }, as)
    const status = await importEnd(server, id, as)
    expect(status).toMatchObject({ state: 'failed', error: { code: 'VALUE_CHECK_FAILED' }, tables: [] })
    expect(await rowsOf('Checked')).toEqual([])
    expect((await server.request(`/nc/${as.projectId}/api/v1/Fresh`, { token: as.token })).status).toBe(404)
    expect((await server.call('trashList', { kind: 'table' }, as)).count).toBe(0)
  })
})

describe('who may', () => {
  const people = new Map<string, string>()
  beforeAll(async () => {
    for (const role of ['editor', 'viewer', 'stranger'])
      people.set(role, (await server.signUp(`${role}@example.com`)).token)
    const roles = { 'editor@example.com': 'editor', 'viewer@example.com': 'viewer' }
    giveRoles(server.profileFolder, as.projectId, roles)
  })
  const token = (role: string): string => people.get(role) ?? ''

  it('bring a file: editors, before a byte of it is read', async () => {
    const file = { name: 'a.csv', content: 'a,b\n1,2\n' }
    for (const [role, status] of [
      ['editor', 200],
      ['viewer', 403],
      ['stranger', 404],
    ] as const)
      expect([role, (await sendImport(server, file, { ...as, token: token(role) })).status]).toEqual([role, status])
  })

  it('see an import: who has brought it', async () => {
    const { id } = await uploadImport(server, { name: 'Käufe (1).csv', content: 'a,b\n1,2\n' }, as)
    for (const name of ['importPreview', 'importStatus', 'importFailures', 'importCancel', 'importDiscard'])
      for (const role of ['editor', 'stranger']) {
        const answer = await operation(name, { id }, token(role))
        expect([name, role, answer.status]).toEqual([name, role, 404])
      }
    const failed = `/dashboard/imports/${as.projectId}/${id}/failed.csv`
    expect((await server.request(failed, { token: token('editor') })).status).toBe(404)
    expect((await server.request(failed)).status).toBe(401)
    const own = await server.request(failed, { token: as.token })
    expect(own.status).toBe(200)
    expect(own.headers['content-disposition']).toBe(
      `attachment; filename="K_ufe (1) failed.csv"; filename*=UTF-8''K%C3%A4ufe%20%281%29%20failed.csv`,
    )
    expect((await operation('importStatus', { id }, as.token)).status).toBe(200)
  })

  it('make tables: creators; add rows: editors', async () => {
    const editor = { ...as, token: token('editor') }
    const { id } = await uploadImport(server, { name: 'a.csv', content: 'Name\nEdited\n' }, editor)
    const columns = [{ source: 0, title: 'Name', uiType: 'SingleLineText' }]
    const made = await operation(
      'importStart',
      { id, sheets: [{ sheet: 0, into: { kind: 'new', title: 'X' }, columns }] },
      editor.token,
    )
    expect([made.status, made.error.code]).toEqual([403, 'NOT_ALLOWED'])
    const added = await importInto(server, { name: 'a.csv', content: 'Name\nEdited\n' }, editor, {
      table: 'People',
      columns: ['Name'],
    })
    expect(added).toMatchObject({ state: 'done', created: 1 })
  })

  it('end an import that was begun: who still may when its rows are there', async () => {
    const content = `Name\n${Array.from({ length: 150_000 }, (_, at) => `Late ${at}`).join('\n')}\n`
    const setRole = (email: string, role: string): void =>
      giveRoles(server.profileFolder, as.projectId, { [email]: role })
    const into = { kind: 'table' as const, table: 'People' }
    const rows = { sheet: 0, into, columns: [{ source: 0, column: 'Name' }] }
    const table = {
      sheet: 0,
      into: { kind: 'new' as const, title: 'Late' },
      columns: [{ source: 0, title: 'Name', uiType: 'SingleLineText' as const }],
    }
    const before = await rowsOf('People', 'limit=1000')
    for (const [name, from, to, sheet] of [
      ['lowered', 'editor', 'viewer', rows],
      ['narrowed', 'creator', 'editor', table],
    ] as const) {
      const email = `${name}@example.com`
      const person = { ...as, token: (await server.signUp(email)).token }
      setRole(email, from)
      const { id } = await uploadImport(server, { name: 'late.csv', content }, person)
      await server.call('importStart', { id, sheets: [sheet] }, person)
      await importEnd(server, id, person, ({ read }) => read > 0)
      setRole(email, to)
      expect(await importEnd(server, id, person)).toMatchObject({
        state: 'failed',
        created: 0,
        error: { code: 'IMPORT_NOT_ALLOWED', msg: 'Your role allows this import no longer. Nothing was imported.' },
      })
    }
    expect(await rowsOf('People', 'limit=1000')).toEqual(before)
    expect((await server.request(`/nc/${as.projectId}/api/v1/Late`, { token: as.token })).status).toBe(404)
  })
})

describe('what is refused', () => {
  it.each<[string, unknown, string]>([
    ['a column that is not there', { columns: [{ source: 0, column: 'Nothing' }] }, 'COLUMN_NOT_FOUND'],
    ['a table that is not there', { into: { kind: 'table', table: 'Nothing' } }, 'TABLE_NOT_FOUND'],
    [
      'a column twice',
      {
        columns: [
          { source: 0, column: 'Name' },
          { source: 0, column: 'Name' },
        ],
      },
      'IMPORT_COLUMNS_INVALID',
    ],
    ['a key that is not imported', { key: ['Role'] }, 'IMPORT_KEY_INVALID'],
    ['a sheet that is not there', { sheet: 3 }, 'IMPORT_SHEET_NOT_FOUND'],
    [
      'a column of a new table for one that is there',
      { columns: [{ source: 0, title: 'Name', uiType: 'Number' }] },
      'IMPORT_COLUMNS_INVALID',
    ],
    [
      'a type that cannot be written',
      { into: { kind: 'new', title: 'N' }, columns: [{ source: 0, title: 'Name', uiType: 'Formula' }] },
      'COLUMN_TYPE_INVALID',
    ],
    [
      'a name of ours',
      { into: { kind: 'new', title: 'nc_import_x' }, columns: [{ source: 0, title: 'Name', uiType: 'Number' }] },
      'TABLE_NAME_RESERVED',
    ],
    ['an option that is none', { options: { delimiter: 'x' } }, 'INPUT_INVALID'],
  ])('%s', async (_what, change, code) => {
    const { id } = await uploadImport(server, { name: 'a.csv', content: 'Name\nA\n' }, as)
    const sheet = { sheet: 0, into: { kind: 'table', table: 'People' }, columns: [{ source: 0, column: 'Name' }] }
    const answer = await operation('importStart', { id, sheets: [{ ...sheet, ...(change as object) }] }, as.token)
    expect(answer.error.code).toBe(code)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
  })

  it('a second start, and an import that was forgotten', async () => {
    const status = await importInto(server, { name: 'a.csv', content: 'Name\nOnce\n' }, as, {
      table: 'People',
      columns: ['Name'],
    })
    const sheets = [{ sheet: 0, into: { kind: 'table', table: 'People' }, columns: [{ source: 0, column: 'Name' }] }]
    expect((await operation('importStart', { id: status.id, sheets }, as.token)).error.code).toBe('IMPORT_STARTED')
    await server.call('importDiscard', { id: status.id }, as)
    expect((await operation('importStatus', { id: status.id }, as.token)).error.code).toBe('IMPORT_NOT_FOUND')
    expect((await readdir(join(server.profileFolder, 'imports'))).length).toBeLessThan(40)
  })
})

describe('a table that rows are on their way into', () => {
  it('whose columns have become others meanwhile is not touched', async () => {
    const content = `word,note\n${Array.from({ length: 150_000 }, (_, at) => `w${at},n${at}`).join('\n')}\n`
    const begun = async (table: string): Promise<string> => {
      const columns = ['word', 'note'].map((cn) => ({ cn, uidt: 'SingleLineText' }))
      await operation('tableCreate', { tn: table, columns: [{ cn: 'id', uidt: 'ID' }, ...columns] }, as.token)
      const { id } = await uploadImport(server, { name: 'words.csv', content }, as)
      const sheet = { sheet: 0, into: { kind: 'table' as const, table }, columns: [{ source: 0, column: 'word' }] }
      await server.call('importStart', { id, sheets: [sheet] }, as)
      await importEnd(server, id, as, ({ read }) => read > 0)
      return id
    }
    const changed = await begun('changing')
    const columns = [{ cn: 'word', cno: 'word', uidt: 'Number', altered: 2 }]
    expect((await operation('tableUpdate', { tn: 'changing', columns }, as.token)).status).toBe(200)
    expect(await importEnd(server, changed, as)).toMatchObject({
      state: 'failed',
      created: 0,
      error: { code: 'IMPORT_TABLE_CHANGED' },
    })
    expect(await rowsOf('changing')).toEqual([])

    const gone = await begun('going')
    expect((await operation('tableDelete', { tn: 'going' }, as.token)).status).toBe(200)
    expect(await importEnd(server, gone, as)).toMatchObject({
      state: 'failed',
      error: { code: 'TABLE_NOT_FOUND', msg: "There is no table 'going' in this project." },
    })
  })
})
