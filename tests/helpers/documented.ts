/** A request that a page of the documentation shows, and its answer where it shows that too. */
export interface Example {
  readonly method: string
  readonly path: string
  /** Behind the address, where the page has one. */
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

/** An answer with `…` where the page leaves out what is different each time. */
export function asWritten(answer: unknown, written: unknown): unknown {
  if (written === '…') return typeof answer === 'string' && answer !== '' ? '…' : answer
  if (Array.isArray(answer) && Array.isArray(written))
    return answer.map((item, at) => asWritten(item, (written as unknown[])[at]))
  if (typeof answer !== 'object' || answer === null || typeof written !== 'object' || written === null) return answer
  const pattern = written as Readonly<Record<string, unknown>>
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, asWritten(value, pattern[key])]))
}
