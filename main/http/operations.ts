import { operationsPath } from '@common/constants'
import { AppError } from '@common/errors'
import { operationByName, operationNames } from '@common/operations'
import { ignoredHeaders } from '@common/wire/ignored'
import { trashedHeader } from '@common/wire/names'
import { parseInput } from '@main/operations/input'
import type { CallContext } from '@main/operations/context'
import type { Invoker } from '@main/operations/invoke'
import { message } from '@common/messages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { dashboardCallOf, discardAll, readForm, type FileReceivers, type UploadOperation } from './attachments'
import type { Forward } from './forward'
import { aliases, callNamed, callsWithPaths } from './legacy'
import { plainArguments } from './json-body'
import { callFacts, changeHeaders, refreshCookie } from './call'
import type { AllowedHosts } from './hosts'
import { dashboardPath } from './paths'

/** Body of a dashboard call (S1 §7, wire §4.1). */
const envelope = z.object({
  api: z.string().min(1).max(100),
  project_id: z.string().max(255).nullish(),
  /** Calls about the database are rejected if this environment has another one than the working environment. */
  env: z.string().max(100).nullish(),
  /** Accepts any database name: a project has one database. */
  dbAlias: z.string().max(255).nullish(),
  args: z.unknown().optional(),
  sqlOpPlus: z.boolean().nullish(),
})

/**
 * `POST /api/v1/operations/{name}` in domain words, `POST {dashboard}/?q=sqlOp_{name}` in those of the original, and the
 * own paths of operations that have one.
 *
 * @param forward  passes calls on that other servers can answer
 */
export function addOperationRoutes(
  app: FastifyInstance,
  invoker: Invoker,
  hosts: AllowedHosts,
  receivers: FileReceivers,
  forward?: Pick<Forward, 'afterOutput'>,
): void {
  app.post(dashboardPath, async (request, reply) => {
    if (request.isMultipart()) return sendOutput(reply, await formCall(request, reply))
    const { api, args, projectId, environment, ignored } = readEnvelope(request, plainArguments(request.body))
    const context = await invoker.context({ ...callFacts(request, reply, projectId), environment })
    if (invoker.operation(api, 'legacy')?.operation.asText === true) {
      const answerHeaders: Record<string, string> = {}
      const text = await invoker.invoke(api, args, { ...context, answerHeaders }, 'legacy', ignored)
      return reply
        .code(200)
        .headers({ ...answerHeaders, ...ignoredHeaders(ignored), ...changeHeaders(context) })
        .send(text)
    }
    const trashed: string[] = []
    const calling = { ...context, addressQuery: addressQuery(request), trashed: (id: string) => trashed.push(id) }
    const output = await invoker.invoke(api, args, calling, 'legacy', ignored)
    const name = invoker.operation(api, 'legacy')?.name ?? api
    if ((await forward?.afterOutput(name, output, request, reply)) === true) return reply
    if (trashed.length > 0) reply.header(trashedHeader, trashed.join(','))
    return sendOutput(reply.headers({ ...ignoredHeaders(ignored), ...changeHeaders(context) }), output)
  })

  app.post(`${operationsPath}/:name`, async (request, reply) => {
    const { name = '' } = request.params as { readonly name?: string }
    const { project, ...unknown } = request.query as Readonly<Record<string, unknown>>
    const [other] = Object.keys(unknown)
    if (other !== undefined) throw new AppError('QUERY_PARAMETER_INVALID', { parameter: other })
    if (project !== undefined && typeof project !== 'string')
      throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'project' })
    const context = await invoker.context(callFacts(request, reply, project))
    const trashed: string[] = []
    const calling = { ...context, trashed: (id: string) => trashed.push(id) }
    if (invoker.operation(name, 'operations')?.operation.asText === true) {
      const answerHeaders: Record<string, string> = {}
      const text = await invoker.invoke(name, plainArguments(request.body), { ...calling, answerHeaders }, 'operations')
      return reply.code(200).headers(answerHeaders).send(text)
    }
    const output = await withForm(request, calling, 'input', (body, withFile) =>
      invoker.invoke(name, body, withFile, 'operations'),
    )
    if ((await forward?.afterOutput(name, output, request, reply)) === true) return reply
    if (trashed.length > 0) reply.header(trashedHeader, trashed.join(','))
    return sendOutput(reply.headers(changeHeaders(context)), output)
  })

  /** The address contains the project (wire §4.1), so that rights are checked before reading the form. */
  const formCall = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const query = request.query as Readonly<Record<string, unknown>>
    const named = typeof query['project_id'] === 'string' ? query['project_id'] : undefined
    const context = await invoker.context(callFacts(request, reply, named))
    return withForm(request, context, 'json', async (body, withFile) => {
      const { api, args, projectId, environment, ignored } = readEnvelope(
        request,
        body ?? { api: dashboardCallOf(query) },
      )
      if (projectId !== named) throw new AppError('OPERATION_MISMATCH', { part: 'project_id' })
      const output = await invoker.invoke(
        api,
        args,
        environment === undefined ? withFile : { ...withFile, environment },
        'legacy',
        ignored,
      )
      reply.headers({ ...ignoredHeaders(ignored), ...changeHeaders(context) })
      return output
    })
  }

  /** Runs a call with the parts of its form, or with its body if it has no form. */
  const withForm = async (
    request: FastifyRequest,
    context: CallContext,
    jsonPart: 'input' | 'json',
    run: (body: unknown, context: CallContext) => Promise<unknown>,
  ): Promise<unknown> => {
    if (!request.isMultipart()) return run(plainArguments(request.body), context)
    const operation = uploadIn(invoker, request)
    if (operation === undefined) throw new AppError('CONTENT_TYPE_UNSUPPORTED')
    const { body, uploads } = await readForm(request, context, receivers[operation], jsonPart)
    const [first] = uploads
    try {
      return await run(body, first === undefined ? context : { ...context, upload: first.file, uploads })
    } finally {
      await discardAll(uploads)
    }
  }

  /** Calls an operation by a path, whose parts, query and body are its input. */
  const ownPath =
    (name: string) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const input = ownPathInput(request)
      const projectId = input['project_id']
      const context = await invoker.context({
        ...callFacts(request, reply, typeof projectId === 'string' ? projectId : undefined),
        refreshCookie: refreshCookie(request, reply, hosts),
      })
      const ignored: string[] = []
      const output = await invoker.invoke(name, input, context, 'ownPath', ignored)
      return sendOutput(reply.headers({ ...ignoredHeaders(ignored), ...changeHeaders(context) }), output)
    }

  for (const name of operationNames) {
    const http = operationByName(name)?.http
    if (!http) continue
    const method = [http.method, ...(http.alsoMethods ?? [])]
    for (const url of [http.path, ...(http.aliases ?? [])]) app.route({ method, url, handler: ownPath(name) })
  }
  for (const { name, http } of callsWithPaths)
    if (http) app.route({ method: http.method, url: http.path, handler: ownPath(name) })
  for (const { methods, path, operation } of aliases)
    app.route({ method: [...methods], url: path, handler: ownPath(operation) })
}

