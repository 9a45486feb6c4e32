import { readFileSync } from 'node:fs'
import * as english from '@locales/english'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnType, columnTypes } from '@common/columns/registry'
import { uiTypes, type UiType } from '@common/columns/ui-types'
import { mssql, mysql, postgres, sqlite } from '@common/dialects'
import type { ColumnDefinition } from '@common/model'
import { nativeType as onMssql } from '@main/db/dialects/mssql/types'
import { nativeType as onMysql } from '@main/db/dialects/mysql/types'
import { nativeType as onPostgres } from '@main/db/dialects/postgres/types'
import { nativeType as onSqlite } from '@main/db/dialects/sqlite/types'
import { startServer, type TestServer } from '@tests/helpers/server'

const guide = readFileSync('docs/columns.md', 'utf8')

/** A part of the page under one heading. */
interface Section {
  readonly title: string
  /** The type that it describes; undefined if it describes all. */
  readonly type: string | undefined
  readonly text: string
}

const sections: readonly Section[] = guide
  .split(/^## /m)
  .slice(1)
  .map((text) => ({
    title: text.slice(0, text.indexOf('\n')),
    type: /^`(\w+)`\. /m.exec(text)?.[1],
    text,
  }))

/** A column to create, or a request with its response. */
type Example =
  | { readonly kind: 'column'; readonly column: unknown }
  | {
      readonly kind: 'request'
      readonly method: string
      readonly path: string
      readonly body: unknown
      readonly status: number
      /** Undefined where the page does not show it. */
      answer: unknown
    }

/** Returns the blocks of a section, in order; a response belongs to the previous request. */
function examplesOf(text: string): Example[] {
  const examples: Example[] = []
  for (const [, kind = '', note = '', content = ''] of text.matchAll(/```(http|json) ?([^\n]*)\n([\s\S]*?)```/g)) {
    const last = examples.at(-1)
    if (kind === 'http') {
      const [, method = '', path = '', body = ''] = /^(\S+) (\S+)\n([\s\S]*)$/.exec(content) ?? []
      const sent: unknown = body.trim() === '' ? undefined : JSON.parse(body)
      examples.push({ kind: 'request', method, path, body: sent, status: 200, answer: undefined })
    } else if (note === 'column') examples.push({ kind: 'column', column: JSON.parse(content) })
    else if (last?.kind === 'request')
      examples[examples.length - 1] = {
        ...last,
        answer: JSON.parse(content),
        status: note === '' ? 200 : Number(note),
      }
  }
  return examples
}

/** `…` matches any text. */
function expected(answer: unknown): unknown {
  if (answer === '…') return expect.any(String)
  if (Array.isArray(answer)) return answer.map(expected)
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, expected(value)]))
}

describe('the examples of docs/columns.md', () => {
  let server: TestServer
  let token: string
  let project: string
  let isMade = false

  beforeAll(async () => {
    server = await startServer()
    ;({ token } = await server.signUp())
    ;({ id: project } = await server.call('projectCreateByWebWithXCDB', { title: 'Columns' }, { token }))
  })
  afterAll(() => server.close())

  const inProject = (text: string): string => text.replaceAll('{project}', project)

  async function makeTable(column: unknown): Promise<void> {
    const as = { token, projectId: project }
    if (isMade) await server.call('tableDelete', { tn: 'Songs' }, as)
    isMade = true
    const body = { api: 'tableCreate', project_id: project, args: { tn: 'Songs', columns: [column] } }
    const made = await server.request('/dashboard/', { method: 'POST', token, body })
    expect([made.status, made.status === 200 ? '' : made.text]).toEqual([200, ''])
  }

  it.each(sections.map((section) => ({ ...section, examples: examplesOf(section.text) })))(
    '$title',
    async ({ type, examples }) => {
      if (type !== undefined) expect(examples.length).toBeGreaterThan(0)
      for (const example of examples) {
        if (example.kind === 'column') {
          await makeTable(example.column)
          continue
        }
        const body = example.body === undefined ? undefined : JSON.parse(inProject(JSON.stringify(example.body)))
        const answer = await server.request(inProject(example.path), { method: example.method, token, body })
        expect([answer.status, answer.status === example.status ? '' : answer.text]).toEqual([example.status, ''])
        if (example.answer !== undefined) expect(withoutMessage(answer.json)).toEqual(expected(example.answer))
      }
    },
  )
})

