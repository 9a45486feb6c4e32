import Sqlite from 'better-sqlite3'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OperationName } from '@common/operations'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

let server: TestServer
let owner: TestUser
let project: string

const send = (name: OperationName, args: unknown, who: TestUser = owner): Promise<Answer> =>
  server.request(`/api/v1/operations/${name}?project=${project}`, { method: 'POST', token: who.token, body: args })
const rows = (method: string, path: string, body?: unknown): Promise<Answer> =>
  server.request(`/nc/${project}/api/v1/${path}`, { method, token: owner.token, body })

/** Runs a command. @returns its change */
async function run(name: OperationName, args: unknown): Promise<string> {
  const answer = await send(name, args)
  expect(answer, JSON.stringify(answer.json)).toMatchObject({ status: 200 })
  return String(answer.headers['basalt-change'])
}

/** Undoes or redoes a change. @returns the new change */
async function reverse(change: string, name: 'changeUndo' | 'changeRedo' = 'changeUndo'): Promise<string> {
  const answer = await send(name, { change })
  expect(answer, JSON.stringify(answer.json)).toMatchObject({ status: 200 })
  return (answer.json as { change: string }).change
}

interface Model {
  readonly title: string
  readonly icon?: string
  readonly order: number
  readonly columns: readonly { readonly name: string; readonly title: string; readonly uiType: string }[]
  readonly virtualColumns: readonly { readonly id: string; readonly title: string; readonly kind: string }[]
}
const table = async (name: string): Promise<Model | null> =>
  (await send('tableRead', { table: name })).json as Model | null

/** Runs a command, then checks what is seen of it after an undo, a redo and another undo. */
async function expectThereAndBack(name: OperationName, args: unknown, seen: () => Promise<unknown>): Promise<void> {
  const before = await seen()
  const change = await run(name, args)
  const after = await seen()
  expect(after).not.toEqual(before)
  const undone = await reverse(change)
  expect(await seen()).toEqual(before)
  const redone = await reverse(undone, 'changeRedo')
  expect(await seen()).toEqual(after)
  await reverse(redone)
  expect(await seen()).toEqual(before)
}

/** Signs up a person who has a role in the project. */
async function member(role: string): Promise<TestUser> {
  const email = `${role}${(members += 1)}@example.com`
  const user = await server.signUp(email)
  const meta = new Sqlite(join(server.profileFolder, 'meta.sqlite'))
  meta
    .prepare(
      `INSERT INTO nc_projects_users (project_id, user_id, roles, created_at) SELECT ?, id, ?, '2026' FROM xc_users WHERE email = ?`,
    )
    .run(project, role, email)
  meta.close()
  return user
}
let members = 0

const text = (name: string): object => ({ name, type: 'SingleLineText' })
let count = 0
/** A fresh table with two rows. */
let name: string

beforeAll(async () => {
  server = await startServer({ signInAttempts: 0 })
  owner = await server.signUp('owner@example.com')
  const made = await server.call('projectCreateByWebWithXCDB', { title: 'Undo', projectType: 'rest' } as never, {
    token: owner.token,
  })
  project = (made as { id: string }).id
})
afterAll(() => server.close())

beforeEach(async () => {
  name = `Thing${(count += 1)}`
  await run('tableCreate', { table: name, columns: [text('name'), text('note')] })
  await rows('POST', `${name}/bulk`, [
    { name: 'one', note: '1' },
    { name: 'two', note: '2' },
  ])
})

const list = async (path = name): Promise<unknown> => (await rows('GET', path)).json
const columnsOf = async (): Promise<unknown> =>
  (await table(name))?.columns.map(({ name: each, title, uiType }) => [each, title, uiType])

