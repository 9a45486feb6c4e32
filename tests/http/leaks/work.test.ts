import { AppError } from '@common/errors'
import type { RoleAccess } from '@common/principal/access'
import type { Database } from '@main/db/database'
import { contextOf, inRole } from '@tests/helpers/context'
import { engines, type OpenedEngine } from '@tests/helpers/engines'
import { sightedDataApi, type SightedDataApi } from '@tests/helpers/sighted-data-api'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Statement, Step } from '@main/db/statement'

/*
 * The time of an answer tells nothing about hidden records: the server sends the database the same statements for a hidden
 * record as for a missing one, in number and text.
 */

const schema = [
  'CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, mail TEXT, boss INTEGER REFERENCES person)',
  'CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT, person INTEGER REFERENCES person)',
  `INSERT INTO person VALUES (1, 'Ada', 'eve@example.com', NULL), (3, 'Hidden', 'other@example.com', NULL)`,
  `INSERT INTO note VALUES (1, 'First', 1), (2, 'Second', 3)`,
]
const access: RoleAccess = {
  tables: new Map([
    [
      'person',
      {
        rows: {
          join: 'and' as const,
          filters: [{ column: 'mail', operator: 'is' as const, value: { currentUser: true as const } }],
        },
      },
    ],
  ]),
}
const eve = inRole('editor', { email: 'eve@example.com', access })

let opened: OpenedEngine
let sighted: SightedDataApi
let statements: string[] = []

/** Returns the database with a record of the texts of its statements. */
function recorded(database: Database): Database {
  const noted = (steps: readonly (Statement | Step)[]): void => {
    for (const step of steps) {
      const times = 'batch' in step ? (step.batch ?? []).length : 1
      statements.push(...Array<string>(times).fill(step.sql))
    }
  }
  return {
    dialect: database.dialect,
    close: database.close,
    changeSchema: database.changeSchema,
    schemaSettled: database.schemaSettled,
    schemaVersion: database.schemaVersion,
    dataVersion: database.dataVersion,
    read: (statement, options) => {
      noted([statement])
      return database.read(statement, options)
    },
    readJson: (statement, shape, options) => {
      noted([statement])
      return database.readJson(statement, shape, options)
    },
    transact: (steps, options) => {
      noted(steps)
      return database.transact(steps, options)
    },
  }
}

beforeAll(async () => {
  const sqlite = engines.find(({ dialect }) => dialect === 'sqlite')
  if (sqlite === undefined) throw new Error('There is no SQLite')
  opened = await sqlite.open()
  await opened.database.changeSchema(schema.map((sql) => ({ sql, params: [] })))
  sighted = await sightedDataApi(recorded(opened.database), ['person', 'note'])
  sighted.api.events.subscribe(() => undefined)
})
beforeEach(() => {
  statements = []
})
afterAll(() => opened.drop())

/** Returns the statements of some work, and its answer, with the id of the record replaced. */
async function workOf(id: number, work: (id: number) => Promise<unknown>): Promise<string> {
  statements = []
  const answer = await work(id)
  return JSON.stringify({ answer, statements }).replaceAll(new RegExp(`\\b${id}\\b`, 'g'), '*')
}

const ask = (method: string, path: string, body?: unknown) => (id: number) => {
  const sent =
    body === undefined ? undefined : (JSON.parse(JSON.stringify(body).replaceAll('"*"', String(id))) as unknown)
  return sighted.ask(eve, path.replaceAll('*', String(id)), method, sent)
}
const apply = (kind: 'update' | 'delete') => async (id: number) => {
  const row = { table: 'person', rowId: String(id), expected: { name: 'Ada' } }
  const change = kind === 'update' ? { kind, ...row, values: { name: 'x' } } : { kind, ...row }
  try {
    return await sighted.api.changes.apply({
      projectId: 'p',
      context: contextOf(eve),
      changes: [change],
      anyway: false,
    })
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.details]
    throw error
  }
}

it.each<[name: string, work: (id: number) => Promise<unknown>]>([
  ['a record', ask('GET', 'person/*')],
  ['whether it exists', ask('GET', 'person/*/exists')],
  ['its linked records', ask('GET', 'person/*/note')],
  ['their number', ask('GET', 'person/*/note/count')],
  ['a linked record of it', ask('GET', 'person/*/note/2')],
  ['a filter by its key', ask('GET', 'person?where=(id,eq,*)')],
  ['a filter by a reference', ask('GET', 'person?where=(boss,eq,*)')],
  ['an update', ask('PUT', 'person/*', { name: 'x' })],
  ['an update with a guard', ask('PUT', 'person/*?expect=%7B%22name%22%3A%22Ada%22%7D', { name: 'x' })],
  ['an update of several', ask('PUT', 'person/bulk', [{ id: '*', name: 'x' }])],
  ['a delete', ask('DELETE', 'person/*')],
  ['a delete of several', ask('DELETE', 'person/bulk', [{ id: '*' }])],
  ['a reference to it', ask('PUT', 'note/1', { person: '*' })],
  ['a new record with a reference to it', ask('POST', 'note', { title: 'N', person: '*' })],
  ['new records with references to it', ask('POST', 'note/bulk', [{ title: 'N', person: '*' }])],
  ['an upsert with a reference to it', ask('POST', 'note/bulk?upsert=1', [{ id: 1, person: '*' }])],
  ['a link to it', ask('PUT', 'note/1/person/*/link')],
  ['a new record below it', ask('POST', 'person/*/note', { title: 'N' })],
  ['a list of updates', apply('update')],
  ['a list of deletes', apply('delete')],
])('%s costs the same for a hidden record and a missing one', async (_, work) => {
  // Reads first whatever the server caches.
  await work(98)
  const [hidden, missing] = [await workOf(3, work), await workOf(99, work)]
  expect(hidden).toBe(missing)
  expect(statements.length).toBeGreaterThan(0)
})
