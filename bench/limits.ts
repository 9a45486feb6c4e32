import Database from 'better-sqlite3'
import fastify from 'fastify'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { columns, rowOf } from './data'
import { linkedQueries, linkedTable } from './links'

const names = columns.map(([name]) => `"${name}"`).join(', ')
const writable = columns.slice(1).map(([name]) => name)

/** Returns a page as our list sends it, for the server that does nothing else. */
function fixedPage(): string {
  return JSON.stringify(Array.from({ length: 25 }, (_, index) => namedRow(index + 1)))
}

function namedRow(id: number): Record<string, string | number> {
  const row = rowOf(id)
  return Object.fromEntries(columns.map(([name], place) => [name, row[place] ?? '']))
}

/** Serves one fixed page of 25 rows: the most that Node can send. */
export function serveFixedPage(): void {
  const page = Buffer.from(fixedPage())
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': page.length })
    response.end(page)
  })
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
  process.on('disconnect', () => process.exit())
}

/**
 * Serves with Fastify and better-sqlite3 on one thread: prepared statements, JSON.stringify. Same file format and
 * durability, without a product's features: no accounts, no checks.
 */
export async function serveBare(file: string, tables: readonly string[]): Promise<void> {
  const database = openDurable(file)
  const app = fastify()
  for (const table of tables) {
    const query = (
      path: string,
      sql: string,
      parameters: (value: Record<string, string>) => (string | number)[],
    ): void => {
      const statement = database.prepare(sql)
      app.get(`/${table}/${path}`, async (request, reply) => {
        const rows = statement.all(...parameters(request.query as Record<string, string>))
        return reply.header('content-type', 'application/json').send(JSON.stringify(rows))
      })
    }
    const from = `SELECT ${names} FROM "${table}"`
    const number = (text: string | undefined): number => Number(text ?? 0)
    query('list', `${from} ORDER BY id LIMIT ? OFFSET ?`, ({ limit, offset }) => [number(limit), number(offset)])
    query('filterIndexed', `${from} WHERE quantity = ? ORDER BY id LIMIT 25`, ({ value }) => [number(value)])
    query('filter', `${from} WHERE score >= ? AND score < ? ORDER BY id LIMIT 25`, ({ value }) => [
      number(value),
      number(value) + 1_000,
    ])
    query('sortIndexed', `${from} ORDER BY quantity DESC, id DESC LIMIT 25 OFFSET ?`, ({ offset }) => [number(offset)])
    query('sort', `${from} ORDER BY score DESC, id DESC LIMIT 25 OFFSET ?`, ({ offset }) => [number(offset)])
    const searched = columns.filter(([, type]) => /Text|Email/.test(type)).map(([name]) => `"${name}" LIKE ?`)
    query('search', `${from} WHERE ${searched.join(' OR ')} ORDER BY id LIMIT 25`, ({ value }) =>
      searched.map(() => `%${value}%`),
    )
    query('read', `${from} WHERE id = ?`, ({ value }) => [number(value)])
    query('count', `SELECT count(*) AS count FROM "${table}"`, () => [])
    query('countFiltered', `SELECT count(*) AS count FROM "${table}" WHERE quantity = ?`, ({ value }) => [
      number(value),
    ])

    const places = writable.map(() => '?').join(', ')
    const insert = database.prepare(
      `INSERT INTO "${table}" (${writable.map((name) => `"${name}"`).join(', ')}) VALUES (${places}) RETURNING ${names}`,
    )
    app.post(`/${table}`, async (request, reply) => {
      const body = request.body as Record<string, string | number>
      const row = insert.get(...writable.map((name) => body[name] ?? null))
      return reply.header('content-type', 'application/json').send(JSON.stringify(row))
    })
    const update = database.prepare(`UPDATE "${table}" SET title = ?, score = ? WHERE id = ? RETURNING ${names}`)
    app.put(`/${table}/:id`, async (request, reply) => {
      const { title, score } = request.body as Record<string, string | number>
      const row = update.get(title, score, number((request.params as { id: string }).id))
      return reply.header('content-type', 'application/json').send(JSON.stringify(row))
    })
  }
  // Files opened in place have only one table.
  const hasLinks = database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(linkedTable) !== undefined
  for (const [kind, rowsOf] of Object.entries(hasLinks ? linkedQueries(database) : {}))
    app.get(`/${linkedTable}/${kind}`, async (request, reply) => {
      const { limit, offset } = request.query as Record<string, string>
      const rows = rowsOf([Number(limit), Number(offset)])
      return reply.header('content-type', 'application/json').send(JSON.stringify(rows))
    })
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.({ port: (app.server.address() as AddressInfo).port })
  process.on('disconnect', () => process.exit())
}

function openDurable(file: string): Database.Database {
  // Leaves the journal mode of the file unchanged.
  const database = new Database(file)
  database.pragma('synchronous = FULL')
  return database
}

/** Rows per second of raw better-sqlite3: `runs` transactions of `count` rows, each durable. The best one counts. */
export function rawBulk(file: string, table: string, count: number, runs: number): number {
  const database = openDurable(file)
  try {
    const places = writable.map(() => '?').join(', ')
    const insert = database.prepare(
      `INSERT INTO "${table}" (${writable.map((name) => `"${name}"`).join(', ')}) VALUES (${places})`,
    )
    const rates = Array.from({ length: runs }, (_, run) => {
      const rows = Array.from({ length: count }, (_, index) => rowOf(7_000_000 + run * count + index).slice(1))
      const startedMs = performance.now()
      database.transaction(() => {
        for (const row of rows) insert.run(...row)
      })()
      return (count * 1_000) / (performance.now() - startedMs)
    })
    return Math.max(...rates)
  } finally {
    database.close()
  }
}