describe('An undo of a command about a table', () => {
  it('drops a new table, and a redo restores it with the rows that it had', async () => {
    const change = await run('tableCreate', { table: 'Fresh', columns: [text('name')] })
    await rows('POST', 'Fresh', { name: 'since' })
    const undone = await reverse(change)
    expect(await table('Fresh')).toBeNull()
    await reverse(undone, 'changeRedo')
    expect(await list('Fresh')).toMatchObject([{ name: 'since' }])
  })

  it('restores a dropped table, and a redo drops it again', () =>
    expectThereAndBack('tableDelete', { table: name }, async () => [await table(name), await list()]))

  it('reverses a rename, with the title that the table had', async () => {
    await run('tableRetitle', { table: name, title: `My ${name}` })
    const seen = async (): Promise<unknown> => [(await table(name))?.title, (await table(`${name}New`))?.title]
    await expectThereAndBack('tableRename', { table: name, name: `${name}New` }, seen)
  })

  it('reverses a title, an icon, a place in the list, and an order of columns', async () => {
    const seen = async (): Promise<unknown> => {
      const { title, icon, order } = (await table(name)) ?? {}
      return [title, icon, order, await columnsOf()]
    }
    await expectThereAndBack('tableRetitle', { table: name, title: 'Another' }, seen)
    await expectThereAndBack('tableIconSet', { table: name, icon: 'star' }, seen)
    await expectThereAndBack('tableOrderSet', { table: name, order: 0.5 }, seen)
    await expectThereAndBack('columnOrderSet', { table: name, columns: ['note', 'name'] }, seen)
  })

  it('drops a duplicate', () =>
    expectThereAndBack('tableDuplicate', { table: name, title: 'A copy', rows: true }, () => table('A copy')))
})

describe('An undo of a command about columns', () => {
  const update = (...changes: object[]): [OperationName, unknown] => ['tableUpdate', { table: name, changes }]
  // A restored column comes last.
  const seen = async (): Promise<unknown> => [((await columnsOf()) as string[][]).map(String).toSorted(), await list()]

  it('drops a new column, and a redo restores its values', async () => {
    const change = await run(...update({ change: 'add', column: text('extra') }))
    await rows('PUT', `${name}/1`, { extra: 'typed since' })
    const undone = await reverse(change)
    await reverse(undone, 'changeRedo')
    expect(await list()).toMatchObject([{ extra: 'typed since' }, { extra: null }])
  })

  it('restores a dropped column with its values', () =>
    expectThereAndBack(...update({ change: 'delete', name: 'note' }), seen))

  it('reverses a rename and a lossless change of type', async () => {
    await expectThereAndBack(...update({ change: 'rename', name: 'note', to: 'remark', title: 'My remark' }), seen)
    await expectThereAndBack(
      ...update({ change: 'update', name: 'note', column: { name: 'note', type: 'LongText' } }),
      seen,
    )
  })

  it('reverses several changes of one call together', () =>
    expectThereAndBack(
      ...update(
        { change: 'delete', name: 'note' },
        { change: 'rename', name: 'name', to: 'called' },
        { change: 'add', column: text('extra') },
      ),
      seen,
    ))

  it('reverses new options of a select', async () => {
    const select = (options: readonly string[]): object => ({
      name: 'state',
      type: 'SingleSelect',
      options: { options: options.map((title) => ({ title, color: 'blue' })) },
    })
    await run(...update({ change: 'add', column: select(['open']) }))
    await expectThereAndBack(...update({ change: 'update', name: 'state', column: select(['open', 'closed']) }), () =>
      table(name),
    )
  })

  it('is impossible if values were lost', async () => {
    await rows('PUT', `${name}/1`, { note: 'no number' })
    const column = { name: 'note', type: 'Number' }
    const change = await run(...update({ change: 'update', name: 'note', column, emptyLost: true }))
    expect(await send('changeUndo', { change })).toMatchObject({ json: { code: 'CHANGE_NOT_UNDOABLE' } })
  })

  it('drops a duplicate, and the numbers of a manual order', async () => {
    await expectThereAndBack('columnDuplicate', { table: name, column: 'note' }, seen)
    await expectThereAndBack('rowOrderCreate', { table: name, title: 'Order' }, seen)
  })

  it('creates, changes and deletes computed columns', async () => {
    const virtual = async (): Promise<unknown> => [(await table(name))?.virtualColumns, await list()]
    const formula = (text: string) => ({ kind: 'formula', formula: text })
    await expectThereAndBack(
      'virtualColumnCreate',
      { table: name, title: 'Both', definition: formula('CONCAT({name}, {note})') },
      virtual,
    )
    await run('virtualColumnCreate', { table: name, title: 'Both', definition: formula('CONCAT({name}, {note})') })
    const id = (await table(name))?.virtualColumns[0]?.id
    await expectThereAndBack(
      'virtualColumnUpdate',
      { table: name, id, title: 'Other', definition: formula('CONCAT({note}, {name})') },
      virtual,
    )
    await expectThereAndBack('columnDuplicate', { table: name, column: 'Both' }, async () =>
      (await table(name))?.virtualColumns.map(({ title }) => title),
    )
    await expectThereAndBack('virtualColumnDelete', { table: name, id }, virtual)
  })
})

