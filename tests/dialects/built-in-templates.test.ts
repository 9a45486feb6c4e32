import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Table } from '@common/model'
import { conditionJson } from '@common/query/condition-json'
import type { StoredTable, StoredTemplate } from '@common/templates'
import { conditionsOf, conditionState, engineFilter, type FilterReader } from '@common/views'
import { rowsOf, templateFiles, templateOf, templateValue } from '@tests/helpers/built-in-templates'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

/** Numbers to nine digits; lists of lookups as lists in one order. */
function plain(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith('[')) return plain(JSON.parse(value))
  if (Array.isArray(value))
    return value.map((one) => String(plain(one))).toSorted((one, other) => (one < other ? -1 : 1))
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'string') return value.replace('T', ' ').replace(/(?:\.0+)?(?:Z|\+00:00)$/, '')
  return typeof value === 'number' ? Number(value.toPrecision(9)) : value
}

/** Creates the tables of every built-in template, and compares what they show with values computed from the file. */
await describeEngines('built-in templates', (engine) => {
  let server: TestServer
  let owner: TestUser
  let opened: OpenedEngine
  let as: { readonly token: string; readonly projectId: string }
  beforeAll(async () => {
    server = await startServer({ signInAttempts: 0 })
    owner = await server.signUp()
  })
  beforeEach(async () => {
    opened = await engine.open()
    as = { token: owner.token, projectId: await createEngineProject(server, owner, engine, opened) }
  })
  afterEach(async () => {
    // Twenty open projects would need more connections than a database server has.
    await server.call('projectDelete', {}, as)
    await opened.drop()
  })
  afterAll(() => server.close())

  it.each(templateFiles)('%s shows the values and the views of its file', { timeout: 60_000 }, async (file) => {
    const template = templateOf(file)
    await server.operate('templateTablesCreate', { templateId: file.replace(/\.json$/, '') }, as)
    const read = async (table: string): Promise<Table> => {
      const found = await server.operate('tableRead', { table }, as)
      if (found === null) throw new Error(`There is no table ${table}.`)
      return found
    }
    const models = new Map<string, Table>()
    for (const { tn } of template.tables) models.set(tn, await read(tn))
    const byName = new Map([...models.values()].map((model) => [model.name, model]))
    const reader: FilterReader = {
      now: new Date('2026-11-28T12:00:00Z'),
      timeZone: 'UTC',
      locale: 'en',
      email: '',
      tables: (name) => byName.get(name),
    }
    for (const table of template.tables) {
      const model = models.get(table.tn)
      if (model === undefined) throw new Error(`There is no table ${table.tn}.`)
      const rowsAt = async (query: string): Promise<Record<string, unknown>[]> => {
        const path = `/nc/${as.projectId}/api/v1/${encodeURIComponent(model.title)}?limit=1000&${query}`
        const { status, json, text } = await server.request(path, { token: as.token })
        expect([status, status === 200 ? '' : text]).toEqual([200, ''])
        return json as Record<string, unknown>[]
      }
      expect(model.virtualColumns.filter(({ problem }) => problem !== undefined)).toEqual([])
      expect(computed(await rowsAt('sort=id'), table)).toEqual(expectedOf(template, table))

      const views = await server.operate('viewList', { table: table.tn }, as)
      expect(views.map(({ title, kind }) => ({ title, kind }))).toEqual(
        table.views?.map(({ title, kind }) => ({ title, kind })),
      )
      for (const { title, settings } of views) {
        const { filter } = settings
        if (filter === undefined) continue
        const states = conditionsOf(filter).map((condition) => conditionState(condition, model, reader))
        expect([title, ...new Set(states)]).toEqual([title, 'counts'])
        const asked = engineFilter(filter, model, reader)
        const graph = asked && encodeURIComponent(JSON.stringify(conditionJson(asked)))
        const shown = await rowsAt(`conditionGraph=${graph}`)
        expect([title, shown.length > 0 && shown.length < rowsOf(table)]).toEqual([title, true])
      }
    }
  })
})

const titlesOf = ({ v }: StoredTable): string[] => v.map(({ _cn }) => _cn)

const computed = (rows: readonly Record<string, unknown>[], table: StoredTable): unknown[] =>
  rows.map((row) => Object.fromEntries(titlesOf(table).map((title) => [title, plain(row[title])])))

const expectedOf = (template: StoredTemplate, table: StoredTable): unknown[] =>
  Array.from({ length: rowsOf(table) }, (_, row) =>
    Object.fromEntries(titlesOf(table).map((title) => [title, plain(templateValue(template, table, title, row))])),
  )
