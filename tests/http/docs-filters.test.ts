import { readFileSync } from 'node:fs'
import english from '@locales/en.json'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { familyOperators, type FilterFamily } from '@common/views'
import { examplesOf } from '@tests/helpers/documented'
import { startServer, type TestServer } from '@tests/helpers/server'

const page = readFileSync('docs/filters.md', 'utf8')

/** Lines of the table under a heading: cells of each. */
function tableUnder(heading: string): string[][] {
  const text = page.slice(page.indexOf(heading))
  const lines = text.slice(text.indexOf('|')).split('\n\n')[0]?.split('\n') ?? []
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

describe('docs/filters.md', () => {
  let server: TestServer
  let token: string
  let projectId: string
  beforeAll(async () => {
    server = await startServer()
    ;({ token } = await server.signUp('ada@example.com'))
    const made = await server.call('projectCreateByWebWithXCDB', { title: 'Shop', projectType: 'rest' }, { token })
    projectId = made.id
    const columns = [
      { cn: 'id', uidt: 'ID' },
      { cn: 'name', uidt: 'SingleLineText' },
      { cn: 'tags', uidt: 'MultiSelect' },
    ]
    await server.call('tableCreate', { tn: 'things', columns }, { token, projectId })
  })
  afterAll(() => server.close())

  it('has calls that answer as written', async () => {
    const all = examplesOf(page)
    expect(all.length).toBeGreaterThan(4)
    for (const { method, path, headers, body, answer } of all) {
      const given = await server.request(encodeURI(path.replace('{project}', projectId)).replaceAll('%25', '%'), {
        method,
        token,
        headers,
        ...(body.trim() === '' ? {} : { body: JSON.parse(body) as unknown }),
      })
      expect(given.status, `${method} ${path}: ${given.text}`).toBe(200)
      if (answer !== undefined) expect(given.json, `${method} ${path}`).toEqual(JSON.parse(answer))
    }
  })

  it('names the comparisons of every kind of field, in their order', () => {
    const words = english.filters.operators
    const families: readonly FilterFamily[] = [
      'text',
      'number',
      'choice',
      'choices',
      'person',
      'date',
      'time',
      'flag',
      'link',
      'structure',
      'files',
    ]
    expect(tableUnder('### Comparisons').map(([, comparisons]) => comparisons)).toEqual(
      families.map((family) => familyOperators[family].map((operator) => words[operator]).join(', ')),
    )
    expect(familyOperators.dateTime).toEqual(familyOperators.date)
  })

  it('names every word for days', () => {
    const named = tableUnder('### Days').flatMap(([words = '']) => words.split(', '))
    expect(named).toEqual(
      Object.values(english.filters.relative).toSorted((a, b) => named.indexOf(a) - named.indexOf(b)),
    )
  })
})