describe('An undo of a command about links', () => {
  let other: string
  beforeEach(async () => {
    other = `${name}Other`
    await run('tableCreate', { table: other, columns: [text('name')] })
  })
  const relations = async (): Promise<Relation[]> =>
    ((await send('relationList', {})).json as Relation[])
      .filter(({ childTable, parentTable }) => `${childTable.name} ${parentTable.name}`.includes(name))
      .toSorted((one, two) => (JSON.stringify(one) < JSON.stringify(two) ? -1 : 1))
  const seen = async (): Promise<unknown> => [
    await relations(),
    (await table(name))?.virtualColumns,
    (await table(other))?.virtualColumns,
    await columnsOf(),
    (await table(other))?.columns.map((column) => column.name),
  ]

  for (const kind of ['hasMany', 'belongsTo', 'manyToMany'] as const) {
    for (const real of [true, false])
      it(`creates, renames and deletes a ${real ? 'real' : 'virtual'} link: ${kind}`, async () => {
        const link = { table: name, relatedTable: other, kind, real, title: 'Linked' }
        await expectThereAndBack('linkCreate', link, seen)
        const { id } = (await send('linkCreate', link)).json as { id: string }
        await expectThereAndBack('virtualColumnRename', { table: name, column: id, title: 'Renamed' }, seen)
        const [relation] = await relations()
        const ends =
          kind === 'manyToMany'
            ? { associationTable: relation?.childTable.name }
            : {
                childTable: relation?.childTable.name,
                childColumn: relation?.childColumns[0]?.name,
                parentTable: relation?.parentTable.name,
                parentColumn: relation?.parentColumns[0]?.name,
              }
        await expectThereAndBack('linkDelete', ends, seen)
      })
  }

  it('creates and deletes relations over existing columns', async () => {
    await run('tableUpdate', { table: name, changes: [{ change: 'add', column: { name: 'other', type: 'Number' } }] })
    const ends = { childTable: name, childColumn: 'other', parentTable: other, parentColumn: 'id' }
    await expectThereAndBack('relationCreate', ends, seen)
    await expectThereAndBack('virtualRelationCreate', ends, relations)
    await run('relationCreate', ends)
    await expectThereAndBack('relationDelete', ends, seen)
  })

  interface Relation {
    readonly childTable: { readonly name: string }
    readonly parentTable: { readonly name: string }
    readonly childColumns: readonly { readonly name: string }[]
    readonly parentColumns: readonly { readonly name: string }[]
  }
})

