import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UiType } from '@common/columns/ui-types'
import { parseCell, type ImportCell } from '@common/import/cells'
import { importLimits } from '@common/import/limits'
import { blankColumn } from '@common/columns/values/blank-column'
import { readDelimited } from '@main/features/imports/reading/text'
import { openWorkbook } from '@main/features/imports/reading/workbook'
import { startServer, type TestServer } from '@tests/helpers/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnValues } from '../dialects/column-values'

const types = columnValues
  // Longer than a sheet's cell, and a file of another project.
  .map(({ values, ...type }) => ({
    ...type,
    values: values.filter(([value]) => !(typeof value === 'string' && value.length > 32_767) && value !== ''),
  }))
  .filter(({ type }) => type !== 'Attachment')
const columns = [
  ...types.map(({ type, options = {} }) => ({ cn: type, _cn: type, uidt: type, meta: { ...options } })),
  { cn: 'Checkbox', _cn: 'Checkbox', uidt: 'Checkbox' },
  { cn: 'Zoned', _cn: 'Zoned', uidt: 'DateTime', meta: { timeZone: 'America/New_York' } },
  { cn: 'Clock', _cn: 'Clock', uidt: 'Time', meta: { timeFormat: '12' } },
  { cn: 'Short', _cn: 'Short', uidt: 'Duration', meta: { durationFormat: 'h:mm' } },
  { cn: 'Attachment', _cn: 'Attachment', uidt: 'Attachment' },
]
const further: Readonly<Record<string, readonly unknown[]>> = {
  Checkbox: [true, false, null],
  Zoned: ['2026-07-01 12:00:00', '2026-11-01 05:30:00', '2026-11-01 06:30:00'],
  Clock: ['13:05:00', '00:00:01'],
  Short: [5400, 61, 360_000],
  Attachment: ['[{"title":"a.png","url":"https://example.com/a.png"}]'],
}

/** A table with a value of every kind for every type, as a workbook and read from it again. */
describe('a view exported to Excel', () => {
  let server: TestServer
  let token: string
  let projectId: string
  let stored: Record<string, unknown>[] = []
  const folder = mkdtempSync(join(tmpdir(), 'basalt-round-trip-'))
  beforeAll(async () => {
    server = await startServer()
    ;({ token } = await server.signUp())
    const made = await server.call('projectCreateByWebWithXCDB', { title: 'Trip', projectType: 'rest' }, { token })
    projectId = made.id
    await server.call('tableCreate', { tn: 'Every', columns }, { token, projectId })
    const valuesOf = (name: string): readonly unknown[] =>
      further[name] ?? types.find(({ type }) => type === name)?.values.map(([value]) => value) ?? []
    const rows = Array.from({ length: Math.max(...columns.map(({ cn }) => valuesOf(cn).length)) }, (_, at) =>
      Object.fromEntries(columns.map(({ cn }) => [cn, valuesOf(cn)[at] ?? null])),
    )
    const answer = await server.request(`/nc/${projectId}/api/v1/Every/bulk`, { method: 'POST', token, body: rows })
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.any(String)])
    stored = (await server.request(`/nc/${projectId}/api/v1/Every?limit=1000`, { token })).json as typeof stored
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each([
    ['as shown', true],
    ['as stored', false],
  ])('%s tells its types, and every value comes back as it was', async (_name, shown) => {
    const answer = await fetch(`${server.origin}/nc/${projectId}/api/v1/Every`, {
      method: 'POST',
      headers: { 'xc-auth': token, 'x-http-method-override': 'GET', 'content-type': 'application/json' },
      body: JSON.stringify({
        format: 'xlsx',
        columns: columns.map(({ cn }) => cn),
        ...(shown ? { shown, locale: 'de-DE', timeZone: 'Europe/Berlin' } : {}),
      }),
    })
    expect(answer.status).toBe(200)
    const path = join(folder, `${String(shown)}.xlsx`)
    writeFileSync(path, Buffer.from(await answer.arrayBuffer()))
    const workbook = await openWorkbook(path, statSync(path).size, importLimits)
    expect(workbook.sheets.map(({ name }) => name)).toEqual(['Every'])
    const [sheet] = workbook.sheets
    if (sheet === undefined) return
    const told = await workbook.typesOf('Every')
    expect([...told.values()].map(({ uiType }) => uiType)).toEqual(columns.map(({ uidt }) => uidt))
    const cells: (readonly ImportCell[])[] = []
    for await (const rows of workbook.open(sheet).rows()) cells.push(...rows.map((row) => row.cells))
    const [heads, ...rows] = cells
    expect(heads).toEqual(columns.map(({ cn }) => cn))
    expect(rows).toHaveLength(stored.length)
    const back = rows.map((row) =>
      Object.fromEntries(
        columns.map(({ cn, uidt }, at) => {
          const known = told.get(cn)
          const column = { ...blankColumn, uiType: uidt as UiType, options: known?.options ?? {} }
          const cell = row[at] ?? null
          const parsed = parseCell(cell, column, 'en-US', known?.zone)
          return [cn, parsed.ok ? jsonOf(parsed.value) : `refused: ${JSON.stringify(cell)} ${parsed.problem.problem}`]
        }),
      ),
    )
    for (const { cn } of columns)
      expect([cn, back.map((row) => row[cn])]).toEqual([cn, stored.map((row) => row[cn] ?? null)])
  })

  it('or to CSV has the same texts again, formulas among them', async () => {
    const body = { format: 'csv', columns: ['SingleLineText', 'LongText'] }
    const answer = await server.request(`/nc/${projectId}/api/v1/Every`, {
      method: 'POST',
      token,
      headers: { 'x-http-method-override': 'GET' },
      body,
    })
    const path = join(folder, 'every.csv')
    writeFileSync(path, answer.text)
    const reader = readDelimited({ path, size: answer.text.length, encoding: 'utf-8', limits: importLimits }, ',')
    const cells: (readonly ImportCell[])[] = []
    for await (const rows of reader.rows()) cells.push(...rows.map((row) => row.cells))
    const texts = stored.map((row) => [row['SingleLineText'] ?? '', row['LongText'] ?? ''])
    // Nothing between two commas is null.
    expect(cells.slice(1).map((row) => row.map((cell) => cell ?? ''))).toEqual(texts)
    expect(answer.text).toContain("'=1+1")
  })
})

const jsonOf = (value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)