/** Returns the operation in the address of a request, if it takes a file. */
export function uploadIn(invoker: Invoker, { routeOptions, query, params }: FastifyRequest) {
  const isDashboard = routeOptions.url === dashboardPath
  const name = isDashboard ? dashboardCallOf(query) : (params as { readonly name?: string }).name
  if (name === undefined || (!isDashboard && routeOptions.url !== `${operationsPath}/:name`)) return undefined
  const found = invoker.operation(name, isDashboard ? 'legacy' : 'operations')
  return found?.operation.takesFile === true ? (found.name as UploadOperation) : undefined
}

/** Returns the query of the address, which belongs to the call that the body names. */
function addressQuery({ url }: FastifyRequest): string {
  const query = new URLSearchParams(url.split('?')[1])
  query.delete('q')
  query.delete('project_id')
  return query.toString()
}

interface Envelope {
  readonly api: string
  readonly args: unknown
  readonly projectId: string | undefined
  readonly environment: string | undefined
  /** Unknown keys of the envelope. The operation appends those of the arguments. */
  readonly ignored: string[]
}

function readEnvelope(request: FastifyRequest, body: unknown): Envelope {
  const { api, args, env, project_id: bodyProject } = parseInput(envelope, body ?? {})
  const query = request.query as Readonly<Record<string, unknown>>
  checkQuery(query['q'], api)
  const projectId = agreed('project_id', query['project_id'], bodyProject ?? undefined)
  const ignored = Object.keys(body ?? {}).filter((key) => !Object.hasOwn(envelope.shape, key))
  return { api: callNamed(api, projectId), args, projectId, environment: env ?? undefined, ignored }
}

/** Address and body must agree, because logs and proxies see only the address. */
function checkQuery(q: unknown, api: string): void {
  if (q === undefined) return
  const [, named] = typeof q === 'string' ? (/^sqlOp(?:Plus)?_(.+)$/.exec(q) ?? []) : []
  if (named !== api) throw new AppError('OPERATION_MISMATCH', { part: 'q, api' })
}

function agreed(part: string, inQuery: unknown, inBody: string | undefined): string | undefined {
  if (inQuery === undefined) return inBody
  if (typeof inQuery !== 'string' || (inBody !== undefined && inBody !== inQuery))
    throw new AppError('OPERATION_MISMATCH', { part })
  return inQuery
}

/** Merges path, query and body; rejects duplicates. */
function ownPathInput(request: FastifyRequest): Record<string, unknown> {
  const body = plainArguments(request.body) ?? {}
  if (typeof body !== 'object' || Array.isArray(body))
    throw new AppError('INPUT_INVALID', {
      problems: [
        message('inputProblems.wrongType', {
          field: message('inputProblems.body'),
          expected: message('errorWords.object'),
        }),
      ],
    })
  const input: Record<string, unknown> = {}
  for (const part of [request.params, request.query, body] as Readonly<Record<string, unknown>>[])
    for (const [field, value] of Object.entries(part)) {
      if (Object.hasOwn(input, field))
        throw new AppError('INPUT_INVALID', { problems: [message('inputProblems.twice', { field })], fields: [field] })
      // Defines the property, because assigning `__proto__` would change the prototype.
      Object.defineProperty(input, field, { value, enumerable: true, configurable: true, writable: true })
    }
  return input
}

/** A result that is undefined is an empty body (wire §1). */
function sendOutput(reply: FastifyReply, output: unknown): FastifyReply {
  if (output === undefined) return reply.code(200).send('')
  return reply.code(200).type('application/json; charset=utf-8').send(JSON.stringify(output))
}