describe('An undo of a command about views', () => {
  const views = async (who: TestUser = owner): Promise<unknown> => (await send('viewList', { table: name }, who)).json
  let view: string
  beforeEach(async () => {
    view = ((await send('viewCreate', { table: name, title: 'Kept' })).json as { id: string }).id
  })

  it('creates, duplicates, renames, moves, locks and deletes views', async () => {
    await expectThereAndBack('viewCreate', { table: name, title: 'Cards', kind: 'gallery' }, views)
    await expectThereAndBack('viewDuplicate', { table: name, view, title: 'Again' }, views)
    await expectThereAndBack('viewRename', { view, title: 'Other' }, views)
    await run('viewCreate', { table: name, title: 'Second' })
    await expectThereAndBack('viewMove', { view, position: 7.5 }, views)
    await expectThereAndBack('viewLock', { table: name, view, locked: true }, views)
    await run('viewSettingsSave', { table: name, view, settings: { rowHeight: 'tall', hidden: ['note'] } })
    await run('viewPersonalSave', { table: name, view, settings: { hidden: ['name'] } })
    await expectThereAndBack('viewDelete', { view }, views)
  })

  it('reverses settings, of a view and of the default grid', async () => {
    await run('viewSettingsSave', { table: name, view, settings: { hidden: ['note'], rowHeight: 'tall' } })
    await run('viewSettingsSave', { table: name, settings: { hidden: ['name'], rowHeight: 'short' } })
    const shown = async (): Promise<unknown> =>
      ((await views()) as { settings: { rowHeight?: string; hidden?: string[] } }[]).map(({ settings }) => settings)
    await expectThereAndBack('viewSettingsSave', { table: name, view, settings: { rowHeight: 'short' } }, shown)
    await expectThereAndBack('viewSettingsSave', { table: name, settings: { hidden: [] } }, shown)
    await expectThereAndBack('viewSettingsCopy', { table: name, view }, shown)
  })

  it('reverses options of the kind', async () => {
    const made = await send('viewCreate', { table: name, title: 'Cards', kind: 'gallery', options: { cover: null } })
    const { id } = made.json as { id: string }
    const patch = { table: name, view: id, optionsPatch: { fit: 'cover' } }
    await expectThereAndBack('viewSettingsSave', patch, views)
  })

  it('leaves what others changed since', async () => {
    await run('viewSettingsSave', { table: name, view, settings: { hidden: [], rowHeight: 'tall' } })
    const change = await run('viewSettingsSave', { table: name, view, settings: { hidden: ['note'] } })
    await run('viewSettingsSave', { table: name, view, settings: { hidden: ['note', 'name'], rowHeight: 'short' } })
    await reverse(change)
    expect(await views()).toMatchObject([{}, { settings: { hidden: ['name'], rowHeight: 'short' } }])
  })

  it('reverses personal settings, only for their user', async () => {
    const viewer = await member('viewer')
    const save = { table: name, view, settings: { hidden: ['note'] } }
    const saved = await send('viewPersonalSave', save, viewer)
    const change = String(saved.headers['basalt-change'])
    expect(await send('changeUndo', { change })).toMatchObject({ status: 403 })
    const undone = await send('changeUndo', { change }, viewer)
    expect(await views(viewer)).toMatchObject([{}, { personal: null }])
    await send('changeRedo', { change: (undone.json as { change: string }).change }, viewer)
    expect(await views(viewer)).toMatchObject([{}, { personal: { hidden: ['note'] } }])
    await run('viewPersonalSave', { table: name, view, settings: { rowHeight: 'tall' } })
    await expectThereAndBack('viewPersonalClear', { table: name, view }, views)
  })

  it('is no call of its own', async () => {
    const state = { settings: {}, options: {} }
    const calls = { viewSettingsRevert: { table: name, from: state, to: state }, viewPersonalRevert: { table: name } }
    for (const [operation, args] of Object.entries(calls))
      expect(await send(operation as OperationName, args)).toMatchObject({ status: 404 })
  })
})

describe('An undo of a command', () => {
  it('needs the right of the command', async () => {
    const change = await run('tableRetitle', { table: name, title: 'Not yours' })
    const editor = await member('editor')
    expect(await send('changeUndo', { change }, editor)).toMatchObject({ status: 403 })
    expect((await table(name))?.title).toBe('Not yours')
  })

  it('leaves a line in the audit, and names what it changed', async () => {
    const change = await run('tableRetitle', { table: name, title: 'Renamed' })
    const answer = await send('changeUndo', { change })
    expect(answer.json).toMatchObject({ changed: ['metadata'], gone: [] })
    expect((await send('auditList', { limit: 1 })).json).toMatchObject({ list: [{ type: 'TABLE' }] })
    const made = await run('tableCreate', { table: 'Soon gone', columns: [text('name')] })
    expect((await send('changeUndo', { change: made })).json).toMatchObject({ gone: ['Soon gone'] })
  })

  it('fails with the reason if the object was changed since', async () => {
    const renamed = { change: 'rename', name: 'note', to: 'remark' }
    const change = await run('tableUpdate', { table: name, changes: [renamed] })
    await run('tableUpdate', { table: name, changes: [{ change: 'delete', name: 'remark' }] })
    expect(await send('changeUndo', { change })).toMatchObject({ json: { code: 'COLUMN_NOT_FOUND' } })
  })

  it('is in the log when the response arrives, also if the server is killed then', async () => {
    const change = await run('tableRetitle', { table: name, title: 'Stored at once' })
    const meta = new Sqlite(join(server.profileFolder, 'meta.sqlite'), { readonly: true })
    const found = meta.prepare<[string], number>('SELECT count(*) FROM nc_inverses WHERE change_id = ?').pluck()
    expect(found.get(change)).toBe(1)
    meta.close()
  })
})
