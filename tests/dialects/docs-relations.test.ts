import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type TestServer } from '@tests/helpers/server'

/** A request, and its response if the page shows it. */
interface Example {
  readonly method: string
  readonly path: string
  readonly body: string
  answer?: string
}

function examples(page: string): Example[] {
  const found: Example[] = []
  for (const [, kind = '', content = ''] of page.matchAll(/```(http|json)\n([\s\S]*?)```/g)) {
    const last = found.at(-1)
    if (kind === 'json' && last !== undefined) last.answer = content
    const [, method = '', path = '', body = ''] = /^(\S+) (\S+)\n([\s\S]*)$/.exec(content) ?? []
    if (kind === 'http') found.push({ method, path, body })
  }
  return found
}

/** Returns the response with `…` where the page omits variable text. */
function asWritten(answer: unknown, written: unknown): unknown {
  if (written === '…') return answer === undefined || answer === '' ? answer : '…'
  if (Array.isArray(answer) && Array.isArray(written))
    return answer.map((item, at) => asWritten(item, (written as unknown[])[at]))
  if (typeof answer !== 'object' || answer === null || typeof written !== 'object' || written === null) return answer
  const pattern = written as Readonly<Record<string, unknown>>
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, asWritten(value, pattern[key])]))
}

await describeEngines('docs/relations.md', (engine) => {
  let server: TestServer
  let opened: OpenedEngine
  let as: { token: string; projectId: string }

  beforeAll(async () => {
    opened = await engine.open()
    server = await startServer()
    const owner = await server.signUp()
    as = { token: owner.token, projectId: await createEngineProject(server, owner, engine, opened) }
    for (const [tn, cn] of [
      ['Author', 'name'],
      ['Book', 'title'],
      ['Tag', 'word'],
    ] as const)
      await server.call('tableCreate', { tn, columns: [{ cn, uidt: 'SingleLineText' }] }, as)
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  it('has calls that answer as written, run as written', async () => {
    const all = examples(readFileSync('docs/relations.md', 'utf8'))
    expect(all.length).toBeGreaterThan(10)
    const here = (text: string): string => text.replaceAll('{project}', as.projectId)
    for (const { method, path, body, answer } of all) {
      const sent = body.trim() === '' ? {} : { body: JSON.parse(here(body)) as unknown }
      const given = await server.request(here(path), { method, token: as.token, ...sent })
      const written: unknown = answer === undefined ? undefined : JSON.parse(here(answer))
      const isRefused = typeof written === 'object' && written !== null && 'code' in written
      expect([path, given.status, given.status === 200 ? '' : given.error.code]).toEqual([
        path,
        isRefused ? 400 : 200,
        isRefused ? written.code : '',
      ])
      if (isRefused) expect(given.error.msg).toMatch(/\.$/)
      else if (written !== undefined) expect([path, asWritten(given.json, written)]).toEqual([path, written])
    }
  })
})
