import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import type { TemplateEntry } from '@common/operations/templates'
import { parseTemplate, storedTemplate, templateFacts, templateLimits, type StoredTemplate } from '@common/templates'
import { createQueue } from '@common/util/queue'
import type { Outbound, OutboundAnswer } from '@main/features/outbound'
import { isDeeperThan } from '@common/util/json-depth'
import { z } from 'zod'

/** Another template service (S2 §7). Whatever it answers is checked. */
export interface TemplateHost {
  readonly list: (host: string, signal: AbortSignal) => Promise<TemplateEntry[]>
  readonly categories: (host: string, signal: AbortSignal) => Promise<{ category: string; count: number }[]>
  readonly read: (
    host: string,
    id: string,
    signal: AbortSignal,
  ) => Promise<TemplateEntry & { template: StoredTemplate }>
  readonly add: (host: string, given: RemoteWrite) => Promise<string>
  readonly replace: (host: string, id: string, given: RemoteWrite) => Promise<void>
  /** @returns an absolute address */
  readonly link: (host: string, template: StoredTemplate, signal: AbortSignal) => Promise<string>
  /** Reads a template at any address. @throws AppError TEMPLATE_ADDRESS_FAILED, TEMPLATE_INVALID */
  readonly fetch: (url: string, signal: AbortSignal) => Promise<StoredTemplate>
}

export interface RemoteWrite {
  readonly template: StoredTemplate
  readonly token: string | undefined
  readonly signal: AbortSignal
}

/** Entries of one list, and bytes of an answer: a template is a text inside JSON. */
const entriesMax = 5_000
const answerBytesMax = 2 * templateLimits.bytes
const timeoutMs = 20_000
const sendingMost = 4
const sendingWaiting = 20

const remoteId = z.union([z.string().min(1).max(100), z.number()]).transform(String)
const remoteText = (most: number) =>
  z
    .string()
    .nullish()
    .transform((text) => [...(text ?? '')].slice(0, most).join(''))
const remoteEntry = z.object({
  id: remoteId,
  title: remoteText(255),
  description: remoteText(20_000),
  image_url: remoteText(2_000),
  category: remoteText(255),
  tags: storedTemplate.shape.tags.catch([]),
})
const remoteList = z.object({ data: z.array(remoteEntry).max(entriesMax) })
const remoteCategories = z
  .array(z.object({ category: remoteText(255), count: z.coerce.number().int().min(0) }))
  .max(entriesMax)
const remoteDetail = z.object({ template: z.union([z.string(), z.looseObject({})]) })
const created = z.object({ id: remoteId })
const linked = z.object({ path: z.string().min(1).max(4_096) })

