import { AppError } from '@common/errors'
import { codeHostDefault } from '@common/operations/code-host'
import type { StoredTemplate } from '@common/templates'
import type { Outbound, OutboundAnswer } from '@main/features/outbound'
import type { Clock } from '@main/lib/clock'
import { z } from 'zod'
import type { CodeHost } from './settings'

/*
 * Publishes a template in a repository of a code host (S2 §7): GET /repos/{repo}/contents/{path} reads the sha of the
 * file, PUT to the same path writes it.
 */

export interface Publication {
  /** Address of the file as plain text. */
  readonly url: string
  /** Path of the file in the repository. */
  readonly path: string
  readonly isNew: boolean
}

export interface PublishOptions {
  readonly outbound: Outbound
  readonly clock: Clock
  /** Limit of each request, in milliseconds. Default 30 s. */
  readonly timeoutMs?: number | undefined
}

const fileMax = 12 * 1024 ** 2
/** Characters of the host's own message in an error. */
const reasonMax = 200

const found = z.object({ sha: z.string() })
const written = z.object({ content: z.object({ download_url: z.string().nullish() }).nullish() })

/**
 * @param url  of an earlier publication, whose file is replaced
 * @throws AppError errors of the operation codeHostPublish
 */
export async function publishTemplate(
  host: CodeHost,
  template: StoredTemplate,
  url: string | undefined,
  { outbound, clock, timeoutMs }: PublishOptions,
  signal: AbortSignal,
): Promise<Publication> {
  const { repo, token, branch } = host
  if (repo === '' || token === undefined || host.path === '') throw new AppError('CODE_HOST_NOT_SET_UP')
  const name = fileNameOf(url) ?? `${nameOf(template)}_${clock.now().getTime()}.json`
  const path = `${host.path}/${name}`
  const address = `${host.host}/repos/${repo}/contents/${path.split('/').map(encodeURIComponent).join('/')}`
  const content = Buffer.from(`${JSON.stringify(template, undefined, 2)}\n`).toString('base64')
  const limits = { signal, bodyMax: fileMax, redirectsMax: 0, ...(timeoutMs !== undefined && { timeoutMs }) }
  const headers = [
    ['authorization', `token ${token}`],
    ['accept', 'application/vnd.github+json'],
  ] as const

  const readSha = async (): Promise<string | undefined> => {
    const answer = await outbound.send({
      method: 'GET',
      url: `${address}?ref=${encodeURIComponent(branch)}`,
      headers,
      ...limits,
    })
    // No such file yet. A missing repository shows when the file is written.
    if (answer.status === 404) return undefined
    return answerOf(answer, host, found).sha
  }
  const write = (sha: string | undefined): Promise<OutboundAnswer> =>
    outbound.send({
      method: 'PUT',
      url: address,
      headers: [...headers, ['content-type', 'application/json']],
      body: JSON.stringify({
        message: `${sha === undefined ? 'Add' : 'Update'} template ${titleOf(template)}`,
        content,
        ...(sha !== undefined && { sha }),
        branch,
      }),
      ...limits,
    })

  let sha = await readSha()
  let answer = await write(sha)
  if (answer.status === 409) {
    // Another commit came in between: read once more what it left.
    sha = await readSha()
    answer = await write(sha)
  }
  const { content: file } = answerOf(answer, host, written)
  return { url: plainAddress(file?.download_url) ?? rawAddress(host, path), path, isNew: sha === undefined }
}

/** Returns the name of a template's file in an address; undefined for another address. */
function fileNameOf(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    const name = decodeURIComponent(last)
    return /^[^/\\]+\.json$/i.test(name) ? name : undefined
  } catch {
    return undefined
  }
}

const titleOf = ({ title }: StoredTemplate): string => title.trim() || 'template'

/** Returns the title as part of a file name. */
const nameOf = (template: StoredTemplate): string =>
  titleOf(template)
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 100) || 'template'

/** Private repositories add a token to the address, which isn't for others. */
function plainAddress(url: string | null | undefined): string | undefined {
  if (url === null || url === undefined || !URL.canParse(url)) return undefined
  const { protocol, origin, pathname } = new URL(url)
  return /^https?:$/.test(protocol) ? `${origin}${pathname}` : undefined
}

function rawAddress({ host, repo, branch }: CodeHost, path: string): string {
  const parts = [repo, branch, path].flatMap((part) => part.split('/')).map(encodeURIComponent)
  return host === codeHostDefault
    ? `https://raw.githubusercontent.com/${parts.join('/')}`
    : `${new URL(host).origin}/${repo}/raw/${parts.slice(2).join('/')}`
}

/** @throws AppError */
function answerOf<T>(answer: OutboundAnswer, { host, repo, branch }: CodeHost, schema: z.ZodType<T>): T {
  const { status } = answer
  const name = new URL(host).host
  if (status === 401) throw new AppError('CODE_HOST_TOKEN_REFUSED', { host: name })
  const waits = secondsToWait(answer)
  if (status === 429 || (status === 403 && waits !== undefined))
    throw new AppError('CODE_HOST_LIMITED', { host: name, seconds: waits ?? 60 })
  if (status === 403) throw new AppError('CODE_HOST_TOKEN_REFUSED', { host: name })
  // Redirects lead to renamed repositories.
  if (status === 404 || (status >= 300 && status < 400))
    throw new AppError('CODE_HOST_NOT_FOUND', { host: name, repo, branch })
  if (status === 409) throw new AppError('CODE_HOST_CONFLICT', { host: name })
  if (status >= 500) throw new AppError('CODE_HOST_FAILED', { host: name, status })
  if (status < 200 || status >= 300)
    throw new AppError('CODE_HOST_REJECTED', { host: name, status, reason: reasonOf(answer) })
  const parsed = answer.isCut ? undefined : schema.safeParse(parsedJson(answer))
  if (parsed?.success !== true) throw new AppError('CODE_HOST_ANSWER_INVALID', { host: name })
  return parsed.data
}

/** Returns how long the host asks to wait; undefined if it limits nothing. */
function secondsToWait({ headers }: OutboundAnswer): number | undefined {
  const header = (name: string): string | undefined => headers.find(([each]) => each.toLowerCase() === name)?.[1]
  const retry = Number(header('retry-after') ?? Number.NaN)
  if (Number.isFinite(retry)) return Math.max(1, Math.ceil(retry))
  return header('x-ratelimit-remaining') === '0' ? 60 : undefined
}

function reasonOf(answer: OutboundAnswer): string {
  const { message } = z.object({ message: z.string() }).safeParse(parsedJson(answer)).data ?? { message: '' }
  return message.replaceAll(/\s+/g, ' ').trim().slice(0, reasonMax)
}

function parsedJson({ body }: OutboundAnswer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
