import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { makeDatabaseFile } from '@tests/helpers/data-api'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

const library = `
  CREATE TABLE Author (id INTEGER PRIMARY KEY, name TEXT NOT NULL, alive BOOLEAN, notes JSON);
  CREATE TABLE Book (id INTEGER PRIMARY KEY, title TEXT, price DECIMAL(10,2), author_id INTEGER REFERENCES Author);
  CREATE TABLE Tag (name TEXT PRIMARY KEY);
  CREATE TABLE BookTag (book INTEGER REFERENCES Book(id), tag TEXT REFERENCES Tag(name), PRIMARY KEY (book, tag));
  CREATE TABLE "Größe & Maß" (a TEXT, b INTEGER, "a note" TEXT, PRIMARY KEY (a, b));
  CREATE TABLE log (line TEXT);
  CREATE VIEW cheap AS SELECT id, title FROM Book WHERE price < 10;
  INSERT INTO Author VALUES (1, 'Ada', 1, '{"a":[1]}'), (2, 'Bo', 0, NULL), (3, 'Cy', NULL, 'no json');
  INSERT INTO Book VALUES (1, 'One', 5, 1), (2, 'Two', 15.5, 1), (3, 'Three', 25, 1), (4, 'Four', 35, 2), (5, 'Five', 45, NULL);
  INSERT INTO Tag VALUES ('red'), ('blue'), ('old');
  INSERT INTO BookTag VALUES (1, 'red'), (1, 'blue'), (2, 'red'), (4, 'old');
  INSERT INTO "Größe & Maß" VALUES ('x', 1, 'first'), ('y', 2, NULL);
  INSERT INTO log VALUES ('one'), ('two');`

export interface GraphqlResult {
  readonly data?: Readonly<Record<string, unknown>> | null
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[]
}

/** A project of books for each test, and calls of its GraphQL API. */
export function graphqlLibrary() {
  let server: TestServer
  let owner: TestUser
  beforeAll(async () => {
    server = await startServer()
    owner = await server.signUp()
  })
  afterAll(() => server.close())

  let project: string
  let filename: string
  let remove: () => void
  beforeEach(async () => {
    const file = makeDatabaseFile({ sql: library })
    ;({ filename, remove } = file)
    const given = { title: 'Library', filename }
    project = (await server.call('projectCreateFromFile', given, { token: owner.token })).id
  })
  afterEach(async () => {
    await server.call('projectDelete', {}, { token: owner.token, projectId: project })
    remove()
  })

  const send = (body: unknown, token: string | undefined = owner.token): Promise<Answer> =>
    server.request(`/nc/${project}/v1/graphql`, { method: 'POST', token, body })
  const ask = async (query: string, variables?: object): Promise<GraphqlResult> =>
    (await send({ query, variables })).json as GraphqlResult
  const data = async (query: string, variables?: object): Promise<Readonly<Record<string, unknown>>> => {
    const { data: found, errors } = await ask(query, variables)
    expect(errors).toBeUndefined()
    return found ?? {}
  }
  return {
    send,
    ask,
    data,
    /** The server and the project of the running test. */
    now: () => ({ server, owner, project, filename }),
  }
}