describe('docs/columns.md', () => {
  it('has a section for every type', () => {
    const told = sections.flatMap(({ type }) => type ?? [])
    expect(told.toSorted()).toEqual([...uiTypes].toSorted())
  })

  it('calls every type as the dialog does', () => {
    const named = sections.flatMap(({ type, title }) => (type === undefined ? [] : [[type, title]]))
    const inDialog = Object.entries(english.columnTypes).map(([type, { name }]) => [type, name])
    expect(Object.fromEntries(named)).toEqual(Object.fromEntries(inDialog))
  })

  it.each(columnTypes)('names every choice of $name', ({ name, settings }) => {
    const text = sections.find(({ type }) => type === name)?.text ?? ''
    expect(settings.filter((setting) => !text.includes(`\`${setting}\``))).toEqual([])
    if (settings.length === 0) expect(text.replaceAll(/\s+/g, ' ')).toMatch(/(It )?has no choices/)
  })

  it('links only to headings that it has', () => {
    const anchors = sections.map(({ title }) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    )
    const links = Array.from(guide.matchAll(/\]\(#([^)]+)\)/g), ([, anchor = '']) => anchor)
    expect(links.filter((link) => !anchors.includes(link))).toEqual([])
    expect(new Set(links)).toEqual(new Set(anchors))
  })

  it.each([
    ['stored', storedTable],
    ['asked', askedTable],
  ])('tells what is so: %s', (name, table) => {
    const [, told = ''] = new RegExp(`<!-- ${name} -->\\n([^]*?)<!-- /${name} -->`).exec(guide) ?? []
    expect(told.trim()).toBe(table())
  })
})

/** Types without a database column. */
const computed: readonly UiType[] = ['LinkToAnotherRecord', 'Lookup', 'Rollup', 'Count', 'Formula']
/** Types that Basalt declares by itself. */
const declared: readonly UiType[] = columnTypes
  .map(({ name }) => name)
  .filter((name) => name !== 'ForeignKey' && name !== 'SpecificDBType')

function storedTable(): string {
  const dialects = [
    ['SQLite', onSqlite, sqlite],
    ['PostgreSQL', onPostgres, postgres],
    ['MariaDB, MySQL', onMysql, mysql],
    ['SQL Server', onMssql, mssql],
  ] as const
  const rows = declared.map((uiType) => {
    const column: ColumnDefinition = {
      name: 'c',
      title: 'c',
      uiType,
      required: false,
      unique: false,
      primaryKey: uiType === 'ID',
      defaultValue: null,
      options: {},
    }
    const types = dialects.map(([, nativeType, { autoNumber }]) =>
      uiType === 'AutoNumber' && !autoNumber ? '–' : `\`${nativeType(columnType(uiType).storage, column)}\``,
    )
    return [titleOf(uiType), ...types]
  })
  return tableOf(
    ['Type', ...dialects.map(([name]) => name)],
    [
      ...rows,
      [titleOf('ForeignKey'), ...dialects.map(() => 'the type of the key it points to')],
      ...computed.map((uiType) => [titleOf(uiType), ...dialects.map(() => 'not stored')]),
    ],
  )
}

function askedTable(): string {
  return tableOf(
    ['Type', 'Operators', 'Aggregates', 'GraphQL'],
    columnTypes.map(({ name, filterOperators, aggregates, graphqlType }) => [
      titleOf(name),
      filterOperators.map((operator) => `\`${operator}\``).join(' '),
      aggregates.map((one) => `\`${one}\``).join(' '),
      `\`${graphqlType}\``,
    ]),
  )
}

const titleOf = (uiType: UiType): string => sections.find(({ type }) => type === uiType)?.title ?? uiType

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

/** Omits the `message` of an error: docs/api.md explains it, so these examples do without. */
function withoutMessage(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('code' in answer && 'message' in answer)) return answer
  const { message: _message, ...rest } = answer
  return rest
}
