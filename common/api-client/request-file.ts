import { decoded } from '@common/util/decoded'
import { assertion, type Assertion } from './assertions'
import { apiRequest, authKinds, type ApiRequest, type RequestAuth, type RequestEntry } from './request'

/*
 * A stored request: one plain-text file, in the syntax of `.http` files that other tools read too. The same request is
 * always the same text, so that version control shows real changes only.
 *
 *   # @auth bearer "{{token}}"
 *   # @assert json "length" above "0"
 *   GET {{baseUrl}}/api/v1/Tracks
 *     # note: Rows to keep
 *     ?where=(Genre,eq,Jazz)
 *     # off: &offset=0
 *   Accept: application/json
 *
 *   the body
 */

/** Returns the text of a file. */
export function requestFileText(request: ApiRequest): string {
  const { method, url, auth, headers, params, body, assertions } = request
  const lines = [
    ...(auth.kind === 'session' ? [] : [`# @auth ${[auth.kind, ...authValues(auth).map(quoted)].join(' ')}`]),
    ...(body.kind === 'none' || body.kind === 'json' ? [] : [`# @body ${body.kind}`]),
    ...assertions.map(assertionLine),
    `${method} ${oneLine(url)}`,
    ...params.flatMap((entry, at) =>
      entryLines(entry, `${at === 0 ? '?' : '&'}${part(entry.name)}=${part(entry.value)}`, '  '),
    ),
    ...headers.flatMap((entry) => entryLines(entry, `${headerName(entry.name)}: ${oneLine(entry.value)}`, '')),
  ]
  if (body.kind === 'none') return `${lines.join('\n')}\n`
  const content =
    body.kind === 'form'
      ? body.fields.flatMap((entry) => entryLines(entry, `${part(entry.name)}=${part(entry.value)}`, '')).join('\n')
      : body.text
  return `${lines.join('\n')}\n\n${content}\n`
}

/** Returns the request in a file; undefined if the text is none. */
export function parseRequestFile(text: string): ApiRequest | undefined {
  const [head = '', ...rest] = text.replaceAll('\r\n', '\n').replace(/\n$/, '').split(/\n\n/)
  const content = rest.length === 0 ? undefined : rest.join('\n\n')
  const lines = head.split('\n')
  const at = lines.findIndex((line) => /^[A-Z]+ \S/.test(line))
  const [, method = '', url = ''] = /^([A-Z]+) (.*)$/.exec(lines[at] ?? '') ?? []
  const directives = lines.slice(0, Math.max(at, 0)).flatMap((line) => {
    const found = /^# @([\w-]+) ?(.*)$/.exec(line)
    return found === null ? [] : [{ name: found[1] ?? '', value: found[2] ?? '' }]
  })
  const directive = (name: string): string | undefined => directives.find((each) => each.name === name)?.value
  const after = lines.slice(at + 1)
  const isParam = (line: string): boolean => /^\s/.test(line)
  const parsed = apiRequest.safeParse({
    method,
    url,
    params: entriesIn(after.filter(isParam), (line) => pairOf(line.replace(/^[?&]/, ''), '=', decoded)),
    headers: entriesIn(
      after.filter((line) => !isParam(line)),
      (line) => pairOf(line, ':', (name) => name),
    ),
    auth: authOf(directive('auth')),
    body: bodyOf(directive('body'), content),
    assertions: directives.flatMap(({ name, value }) =>
      name === 'assert' || name === 'assert-off' ? (assertionOf(value, name === 'assert') ?? []) : [],
    ),
  })
  return parsed.success ? parsed.data : undefined
}

function authValues(auth: RequestAuth): readonly string[] {
  if (auth.kind === 'bearer') return [auth.token]
  if (auth.kind === 'basic') return [auth.user, auth.password]
  return auth.kind === 'header' ? [auth.name, auth.value] : []
}

function authOf(text: string | undefined): unknown {
  if (text === undefined) return { kind: 'session' }
  const [kindName = '', ...rest] = text.split(' ')
  const kind = authKinds.find((each) => each === kindName)
  const [first = '', second = ''] = quotedIn(rest.join(' '))
  if (kind === 'bearer') return { kind, token: first }
  if (kind === 'basic') return { kind, user: first, password: second }
  return kind === 'header' ? { kind, name: first, value: second } : { kind }
}

function bodyOf(kind: string | undefined, content: string | undefined): unknown {
  if (kind === 'form')
    return { kind, fields: entriesIn((content ?? '').split('\n'), (line) => pairOf(line, '=', decoded)) }
  if (content === undefined) return kind === undefined ? { kind: 'none' } : { kind, text: '' }
  return { kind: kind ?? 'json', text: content }
}

const assertionLine = ({ enabled, subject, place, operator, value }: Assertion): string =>
  `# @assert${enabled ? '' : '-off'} ${subject} ${quoted(place)} ${operator} ${quoted(value)}`

function assertionOf(text: string, enabled: boolean): Assertion[] | undefined {
  const [, subject, place = '', operator, value = ''] =
    /^(\w+) ("(?:[^"\\]|\\.)*") (\w+) ("(?:[^"\\]|\\.)*")$/.exec(text) ?? []
  const [shownPlace] = quotedIn(place)
  const [shownValue] = quotedIn(value)
  const parsed = assertion.safeParse({ subject, operator, place: shownPlace, value: shownValue, enabled })
  return parsed.success ? [parsed.data] : undefined
}

const quoted = (text: string): string => JSON.stringify(text)

function quotedIn(text: string): string[] {
  return Array.from(text.matchAll(/"(?:[^"\\]|\\.)*"/g)).flatMap(([found]) => {
    try {
      return [JSON.parse(found) as string]
    } catch {
      return []
    }
  })
}

function entryLines({ enabled, note }: RequestEntry, line: string, indent: string): string[] {
  return [
    ...(note === '' ? [] : [`${indent}# note: ${oneLine(note)}`]),
    enabled ? indent + line : `${indent}# off: ${line}`,
  ]
}

/** Parses lines with their notes and switched-off lines. */
function entriesIn(
  lines: readonly string[],
  pair: (line: string) => { readonly name: string; readonly value: string } | undefined,
): RequestEntry[] {
  const entries: RequestEntry[] = []
  let note = ''
  for (const line of lines) {
    const text = line.trim()
    const [, kind, rest = ''] = /^# ?(note|off): ?(.*)$/.exec(text) ?? []
    if (kind === 'note') note = rest
    if (kind === 'note' || text === '' || (kind === undefined && text.startsWith('#'))) continue
    const found = pair(kind === 'off' ? rest : text)
    if (found !== undefined) entries.push({ ...found, enabled: kind !== 'off', note })
    note = ''
  }
  return entries
}

function pairOf(line: string, separator: string, decode: (text: string) => string) {
  const at = line.indexOf(separator)
  if (at < 0) return { name: decode(line.trim()), value: '' }
  return { name: decode(line.slice(0, at).trim()), value: decode(line.slice(at + 1).trim()) }
}

const oneLine = (text: string): string => text.replaceAll(/\s*[\r\n]+\s*/g, ' ').trim()

/** A header's name can't hold a colon or begin a comment. */
const headerName = (name: string): string => oneLine(name).replaceAll(/[:#]/g, '')

/** Escapes what would end a parameter or a line. The rest stays readable. */
const part = (text: string): string =>
  text.replaceAll(/[%&#+=?\s\p{Cc}]/gu, (character) => encodeURIComponent(character))
