import { expect } from 'vitest'
import { startServer, type TestServer } from './server'

/** A request on a page of the documentation, with its response if the page shows it. */
export interface Example {
  readonly method: string
  readonly path: string
  /** Written after the address, if the page has any. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  answer?: string
}

export function examplesOf(page: string): Example[] {
  const found: Example[] = []
  for (const [, kind = '', content = ''] of page.matchAll(/```(http|json)\n([\s\S]*?)```/g)) {
    const last = found.at(-1)
    if (kind === 'json' && last !== undefined) last.answer = content
    const [, method = '', path = '', header, body = ''] = /^(\S+) (\S+)(?: (\S+: \S+))?\n([\s\S]*)$/.exec(content) ?? []
    const [name, value] = header?.split(': ') ?? []
    const headers = name === undefined || value === undefined ? {} : { [name.toLowerCase()]: value }
    if (kind === 'http') found.push({ method, path, headers, body })
  }
  return found
}

/** Returns a response with `…` where the page omits variable text. */
function asWritten(answer: unknown, written: unknown): unknown {
  if (written === '…') return typeof answer === 'string' && answer !== '' ? '…' : answer
  if (Array.isArray(answer) && Array.isArray(written))
    return answer.map((item, at) => asWritten(item, (written as unknown[])[at]))
  if (typeof answer !== 'object' || answer === null || typeof written !== 'object' || written === null) return answer
  const pattern = written as Readonly<Record<string, unknown>>
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, asWritten(value, pattern[key])]))
}

/** A server with one project, whose examples a page shows. */
export interface Shop {
  readonly server: TestServer
  readonly token: string
  readonly projectId: string
}

/** @param things  columns of the table that most pages use, besides its `id`; no table by default */
export async function startShop(things?: Readonly<Record<string, string>>): Promise<Shop> {
  const server = await startServer()
  const { token } = await server.signUp('ada@example.com')
  const made = await server.call('projectCreateByWebWithXCDB', { title: 'Shop', projectType: 'rest' }, { token })
  const columns = Object.entries({ id: 'ID', ...things }).map(([cn, uidt]) => ({ cn, uidt }))
  if (things) await server.call('tableCreate', { tn: 'things', columns }, { token, projectId: made.id })
  return { server, token, projectId: made.id }
}

/**
 * Sends the requests of a page in sequence, and expects the responses on the page.
 *
 * @param after  receives each response; returns values for placeholders of later requests, such as `{view}`
 */
export async function expectAsWritten(
  { server, token, projectId }: Shop,
  examples: readonly Example[],
  after?: (
    example: Example,
    answer: unknown,
  ) => Readonly<Record<string, string>> | undefined | Promise<Readonly<Record<string, string>> | undefined>,
): Promise<void> {
  let open: Readonly<Record<string, string>> = { project: projectId }
  const filled = (text: string): string =>
    Object.entries(open).reduce((all, [name, value]) => all.replaceAll(`{${name}}`, value), text)
  for (const example of examples) {
    const { method, headers } = example
    // Text that the page already encodes stays unchanged.
    const path = encodeURI(filled(example.path)).replaceAll('%25', '%')
    const sent = example.body.trim() === '' ? {} : { body: JSON.parse(filled(example.body)) as unknown }
    const given = await server.request(path, { method, token, headers, ...sent })
    expect(given.status, `${method} ${path}: ${given.text}`).toBe(200)
    if (example.answer !== undefined) {
      const written: unknown = JSON.parse(filled(example.answer))
      expect(asWritten(given.json, written), `${method} ${path}`).toEqual(written)
    }
    open = { ...open, ...(await after?.(example, given.json)) }
  }
}

/** Returns the view that an example created, for later examples. */
export const madeView = ({ path }: Example, answer: unknown): Readonly<Record<string, string>> | undefined =>
  /\/viewCreate\?|xcVirtualTableCreate$/.test(path) ? { view: (answer as { id: string }).id } : undefined
