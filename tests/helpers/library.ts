import { createEngineProject, type Engine, type OpenedEngine } from './engines'
import { startServer, type Answer, type TestServer, type TestUser } from './server'

/** A library on a database of one kind, served by a whole server: every kind of link, and computed columns. */
export interface Library {
  readonly server: TestServer
  readonly owner: TestUser
  readonly opened: OpenedEngine
  readonly projectId: string
  /** Paths begin after `/api/v1/`. */
  readonly call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  /** Returns the response of a path, which must be 200. */
  readonly get: (path: string) => Promise<unknown>
  readonly rows: (path: string) => Promise<Row[]>
  /** Returns the response of a write, which must be 200. */
  readonly send: (method: string, path: string, body?: unknown) => Promise<unknown>
  /** Returns every row of every table, as lists return them. It changes with every stored value. */
  readonly contents: () => Promise<string>
  readonly close: () => Promise<void>
}

export type Row = Readonly<Record<string, unknown>>

const text = { uidt: 'SingleLineText' } as const
const number = { uidt: 'Number' } as const

/**
 * Author (Books counted, Total of prices, Twice a formula) has many Book (By looks up its author) through `writer`.
 * Book and Tag are many-to-many. Place has a key of two columns, to which Room refers.
 */
export async function openLibrary(engine: Engine): Promise<Library> {
  const opened = await engine.open()
  const server = await startServer()
  const owner = await server.signUp()
  const projectId = await createEngineProject(server, owner, engine, opened)
  const as = { token: owner.token, projectId }

  const call: Library['call'] = (method, path, body, headers) =>
    server.request(`/nc/${projectId}/api/v1/${writtenOut(path)}`, {
      method,
      token: owner.token,
      ...(body === undefined ? {} : { body }),
      ...(headers && { headers }),
    })
  const send: Library['send'] = async (method, path, body) => {
    const { status, json, text: answer } = await call(method, path, body)
    if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${answer}`)
    return json
  }
  const get: Library['get'] = (path) => send('GET', path)
  const rows: Library['rows'] = async (path) => (await get(path)) as Row[]

  const tables = [
    [
      'Author',
      [
        { cn: 'name', ...text },
        { cn: 'country', ...text },
      ],
    ],
    [
      'Book',
      [
        { cn: 'title', ...text },
        { cn: 'price', uidt: 'Decimal' },
        { cn: 'pages', ...number },
        { cn: 'writer', ...number },
        { cn: 'printed', uidt: 'Date' },
      ],
    ],
    [
      'Tag',
      [
        { cn: 'word', ...text, pk: true },
        { cn: 'note', ...text },
      ],
    ],
    [
      'Place',
      [
        { cn: 'city', ...text, pk: true },
        { cn: 'nr', ...number, pk: true },
        { cn: 'name', ...text },
      ],
    ],
  ] as const
  for (const [tn, columns] of tables) await server.call('tableCreate', { tn, columns: [...columns] }, as)
  const writer = { childTable: 'Book', childColumn: 'writer', parentTable: 'Author', parentColumn: 'id' }
  await server.call('relationCreate', writer, as)
  await server.call('xcM2MRelationCreate', { parentTable: 'Book', childTable: 'Tag' }, as)
  const virtual = (tn: string, title: string, definition: Parameters<typeof virtualCall>[2]) =>
    virtualCall(tn, title, definition)
  const virtualCall = (
    tn: string,
    title: string,
    definition:
      | { kind: 'count'; link: string }
      | { kind: 'formula'; formula: string }
      | { kind: 'lookup'; link: string; column: string }
      | { kind: 'rollup'; link: string; column: string; function: 'sum' },
  ) => server.call('virtualColumnCreate', { tn, title, definition }, as)
  await virtual('Author', 'Books', { kind: 'count', link: 'Author => Book' })
  await virtual('Author', 'Total', { kind: 'rollup', link: 'Author => Book', column: 'price', function: 'sum' })
  await virtual('Author', 'Titles', { kind: 'lookup', link: 'Author => Book', column: 'title' })
  await virtual('Book', 'By', { kind: 'lookup', link: 'Author <= Book', column: 'name' })
  await virtual('Book', 'Twice', { kind: 'formula', formula: '{pages} * 2' })

  await send('POST', 'Author/bulk', [
    { name: 'Ada', country: 'UK' },
    { name: 'Bo', country: 'SE' },
    { name: 'Cy', country: null },
    { name: 'Di', country: 'UK' },
  ])
  await send('POST', 'Book/bulk', [
    { title: 'One', price: 5, pages: 100, writer: 1, printed: '2020-01-01' },
    { title: 'Two', price: 15.5, pages: 200, writer: 1, printed: '2021-01-01' },
    { title: 'Three', price: 25, pages: 100, writer: 1 },
    { title: 'Four', price: 35, pages: 300, writer: 2, printed: '2019-05-05' },
    { title: 'Five', price: null, pages: null, writer: null },
  ])
  await send('POST', 'Tag/bulk', [{ word: 'blue' }, { word: 'old', note: 'o' }, { word: 'red' }])
  await send('POST', 'm2mBook_Tag/bulk', [
    { BookPId: 1, TagCId: 'red' },
    { BookPId: 1, TagCId: 'blue' },
    { BookPId: 2, TagCId: 'red' },
    { BookPId: 4, TagCId: 'old' },
  ])
  await send('POST', 'Place/bulk', [
    { city: 'Bern', nr: 1, name: 'Zytglogge' },
    { city: 'Bern', nr: 2, name: 'Aare' },
    { city: 'a___b', nr: 1, name: 'Odd' },
  ])

  return {
    server,
    owner,
    opened,
    projectId,
    call,
    get,
    rows,
    send,
    contents: async () => {
      const all = ['Author', 'Book', 'Tag', 'm2mBook_Tag', 'Place'].map((table) =>
        get(`${table}?limit=1000&hm=&bt=&mm=`),
      )
      return JSON.stringify(await Promise.all(all))
    },
    close: async () => {
      await server.close()
      await opened.drop()
    },
  }
}

/** Encodes characters that a URL can't hold, as browsers would. */
export const writtenOut = (path: string): string =>
  path.replaceAll(/[^\x21-\x7e]+|["<>\\^`{|}]/g, (part) => encodeURIComponent(part))