export function createTemplateHost(outbound: Outbound): TemplateHost {
  // A limit against scanning a network through this server.
  const { run: queued } = createQueue({ concurrency: sendingMost, maxWaiting: sendingWaiting })

  const send = (
    host: string,
    path: string,
    given: {
      readonly method?: string
      readonly template?: StoredTemplate
      readonly token?: string | undefined
      readonly signal: AbortSignal
    },
  ): Promise<unknown> =>
    queued(async () => {
      const url = new URL(`${host}/api/v1/${path}`)
      const { method = 'GET', template, token, signal } = given
      if (token !== undefined) url.searchParams.set('token', token)
      const answer = await outbound.send({
        method,
        url: url.href,
        headers: [
          ['accept', 'application/json'],
          ...(template === undefined ? [] : [['content-type', 'application/json'] as const]),
        ],
        ...(template !== undefined && { body: JSON.stringify(template), redirectsMax: 0 }),
        bodyMax: answerBytesMax,
        timeoutMs,
        signal,
      })
      if (answer.status < 200 || answer.status > 299) throw refusalOf(answer, url.host, token)
      return jsonOf(answer, url.host)
    })

  const valid = <T>(schema: z.ZodType<T>, value: unknown, host: string): T => {
    const parsed = schema.safeParse(value)
    if (!parsed.success) throw new AppError('TEMPLATE_SERVICE_FAILED', { host: new URL(host).host })
    return parsed.data
  }

  const list: TemplateHost['list'] = async (host, signal) =>
    valid(remoteList, await send(host, 'nc/templates', { signal }), host).data.map(entryOf)

  return {
    list,

    categories: async (host, signal) =>
      valid(remoteCategories, await send(host, 'nc/templates/categories', { signal }), host),

    read: async (host, id, signal) => {
      const body = await send(host, `nc/templates/${encodeURIComponent(id)}`, { signal })
      const { template: given } = valid(remoteDetail, body, host)
      const template = parseTemplate(typeof given === 'string' ? given : JSON.stringify(given))
      if (template === undefined) throw new AppError('TEMPLATE_INVALID')
      const facts = remoteEntry.safeParse({ ...(body as object), id })
      const { tables, rows, ...own } = templateFacts(template)
      const listed = facts.success ? entryOf(facts.data) : undefined
      const filled = Object.fromEntries(Object.entries(listed ?? {}).filter(([, value]) => value !== ''))
      return {
        ...own,
        tags: [...own.tags],
        ...filled,
        id,
        description: template.description || (listed?.description ?? ''),
        tables,
        rows,
        ...remote,
        template,
      }
    },

    add: async (host, { template, token, signal }) =>
      valid(created, await send(host, 'nc/templates', { method: 'POST', template, token, signal }), host).id,

    replace: async (host, id, { template, token, signal }) => {
      await send(host, `nc/templates/${encodeURIComponent(id)}`, { method: 'PUT', template, token, signal })
    },

    link: async (host, template, signal) => {
      const { path } = valid(
        linked,
        await send(host, 'projectTemplateCreate', { method: 'POST', template, signal }),
        host,
      )
      const address = URL.canParse(path, `${host}/`) ? new URL(path, `${host}/`) : undefined
      if (address === undefined || !/^https?:$/.test(address.protocol))
        throw new AppError('TEMPLATE_SERVICE_FAILED', { host: new URL(host).host })
      return address.href
    },

    fetch: (url, signal) =>
      queued(async () => {
        const headers = [['accept', 'application/json, text/plain;q=0.9, */*;q=0.1'] as const]
        const { status, body, isCut } = await outbound.send({
          method: 'GET',
          url,
          headers,
          bodyMax: templateLimits.bytes,
          timeoutMs,
          signal,
        })
        if (status < 200 || status > 299) throw new AppError('TEMPLATE_ADDRESS_FAILED', { status })
        const template = isCut ? undefined : parseTemplate(textOf(body))
        if (template === undefined) throw new AppError('TEMPLATE_INVALID')
        return template
      }),
  }
}

const remote = { origin: 'remote', author: null, mayEdit: false } as const

const entryOf = ({ image_url: image, ...entry }: z.output<typeof remoteEntry>): TemplateEntry => ({
  ...entry,
  image,
  tables: null,
  rows: null,
  ...remote,
})

/** Without the byte order mark that some editors write. */
const textOf = (body: Buffer): string => body.toString('utf8').replace(/^\uFEFF/, '')

/** Parses an answer. A service may send its JSON as a text inside JSON. An empty answer is undefined. */
function jsonOf({ body, isCut }: OutboundAnswer, host: string): unknown {
  if (body.length === 0) return undefined
  try {
    if (isCut) throw new Error('The answer is too long')
    let value: unknown = JSON.parse(textOf(body))
    if (typeof value === 'string') value = JSON.parse(value)
    if (isDeeperThan(value, limits.jsonDepth)) throw new Error('The answer is nested too deeply')
    return value
  } catch (error) {
    throw new AppError('TEMPLATE_SERVICE_FAILED', { host }, { cause: error })
  }
}

function refusalOf({ status }: OutboundAnswer, host: string, token: string | undefined): AppError {
  if (status === 401 || status === 403)
    return new AppError(token === undefined ? 'TEMPLATE_TOKEN_REQUIRED' : 'TEMPLATE_TOKEN_WRONG')
  if (status === 404) return new AppError('TEMPLATE_NOT_FOUND')
  if (status >= 400 && status < 500) return new AppError('TEMPLATE_SERVICE_REFUSED', { host, status })
  return new AppError('TEMPLATE_SERVICE_FAILED', { host })
}
