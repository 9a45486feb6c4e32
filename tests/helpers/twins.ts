import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OperationInput, OperationName, OperationOutput } from '@common/operations'
import { shareHeader, visitorHeader } from '@common/wire/names'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import Sqlite from 'better-sqlite3'
import { uploadFile } from './form'
import { giveRoles } from './members'
import { startServer, type Answer, type TestServer, type TestUser } from './server'

/**
 * Two servers that differ in their secrets only: hidden columns, hidden rows and a disabled table. Whatever a user under
 * rules asks, both must answer with the same bytes. Their ids and clocks are the same.
 */
export interface Twin {
  readonly server: TestServer
  readonly projectId: string
  readonly owner: TestUser
  /** An editor and a creator under the same rules. */
  readonly editor: TestUser
  readonly creator: TestUser
  /** Ids of links and computed columns, by table and title. */
  readonly ids: Readonly<Record<string, string>>
  /** Ids of views, by title. */
  readonly views: Readonly<Record<string, string>>
  /** The id of a change that the owner made to a hidden column, and of one to a hidden row. */
  readonly changes: { readonly column: string; readonly row: string; readonly visible: string }
  /** Address of a file in a hidden column, and of one in a visible column of a hidden row. */
  readonly files: { readonly column: string; readonly row: string; readonly visible: string }
  /** Id of the shared view's link. */
  readonly shareId: string
  /** Token of a visitor of the shared view, with the header that names the share. */
  readonly visitor: Readonly<Record<string, string>>
  readonly operate: <N extends OperationName>(
    name: N,
    input: OperationInput<N>,
    as?: TestUser,
  ) => Promise<OperationOutput<N>>
  readonly rows: (path: string, method?: string, body?: unknown, as?: TestUser) => Promise<Answer>
  readonly close: () => Promise<void>
}

/** Texts that only secrets contain. Three digits alone would be found in ports and times too. */
export const secretPattern = /777[,.\s]?\d{3}|Hush|secret (?:\d|hint|remark)/i

/** Ids that the same steps repeat: a series of its own for each length, so that background work can't shift others. */
function repeatedIds(): Ids {
  const made = new Map<number, number>()
  const digits = (length: number): string => {
    const count = made.get(length) ?? 0
    made.set(length, count + 1)
    return createHash('sha512').update(`${length} ${count}`).digest('hex').slice(0, length)
  }
  return { hex: (bytes) => digits(bytes * 2), word: digits }
}

const stillClock = (at: Date): Clock => ({ now: () => new Date(at), monotonicMs: () => performance.now() })

/** The visible part is the same in both twins. Hidden rows have lower keys, so new rows get the same ones. */
function schemaOf(twin: number): string {
  const hidden = Array.from({ length: twin === 0 ? 2 : 30 }, (_, at) => at + 1)
  const pay = (id: number): number => 777_000 + id * (twin + 1) + twin * 13
  return `
  CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT, budget INTEGER);
  CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, salary INTEGER, mail TEXT, born DATE, level TEXT,
    team INTEGER REFERENCES team, boss INTEGER REFERENCES person, code TEXT UNIQUE, shown INTEGER);
  CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT, person INTEGER REFERENCES person);
  CREATE TABLE tag (id INTEGER PRIMARY KEY, word TEXT, hint TEXT);
  CREATE TABLE person_tag (person INTEGER REFERENCES person, tag INTEGER REFERENCES tag, PRIMARY KEY (person, tag));
  CREATE TABLE vault (id INTEGER PRIMARY KEY, word TEXT, team INTEGER REFERENCES team);
  INSERT INTO team VALUES ${[1, 2, 3].map((id) => `(${id}, 'Team ${id}', ${pay(id)})`).join()};
  INSERT INTO person VALUES ${[
    ...hidden.map(
      (id) =>
        `(${id}, '${id === 1 ? 'Hush one' : `Hush ${twin} ${id}`}', ${pay(id)}, 'other@example.com',
          '2001-02-${String(twin + 3).padStart(2, '0')}', 'secret ${twin}', 1, NULL, 'h${id}', 1)`,
    ),
    ...[50, 51, 52, 53].map(
      (id) =>
        `(${id}, 'Person ${id % 52}', ${pay(twin === 0 ? id : 100 - id)}, 'eve@example.com',
          '200${twin}-01-01', 'secret ${(id + twin) % 3}', ${id === 53 ? 2 : 1}, ${id === 50 ? 1 : 50}, 'v${id}', 1)`,
    ),
  ].join()};
  INSERT INTO note VALUES (1, 'To 50', 50), (2, 'To one', 1), (3, 'Free', NULL);
  INSERT INTO tag VALUES ${[1, 2].map((id) => `(${id}, 'Tag ${id}', 'secret hint ${twin + id}')`).join()};
  INSERT INTO person_tag VALUES (50, 1), (51, 1), (1, 1), (1, 2)${twin === 0 ? '' : ', (2, 1), (3, 2), (4, 2)'};
  INSERT INTO vault VALUES ${Array.from({ length: twin + 1 }, (_, at) => `(${at + 1}, 'Hush ${twin}', 1)`).join()};`
}

