import assert from 'node:assert/strict'
import type { InjectOptions } from 'fastify'
import type { Knex } from 'knex'
import { buildApp } from '../../src/app.ts'
import type { Page } from '../../src/lib/model.ts'
import { createTestDatabase } from './database.ts'
import type { Row } from './rows.ts'

export interface Answer {
  readonly status: number
  readonly body: Row
}

export interface TestApp {
  readonly db: Knex
  /** Returns a page of rows. */
  readonly list: (url: string) => Promise<Page<Row>>
  readonly get: (url: string) => Promise<Answer>
  readonly post: (url: string, body: object) => Promise<Answer>
  readonly patch: (url: string, body: object) => Promise<Answer>
  readonly delete: (url: string) => Promise<Answer>
  readonly close: () => Promise<void>
}

/** Starts the server on a database of its own, without a port. */
export async function createTestApp(): Promise<TestApp> {
  const { db, drop } = await createTestDatabase()
  const app = buildApp({ db })
  const send = async (request: InjectOptions): Promise<Answer> => {
    const { statusCode: status, payload } = await app.inject(request)
    return { status, body: JSON.parse(payload || '{}') as Row }
  }
  return {
    db,
    list: async (url) => {
      const { status, body } = await send({ method: 'GET', url })
      assert.equal(status, 200)
      return body as unknown as Page<Row>
    },
    get: (url) => send({ method: 'GET', url }),
    post: (url, payload) => send({ method: 'POST', url, payload }),
    patch: (url, payload) => send({ method: 'PATCH', url, payload }),
    delete: (url) => send({ method: 'DELETE', url }),
    close: async () => {
      await drop()
      await app.close()
    },
  }
}
