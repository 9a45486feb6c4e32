import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConfig, lintFromString, parseYaml } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { generateApi } from 'swagger-typescript-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routePermissions } from '@main/dataapi/rest/routes'
import { documentedRoutes, isRoute } from '@main/dataapi/swagger/routes'
import { makeDatabaseFile } from '@tests/helpers/data-api'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

const library = `
  CREATE TABLE Author (id INTEGER PRIMARY KEY, name TEXT NOT NULL, alive BOOLEAN);
  CREATE TABLE Book (id INTEGER PRIMARY KEY, title TEXT, price REAL, author_id INTEGER REFERENCES Author);
  CREATE TABLE Person (id INTEGER PRIMARY KEY, boss INTEGER REFERENCES Person, mentor INTEGER REFERENCES Person);
  CREATE TABLE BookCount (id INTEGER PRIMARY KEY, n INTEGER);
  CREATE TABLE "Größe & Maß" (a TEXT, b INTEGER, note TEXT, PRIMARY KEY (a, b));
  CREATE TABLE log (line TEXT);
  CREATE VIEW cheap AS SELECT id, title FROM Book WHERE price < 10;
  INSERT INTO Author VALUES (1, 'Ada', 1), (2, 'Bo', 0);
  INSERT INTO Book VALUES (1, 'One', 5, 1), (2, 'Two', 15, 1), (3, 'Three', 25, 2);
  INSERT INTO "Größe & Maß" VALUES ('x', 1, 'first');`

let server: TestServer
let owner: TestUser
let project: string
let remove: () => void
beforeAll(async () => {
  server = await startServer()
  owner = await server.signUp()
  const file = makeDatabaseFile({ sql: library })
  remove = file.remove
  const made = await server.call(
    'projectCreateFromFile',
    { title: 'Library', filename: file.filename },
    { token: owner.token },
  )
  project = made.id
})
afterAll(async () => {
  await server.close()
  remove()
})

interface Document {
  readonly info: { readonly title: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>
  readonly components: { readonly schemas: Readonly<Record<string, { properties: Record<string, unknown> }>> }
  readonly definitions: Readonly<Record<string, unknown>>
  readonly host: string
  readonly swagger: string
}

const address = (query = ''): string => `/nc/${project}/db/swagger.json${query}`
const documentOf = async (query = '', token = owner.token): Promise<Document> => {
  const answer = await server.request(address(query), { token })
  expect(answer.status).toBe(200)
  return answer.json as Document
}
const operationsOf = ({ paths }: Document): string[] =>
  Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))