/**
 * Makes one of the twins.
 *
 * @param twin  0 or 1: decides about its secrets
 * @param metaUrl  a meta store on a server. Default: in the profile
 */
export async function makeTwin(twin: number, at: Date, { metaUrl }: { readonly metaUrl?: string } = {}): Promise<Twin> {
  const folder = mkdtempSync(join(tmpdir(), 'basalt-twin-'))
  const filename = join(folder, 'people.sqlite')
  const file = new Sqlite(filename)
  file.exec(schemaOf(twin))
  file.close()
  const server = await startServer({
    signInAttempts: 0,
    signUpAttempts: 0,
    clock: stillClock(at),
    ids: repeatedIds(),
    ...(metaUrl !== undefined && { metaUrl }),
  })
  const owner = await server.signUp('owner@example.com')
  const editor = await server.signUp('eve@example.com')
  const creator = await server.signUp('carl@example.com')
  const { id: projectId } = await server.operate('projectCreateFromFile', { filename, projectType: 'grpc' }, owner)
  if (metaUrl === undefined)
    giveRoles(server.profileFolder, projectId, { 'eve@example.com': 'editor', 'carl@example.com': 'creator' })
  else {
    await invite(server, { token: owner.token, projectId }, { ...editor, email: 'eve@example.com', role: 'editor' })
    await invite(server, { token: owner.token, projectId }, { ...creator, email: 'carl@example.com', role: 'creator' })
  }

  const operate: Twin['operate'] = (name, input, as = owner) =>
    server.operate(name, input as never, { token: as.token, projectId })
  const rows: Twin['rows'] = (path, method = 'GET', body, as = owner) =>
    server.request(`/nc/${projectId}/api/v1/${path}`, { method, token: as.token, body })
  const made = { server, projectId, owner, editor, creator, operate, rows }

  const ids = await addColumns(made)
  const files = await addFiles(made, twin)
  const views = await addViews(made, ids)
  await addRules(made)
  const changes = await addChanges(made, twin)
  const shared = await openShare(made, views)
  return {
    ...made,
    ids,
    files,
    views,
    changes,
    ...shared,
    close: async () => {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Makes an account a member; it accepts if it is asked. */
async function invite(
  server: TestServer,
  as: { readonly token: string; readonly projectId: string },
  { token, email, role }: { readonly token: string; readonly email: string; readonly role: string },
): Promise<void> {
  const { people } = await server.operate('memberInvite', { emails: [email], role }, as)
  const invitation = /[0-9a-f]{64}$/.exec(people[0]?.link ?? '')?.[0]
  if (invitation !== undefined) await server.operate('invitationAccept', { token: invitation }, { token })
}

type Made = Pick<Twin, 'server' | 'projectId' | 'owner' | 'operate' | 'rows'>

async function addColumns({ operate }: Made): Promise<Record<string, string>> {
  const attachment = (name: string) => ({ change: 'add' as const, column: { name, title: name, type: 'Attachment' } })
  await operate('tableUpdate', { table: 'person', changes: [attachment('scan'), attachment('photo')] } as never)
  const options = [0, 1, 2].map((at) => ({ title: `secret ${at}`, color: 'red' }))
  const column = { name: 'level', title: 'level', type: 'SingleSelect', options: { options } }
  await operate('tableUpdate', { table: 'person', changes: [{ change: 'update', name: 'level', column }] } as never)
  const ids: Record<string, string> = {}
  for (const table of ['team', 'person', 'note', 'tag']) {
    const read = await operate('tableRead', { table })
    for (const each of read?.virtualColumns ?? [])
      if (each.kind === 'link') ids[`${table} ${each.link.kind} ${each.link.relatedTable}`] = each.id
  }
  const make = async (table: string, title: string, definition: object): Promise<void> => {
    ids[title] = (await operate('virtualColumnCreate', { table, title, definition } as never)).id
  }
  const people = ids['team hasMany person']
  await make('team', 'Heads', { kind: 'count', link: people })
  await make('team', 'Pay', { kind: 'rollup', link: people, column: 'salary', function: 'sum' })
  await make('team', 'Last', { kind: 'rollup', link: people, column: 'id', function: 'min' })
  await make('team', 'Names', { kind: 'lookup', link: people, column: 'name' })
  await make('team', 'Safes', { kind: 'count', link: ids['team hasMany vault'] })
  await make('person', 'Yearly', { kind: 'formula', formula: '{salary} * 12' })
  await make('person', 'Notes', { kind: 'count', link: ids['person hasMany note'] })
  await make('person', 'Twice', { kind: 'formula', formula: '{Yearly} * 2' })
  await make('person', 'Budget', { kind: 'lookup', link: ids['person belongsTo team'], column: 'budget' })
  await make('person', 'Colleagues', { kind: 'lookup', link: ids['person belongsTo team'], column: ids['Heads'] })
  await make('person', 'Loud', { kind: 'formula', formula: 'UPPER({name})' })
  await make('note', 'Whose', { kind: 'lookup', link: ids['note belongsTo person'], column: 'name' })
  await make('tag', 'Bearers', { kind: 'count', link: ids['tag manyToMany person'] })
  return ids
}

async function addFiles({ server, projectId, owner, rows }: Made, twin: number): Promise<Twin['files']> {
  const add = async (row: number, column: string, name: string, content: string): Promise<string> => {
    const upload = await uploadFile(server, { name, content }, { token: owner.token, projectId })
    const answer = await rows(`person/${row}`, 'PUT', { [column]: [upload.json] })
    if (answer.status !== 200) throw new Error(answer.text)
    return (upload.json as { readonly url: string }).url
  }
  const visible = await add(50, 'photo', 'face.txt', 'A face')
  return {
    visible,
    column: await add(50, 'scan', 'scan.txt', `Hush ${twin}`),
    row: await add(1, 'photo', 'photo.txt', `Hush ${twin}`),
  }
}

async function addViews({ operate }: Made, ids: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const rich = { join: 'and' as const, filters: [{ column: 'salary', operator: 'greater' as const, value: 777_050 }] }
  const settings = {
    filter: rich,
    sorts: [{ column: 'salary', descending: true }],
    groups: [{ column: 'level', descending: false }],
    aggregates: { salary: 'sum' as const, [ids['Yearly'] ?? '']: 'max' as const },
    colours: [{ color: 'red' as const, filter: rich }],
    widths: { salary: 200 },
    order: ['salary', 'name'],
  }
  const views: Record<string, string> = {}
  const make = async (title: string, kind: string, more: object): Promise<void> => {
    views[title] = (await operate('viewCreate', { table: 'person', title, kind, ...more } as never)).id
  }
  const board = { stackColumn: 'level', coverColumn: 'scan', byColumn: { level: { order: ['secret 1', 'secret 0'] } } }
  await make('Rich', 'grid', { settings })
  await make('Board', 'kanban', { options: board, settings: { filter: rich } })
  await make('Cards', 'gallery', { options: { coverColumn: 'scan' } })
  await make('Days', 'calendar', { options: { startColumn: 'born', colourColumn: 'level' } })
  await make('Ask', 'form', {
    options: {
      parts: [
        { kind: 'field', column: 'name' },
        { kind: 'field', column: 'salary', initial: 777_999 },
        { kind: 'field', column: 'mail' },
      ],
    },
  })
  await make('Open', 'grid', {
    settings: {
      hidden: ['salary', 'born', 'level', 'scan', 'photo', 'boss', ...Object.values(ids)],
      filter: { join: 'and', filters: [{ column: 'mail', operator: 'is', value: 'eve@example.com' }] },
    },
  })
  return views
}

async function addRules({ operate }: Made): Promise<void> {
  for (const role of ['editor', 'creator']) {
    const own = role === 'editor' ? { currentUser: true as const } : 'eve@example.com'
    await operate('accessRulesSaveBulk', {
      list: [
        {
          table: 'person',
          role,
          rules: {
            columns: { salary: 'hidden', born: 'hidden', level: 'hidden', scan: 'hidden' },
            rows: { join: 'and', filters: [{ column: 'mail', operator: 'is', value: own }] },
          },
        },
        { table: 'team', role, rules: { columns: { budget: 'hidden' } } },
        { table: 'tag', role, rules: { columns: { hint: 'hidden' } } },
      ],
    })
    await operate('disabledModelsSave', { list: [{ kind: 'table', name: 'vault', disabled: { [role]: true } }] })
  }
}

/** The owner writes secrets: the history, the trash, the comments and the notices hold them. */
async function addChanges({ operate, rows }: Made, twin: number): Promise<Twin['changes']> {
  const changeOf = async (path: string, body: object): Promise<string> =>
    String((await rows(path, 'PUT', body)).headers['basalt-change'])
  const visible = await changeOf('person/51', { name: 'Person fifty-one' })
  const column = await changeOf('person/50', { salary: 777_600 + twin })
  const row = await changeOf('person/1', { name: `Hush renamed ${twin}` })
  for (let time = 0; time <= twin * 3; time++) await rows('person/1', 'PUT', { salary: 777_700 + time })
  for (let gone = 0; gone <= twin; gone++) await rows(`person/${2 + gone}`, 'DELETE')
  await rows('vault/1', 'PUT', { word: `Hush again ${twin}` })
  for (let time = 0; time <= twin; time++)
    await operate('commentCreate', { table: 'person', rowId: '1', text: `A secret remark ${twin}` })
  await operate('commentCreate', { table: 'person', rowId: '50', text: 'About fifty' })
  return { column, row, visible }
}

async function openShare({ server, operate }: Made, views: Readonly<Record<string, string>>) {
  const { id, link } = await operate('shareCreate', { table: 'person', view: views['Open'] ?? '', download: true })
  const { visitor } = await server.operate('shareOpen', { link })
  return { shareId: id, visitor: { [shareHeader]: link, [visitorHeader]: visitor.token } }
}
