import Sqlite from 'better-sqlite3'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@common/errors'
import type { Actor, Table } from '@common/model'
import type { ProjectRole } from '@common/permissions'
import type { Principal } from '@common/principal'
import { parseJson } from '@common/util/parse-json'
import { createDataApi, type ChangeEvent } from '@main/dataapi'
import type { RestRequest } from '@main/dataapi/rest/contract'
import type { Database } from '@main/db/database'
import { readJson } from '@main/http/json-body'
import { errorSentence } from '@main/lib/messages'
import { permits } from '@common/principal'
import { contextOf, inRole } from './context'
import { portsOf } from './ports'
import { openTestDatabase, tableOf } from './test-database'

export interface Answer {
  readonly status: number
  /** Parsed JSON; undefined for an empty response. */
  readonly json: unknown
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** A project's data API. Paths start after `/api/v1/`; a text body is sent unchanged. */
export interface DataApiCalls {
  readonly call: (method: string, path: string, body?: unknown) => Promise<Answer>
  readonly get: (path: string) => Promise<unknown>
  /** Changes whenever a row of any table does. */
  readonly contents: () => string
  readonly close: () => Promise<void>
}

/** SQL that creates the tables, or a database file to copy. */
export type DataSource = { readonly sql: string } | { readonly file: string }

function bulkBody(body: unknown, bulks: 'bytes' | 'parsed'): Pick<RestRequest, 'body' | 'unparsed'> {
  if (body === undefined) return { body }
  const bytes = new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
  const parse = (): unknown => readJson(bytes)
  return bulks === 'parsed' ? { body: parse() } : { body: undefined, unparsed: { bytes, parse } }
}

/** A data API over a real database file, called without HTTP. */
export interface TestDataApi extends DataApiCalls {
  readonly call: (method: string, path: string, body?: unknown, by?: ProjectRole | Principal) => Promise<Answer>
  readonly database: Database
  readonly events: ChangeEvent[]
  /** Changes a table's description, as users do by choosing types and titles. */
  readonly describe: (name: string, change: (table: Table) => Table) => Promise<void>
}

/** Creates the database file in its own folder. */
export function makeDatabaseFile(source: DataSource): { readonly filename: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'basalt-data-api-'))
  const filename = join(folder, 'data.sqlite')
  if ('file' in source) copyFileSync(source.file, filename)
  else {
    const file = new Sqlite(filename)
    file.exec(source.sql)
    file.close()
  }
  return { filename, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Every row of every table, as text. */
export function contentsOf(filename: string): string {
  const file = new Sqlite(filename, { readonly: true })
  try {
    const names = file
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
      .pluck()
      .all()
    return JSON.stringify(
      names.map((name) => {
        const rows = file.prepare(`SELECT * FROM "${name.replaceAll('"', '""')}"`)
        return [name, rows.safeIntegers().raw().all()]
      }),
      (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value),
    )
  } finally {
    file.close()
  }
}

/** @param bulks  form of bulk creates: as bytes from the HTTP server, or parsed, as from GraphQL */
export async function openDataApi(source: DataSource, bulks: 'bytes' | 'parsed' = 'bytes'): Promise<TestDataApi> {
  const { filename, remove } = makeDatabaseFile(source)
  const database = await openTestDatabase(filename)
  const tables = new Map<string, Table>()
  for (const { name } of await database.dialect.introspect.listTables(database))
    tables.set(name, await tableOf(database, name))
  const events: ChangeEvent[] = []
  const api = createDataApi({
    ...portsOf(
      database,
      (name) => tables.get(name),
      () => [...tables.keys()],
    ),
    authorize: (context, permission) => {
      if (!permits(context.principal, permission)) throw new AppError('NOT_ALLOWED')
    },
  })
  api.events.subscribe((event) => events.push(event))

  const call: TestDataApi['call'] = async (method, path, body, by = 'owner') => {
    const [pathPart = '', ...queryParts] = path.split('?')
    try {
      const {
        status,
        body: answer,
        headers,
      } = await api.handle({
        method,
        projectId: 'p',
        segments: pathPart.split('/').filter((part, at) => at > 0 || part !== ''),
        query: new URLSearchParams(queryParts.join('?')),
        ...(method === 'POST' && /^[^/]+\/bulk$/.test(pathPart)
          ? bulkBody(body, bulks)
          : { body: typeof body === 'string' ? parseJson(body) : body }),
        context: contextOf(typeof by === 'string' ? inRole(by) : by, { actor }),
      })
      const text = typeof answer === 'string' ? answer : new TextDecoder().decode(answer)
      return { status, text, json: text === '' ? undefined : JSON.parse(text), headers }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.status >= 500) throw new Error(`The data API answered ${error.code}`, { cause: error.cause })
      const wire = { msg: errorSentence(error.code, error.details), code: error.code, details: error.details }
      return { status: error.status, text: JSON.stringify(wire), json: wire, headers: {} }
    }
  }

  return {
    call,
    get: async (path) => (await call('GET', path)).json,
    database,
    events,
    contents: () => contentsOf(filename),
    describe: async (name, change) => {
      const table = tables.get(name)
      if (table) tables.set(name, change(table))
    },
    close: async () => {
      await database.close()
      remove()
    },
  }
}

const actor: Actor = { kind: 'person', userId: 1, email: 'ada@example.com', ip: null, origin: 'script' }
