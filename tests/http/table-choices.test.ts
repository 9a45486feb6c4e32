import type { CallName } from '@tests/helpers/calls'
import { createTestPostgres, hasPostgres, type TestPostgres } from '@tests/helpers/postgres'
import { startServer, type Answer, type TestServer } from '@tests/helpers/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** User settings of tables, and copies of tables, on each kind of database. */
describe.each([{ engine: 'SQLite' }, ...((await hasPostgres()) ? [{ engine: 'PostgreSQL' }] : [])])(
  'tables on $engine',
  ({ engine }) => {
    let server: TestServer
    let postgres: TestPostgres | undefined
    let token: string
    let projectId: string

    beforeAll(async () => {
      server = await startServer()
      ;({ token } = await server.signUp())
      postgres = engine === 'PostgreSQL' ? await createTestPostgres() : undefined
      projectId = await newProject(postgres)
      const columns = [
        { cn: 'name', _cn: 'Name', uidt: 'SingleLineText', rqd: true },
        { cn: 'boss', _cn: 'Boss', uidt: 'Number' },
        {
          cn: 'kind',
          _cn: 'Kind',
          uidt: 'SingleSelect',
          meta: {
            options: [
              { title: 'Cat', color: 'red' },
              { title: 'Dog', color: 'blue' },
            ],
          },
        },
      ]
      await server.call('tableCreate', { tn: 'pet', _tn: 'Pets', columns }, as())
      await server.call('tableCreate', { tn: 'food', _tn: 'Food', columns: [] }, as())
      for (const name of ['Tom', 'Rex', 'Kit']) await rows('Pets', { Name: name, Kind: name === 'Rex' ? 'Dog' : 'Cat' })
      expect((await api('DELETE', 'Pets/1')).status).toBe(200)
      expect((await api('PUT', 'Pets/3', { Boss: 2 })).status).toBe(200)
    })
    afterAll(async () => {
      await server.close()
      await postgres?.drop()
    })

    async function newProject(on: TestPostgres | undefined): Promise<string> {
      if (on === undefined) return (await server.call('projectCreateByWebWithXCDB', { title: 'Pets' }, { token })).id
      const { hostname: host, port, username: user, password, pathname } = new URL(on.url)
      const settings = {
        kind: 'postgres' as const,
        host,
        port: Number(port),
        user,
        password,
        database: pathname.slice(1),
      }
      return (
        await server.call('projectCreateFromConnection', { title: 'Pets', projectType: 'rest', settings }, { token })
      ).id
    }
    const as = () => ({ token, projectId })
    const api = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Answer> =>
      server.request(`/nc/${projectId}/api/v1/${path}`, { method, token, ...(body === undefined ? {} : { body }) })
    const rows = async (table: string, row: unknown): Promise<void> => {
      expect((await api('POST', table, row)).status).toBe(200)
    }
    const entries = async () => (await server.call('xcTableAndViewList', {}, as())).data.list
    const send = (name: CallName, args: unknown): Promise<Answer> =>
      server.request(`/dashboard/?q=sqlOp_${name}`, {
        method: 'POST',
        token,
        body: { api: name, project_id: projectId, env: '_noco', dbAlias: 'db', args },
      })

    it('keep the icon that everyone knows them by, through other names and places, until it is taken away', async () => {
      const icons = async () => Object.fromEntries((await entries()).map(({ _tn, icon }) => [_tn, icon]))
      expect(await icons()).toEqual({ Pets: undefined, Food: undefined })
      await server.call('tableIconSet', { tn: 'Pets', icon: '🐈‍⬛' }, as())
      await server.call('tableIconSet', { tn: 'food', icon: 'star' }, as())
      await server.call('xcModelOrderSet', { tn: 'food', order: 0.5 }, as())
      await server.call('tableRename', { tn_old: 'food', tn: 'meal' }, as())
      await server.call('ncTableAliasRename', { tn_old: 'meal', tn: 'Meals' }, as())
      expect(await icons()).toEqual({ Meals: 'star', Pets: '🐈‍⬛' })
      expect((await entries()).map(({ _tn }) => _tn)).toEqual(['Meals', 'Pets'])
      await server.call('tableIconSet', { tn: 'Meals', icon: null }, as())
      expect(await icons()).toEqual({ Meals: undefined, Pets: '🐈‍⬛' })
      for (const icon of ['a', '', 'icon', '<b>', '🐈🐈', 7])
        expect([icon, (await send('tableIconSet', { tn: 'pet', icon })).status]).toEqual([icon, 400])
      expect(await icons()).toEqual({ Meals: undefined, Pets: '🐈‍⬛' })
    })

    it('are made like another one, with its rows and their keys, and go on counting behind them', async () => {
      const made = await server.call('tableDuplicate', { tn: 'pet', title: 'More pets', rows: true }, as())
      expect(made.title).toBe('More pets')
      const of = async (table: string) =>
        ((await api('GET', `${encodeURIComponent(table)}?sort=id`)).json as Record<string, unknown>[]).map((row) => ({
          id: row['id'] ?? row['Id'] ?? row['ID'],
          Name: row['Name'],
          Boss: row['Boss'],
          Kind: row['Kind'],
        }))
      const pets = await of('Pets')
      expect(pets.map(({ Name }) => Name)).toEqual(['Rex', 'Kit'])
      expect(await of('More pets')).toEqual(pets)
      await rows(encodeURIComponent('More pets'), { Name: 'Ida', Kind: 'Cat' })
      expect((await of('More pets')).map(({ id }) => Number(id))).toEqual([2, 3, 4])
      // The copied columns have the constraints of the first ones.
      expect((await api('POST', encodeURIComponent('More pets'), { Kind: 'Cat' })).status).toBe(400)
      expect((await api('POST', encodeURIComponent('More pets'), { Name: 'Bo', Kind: 'Bird' })).status).toBe(400)
    })

    it('are made like another one without its rows, and twice under free names', async () => {
      const one = await server.call('tableDuplicate', { tn: 'Pets', title: 'No pets', rows: false }, as())
      const other = await server.call('tableDuplicate', { tn: 'Pets', title: 'No pets either', rows: false }, as())
      expect(new Set(['pet', one.tn, other.tn]).size).toBe(3)
      expect((await api('GET', encodeURIComponent('No pets'))).json).toEqual([])
      const before = await entries()
      const refused = await send('tableDuplicate', { tn: 'Pets', title: 'no PETS', rows: false })
      expect([refused.status, refused.error.code]).toEqual([400, 'TABLE_EXISTS'])
      expect(await entries()).toEqual(before)
    })
  },
)