describe('the OpenAPI document', () => {
  it('says of the routes that the data API has', () => {
    const documented = new Set(documentedRoutes.filter(isRoute).map(({ kind }) => kind))
    const known = ['list', 'findOne', 'count', 'read', 'exists', 'create', 'update', 'delete']
    expect([...documented]).toEqual(expect.arrayContaining([...known, 'createMany', 'updateMany', 'deleteMany']))
    const kinds: readonly string[] = Object.keys(routePermissions)
    expect([...documented].filter((kind) => !kinds.includes(kind))).toEqual([])
  })

  it.each(['', '?version=2.0'])('passes a validator%s', async (query) => {
    const result = await new Validator().validate((await documentOf(query)) as never)
    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
  })

  it('passes the linter of Redocly, and every operation says what it does and how it fails', async () => {
    const document = await documentOf()
    const config = await createConfig({ extends: ['recommended'], rules: { 'operation-4xx-response': 'error' } })
    const problems = await lintFromString({ source: JSON.stringify(document), config })
    const errors = problems.filter(({ severity, ignored }) => severity === 'error' && ignored !== true)
    expect(errors.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
  })

  it('has ids of the type of the key', async () => {
    const parameter = async (path: string): Promise<unknown> => {
      const operation = (await documentOf()).paths[`/nc/${project}/api/v1/${path}`]?.['get']
      return (operation as { readonly parameters?: readonly unknown[] } | undefined)?.parameters?.[0]
    }
    expect(await parameter('Book/{BookId}')).toMatchObject({ in: 'path', schema: { type: 'integer' } })
    expect(await parameter(`${encodeURIComponent('Größe & Maß')}/{Gr__e___Ma_Id}`)).toMatchObject({
      schema: { type: 'string' },
    })
  })

  it('names every operation once', async () => {
    const ids = Object.values((await documentOf()).paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect(ids).toContain('getBook')
    expect(ids).toContain('findOneBook')
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })

  it('offers of each table what it has: no writes to views, no ids without a key', async () => {
    const all = operationsOf(await documentOf())
    const of = (table: string): string[] => {
      const base = `/nc/${project}/api/v1/${encodeURIComponent(table)}`
      return all
        .filter((each) => each.split(' ')[1] === base || each.includes(`${base}/`))
        .map((each) => each.replace(base, ''))
    }
    expect(of('Book')).toEqual(expect.arrayContaining(['get ', 'post ', 'put /{BookId}', 'delete /bulk']))
    expect(of('cheap')).toEqual(expect.arrayContaining(['get ', 'get /count', 'get /findOne']))
    expect(of('cheap').filter((each) => !each.startsWith('get') || each.includes('{'))).toEqual([])
    expect(of('log')).toContain('post /bulk')
    expect(of('log').filter((each) => /^put|^delete|\{/.test(each))).toEqual([])
  })

  it('offers what leads along links', async () => {
    const all = operationsOf(await documentOf())
    const base = `/nc/${project}/api/v1`
    expect(all).toEqual(
      expect.arrayContaining([
        `get ${base}/Author/has/Book`,
        `get ${base}/Book/belongs/Author`,
        `get ${base}/Author/{AuthorId}/Book`,
        `post ${base}/Author/{AuthorId}/Book`,
        `get ${base}/Author/{AuthorId}/Book/{BookId}/exists`,
        `put ${base}/Author/{AuthorId}/Book/{BookId}/link`,
        `get ${base}/Person/{PersonId}/PersonList_mentor/{otherPersonId}/exists`,
      ]),
    )
  })

  it('says what columns and linked rows are', async () => {
    const { schemas } = (await documentOf()).components
    expect(schemas['Book']?.properties).toMatchObject({
      id: { type: 'integer', readOnly: true },
      title: { type: ['string', 'null'] },
      price: { type: ['number', 'string', 'null'] },
    })
    expect(schemas['Author']?.properties['alive']).toMatchObject({ enum: [0, 1, null] })
    expect(JSON.stringify(schemas['BookNested'])).toContain('AuthorRead')
    expect(JSON.stringify(schemas['AuthorNested'])).toContain('BookList')
    expect(schemas['AuthorInput']).toMatchObject({ required: ['name'] })
  })

  it('follows the schema at once', async () => {
    expect(operationsOf(await documentOf()).some((each) => each.includes('/Shelf'))).toBe(false)
    const columns = [{ cn: 'label', uidt: 'SingleLineText' }]
    await server.call('tableCreate', { tn: 'Shelf', columns }, { token: owner.token, projectId: project })
    expect(operationsOf(await documentOf()).some((each) => each.includes('/Shelf'))).toBe(true)
    await server.call('tableDelete', { tn: 'Shelf' }, { token: owner.token, projectId: project })
    expect(operationsOf(await documentOf()).some((each) => each.includes('/Shelf'))).toBe(false)
  })

  it('comes as Swagger 2.0 for old tools', async () => {
    const older = await documentOf('?version=2')
    expect(older).toMatchObject({ swagger: '2.0', host: server.origin.replace('http://', ''), basePath: '/' })
    expect(older).toMatchObject({
      info: { contact: { name: 'Basalt' } },
      externalDocs: { url: `${server.origin}/dashboard/` },
    })
    expect(older.definitions).toHaveProperty('BookNested')
    expect(JSON.stringify(older)).not.toContain('#/components')
  })

  it.each(['', '?version=2.0'])('is the same as YAML%s', async (query) => {
    const path = address(query).replace('.json', '.yaml')
    const answer = await server.request(path, { token: owner.token })
    expect(parseYaml(answer.text)).toEqual(await documentOf(query))
    expect(answer.headers['content-type']).toBe('application/yaml; charset=utf-8')
    expect((await server.request(path)).status).toBe(401)
  })

  it('tells nothing to callers without a token, the same of projects that are not there', async () => {
    for (const query of ['', '?version=2', '?version=4']) {
      const known = await server.request(address(query))
      expect([known.status, known.error.code]).toEqual([401, 'NOT_SIGNED_IN'])
      const unknown = await server.request(`/nc/nothing_x1y2/db/swagger.json${query}`)
      expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    }
  })

  it('is for the people of the project alone', async () => {
    expect((await server.request(address(), { token: 'nonsense' })).status).toBe(401)
    const stranger = await server.signUp()
    expect((await server.request(address(), { token: stranger.token })).status).toBe(404)
    expect((await server.request(`/nc/${project}/other/swagger.json`, { token: owner.token })).status).toBe(404)
    const unknown = await server.request(address('?version=4'), { token: owner.token })
    expect(unknown).toMatchObject({ status: 400, error: { code: 'QUERY_PARAMETER_INVALID' } })
    expect((await server.request(address(), { method: 'POST', token: owner.token, body: {} })).status).toBe(405)
  })
})

describe('the Swagger page', () => {
  it('loads nothing from elsewhere', async () => {
    const page = await server.request(`/nc/${project}/db/swagger`)
    expect(page.status).toBe(200)
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '')
    expect(loaded.length).toBeGreaterThanOrEqual(4)
    for (const path of loaded) {
      expect(path).toMatch(/^\//)
      expect((await server.request(path)).status, path).toBe(200)
    }
    expect((await server.request('/swagger-ui/package.json')).status).toBe(404)
    expect((await server.request('/swagger-ui/..%2fpackage.json')).status).toBe(404)
  })
})

interface GeneratedClient {
  readonly nc: Readonly<Record<string, (...args: unknown[]) => Promise<{ readonly data: unknown }>>>
}

describe('a client generated from the document', () => {
  it('compiles, and reads and writes rows', { tags: ['nightly'], timeout: 120_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'basalt-client-'))
    try {
      const { files } = await generateApi({ spec: await documentOf(), silent: true, output: false })
      const [file] = files
      const path = join(folder, 'client.ts')
      writeFileSync(path, file?.fileContent.replaceAll('@ts-nocheck', '') ?? '')
      const checked = spawnSync(
        process.execPath,
        [
          'node_modules/typescript/bin/tsc',
          '--ignoreConfig',
          '--noEmit',
          '--strict',
          '--target',
          'esnext',
          '--module',
          'esnext',
          '--lib',
          'esnext,dom,dom.iterable',
          '--types',
          '',
          path,
        ],
        { encoding: 'utf8' },
      )
      expect(checked.stdout).toBe('')
      const { Api } = (await import(/* @vite-ignore */ path)) as { Api: new (config: unknown) => GeneratedClient }
      const { nc } = new Api({
        baseUrl: server.origin,
        baseApiParams: { headers: { 'xc-auth': owner.token }, format: 'json' },
      })
      const call = async (name: string, ...args: unknown[]): Promise<unknown> => {
        const method = nc[name]
        if (method === undefined) throw new Error(`The client has no ${name}, only ${Object.keys(nc).join(', ')}`)
        return (await method(...args)).data
      }
      expect(await call('getBook', { where: '(price,gt,10)', sort: '-price', bt: 'Author' })).toEqual([
        { id: 3, title: 'Three', price: 25, author_id: 2, AuthorRead: { id: 2, name: 'Bo' } },
        { id: 2, title: 'Two', price: 15, author_id: 1, AuthorRead: { id: 1, name: 'Ada' } },
      ])
      expect(await call('getBookById', 1, { hm: '', bt: '', mm: '' })).toMatchObject({ id: 1, title: 'One' })
      expect(await call('getBookCount', {})).toEqual({ count: 3 })
      const made = (await call('addBook', { title: 'Four', price: 1.5 })) as { id: number }
      expect(made).toMatchObject({ id: 4, title: 'Four', price: 1.5 })
      expect(await call('updateBook', 4, { price: 2 })).toMatchObject({ title: 'Four', price: 2 })
      expect(await call('checkBookExists', 4)).toBe(true)
      expect(await call('bulkBookInsert', [{ title: 'Five' }, { title: 'Six' }])).toEqual([5, 6])
      expect(await call('bulkBookDelete', [{ id: 5 }, { id: 6 }])).toEqual([1, 1])
      expect(await call('deleteBook', 4)).toBe(1)
      expect(await call('getAuthorBook', 1, { fields: 'title', bt: '' })).toMatchObject([{ id: 1 }, { id: 2 }])
      expect(await call('getAuthorBookCount', 1, {})).toEqual({ count: 2 })
      const linked = (await call('addAuthorBook', 2, { title: 'Seven' })) as { id: number; author_id: number }
      expect(linked.author_id).toBe(2)
      expect(await call('deleteAuthorBook', 2, linked.id)).toBe(1)
      expect(await call('bookGroupByColumn', { fields: 'author_id', sort: 'author_id' })).toEqual([
        { author_id: 1, count: 2 },
        { author_id: 2, count: 1 },
      ])
      expect(await call('getBookCount', {})).toEqual({ count: 3 })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
