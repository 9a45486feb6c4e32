import { AppError, errorCatalogue } from '@common/errors'
import { permits, isVisitor } from '@common/principal'
import { isExactNumber } from '@common/util/parse-json'
import type { Permission } from '@common/permissions'
import { systemClock } from '@main/lib/clock'
import { graphqlError } from '@main/lib/messages'
import type { CallContext } from '@main/operations/context'
import { Kind, OperationTypeNode, type DocumentNode, type GraphQLError } from 'graphql'
import { describeProject, type DescribedProject, type ProjectPorts } from '../plan/described'
import { tablesOf } from '../plan/sights'
import type { DataApi } from '..'
import { omittedHeaders } from '../shape/omitted-header'
import { createTableSizes } from '../run/table-sizes'
import type { SelectedField } from './collect'
import { liftPages } from './lift'
import { nameTables } from './names'
import { tooDeepError } from './nesting'
import {
  introspect,
  operationOf,
  parsed,
  prepareOperation,
  Queries,
  QueryFault,
  readyField,
  type CheckedQuery,
  type PreparedOperation,
} from './prepare'
import { textOfJson, type Answering } from './roots'
import { buildProjectSchema, type ProjectSchema, type RootKind } from './schema'
import type { Compiling } from './select'
import { changesOf, type WatchRows } from './subscribe'
import { lookForUnreadable, omittedFields, withoutUnreadableValues } from './unreadable'

export interface GraphqlRequest {
  readonly projectId: string
  readonly context: CallContext
  /** `{ query, variables, operationName }` from any transport. */
  readonly request: unknown
  /** True if the request may change rows; false for GET. */
  readonly mayWrite: boolean
  /** True if a caller who may read no row may still read the schema (wire §11: introspection). */
  readonly mayLook: boolean
  /** True if the client accepts a stream of events (`text/event-stream`). */
  readonly mayStream: boolean
  /** Returns the current context of the caller, whose rights can end during a subscription. */
  readonly recheck: () => Promise<CallContext>
}

export type GraphqlResponse =
  | {
      readonly status: number
      readonly body: Uint8Array | string
      readonly headers?: Readonly<Record<string, string>>
    }
  /** One JSON text per event, until the client disconnects. */
  | { readonly stream: AsyncIterable<string> }

export type GraphqlHandler = (request: GraphqlRequest) => Promise<GraphqlResponse>

const writing: Readonly<Partial<Record<RootKind, Permission>>> = {
  create: 'row.create',
  createBulk: 'row.create',
  update: 'row.update',
  updateBulk: 'row.update',
  delete: 'row.delete',
  deleteBulk: 'row.delete',
}

/** A response, with the errors of the parts that the database forbids. */
interface Attempt {
  readonly response: GraphqlResponse
  readonly forbidden: readonly AppError[]
  readonly project?: ProjectSchema
  readonly document?: DocumentNode
}

/** A schema with its cached queries. */
interface Served {
  readonly project: ProjectSchema
  readonly queries: Queries
}

/**
 * Handles GraphQL for the tables of a project (wire §11).
 * @param watchRows  names changed rows, for subscriptions
 * @param report  reports internal errors; callers get only their id
 */
export function createGraphqlHandler(
  ports: ProjectPorts,
  api: Pick<DataApi, 'handle' | 'rows'>,
  watchRows: WatchRows,
  report: (error: unknown) => void,
): GraphqlHandler {
  const sizes = createTableSizes(systemClock)
  const cache = new WeakMap<DescribedProject, Map<boolean, Served>>()

  const served = (described: DescribedProject, writes: boolean): Served => {
    const known = cache.get(described) ?? new Map<boolean, Served>()
    cache.set(described, known)
    const found = known.get(writes)
    if (found !== undefined) return found
    const project = buildProjectSchema(nameTables(described), writes)
    const made = { project, queries: new Queries(project) }
    known.set(writes, made)
    return made
  }

  const wireOf = (thrown: unknown, path: string, { language }: Pick<CallContext, 'language'>): object => {
    const known = thrown instanceof AppError ? thrown : new AppError('INTERNAL', {}, { cause: thrown })
    if (errorCatalogue[known.code].reportable === true) report(known.cause ?? known)
    return graphqlError(known, path, language)
  }

  /** Resolves the fields of a query concurrently, those of a mutation in order. */
  const run = async (
    compiling: Compiling,
    prepared: PreparedOperation,
    answering: Answering,
    variables: Readonly<Record<string, unknown>>,
    forbidden: AppError[],
  ): Promise<Extract<GraphqlResponse, { status: number }>> => {
    const errors: object[] = []
    const isMutation = prepared.operation.operation === OperationTypeNode.MUTATION
    const introspected = prepared.fields.filter(({ nodes }) => /^__(?:schema|type)$/.test(nodes[0].name.value))
    const said =
      introspected.length === 0
        ? {}
        : await introspect(
            compiling.project,
            prepared,
            introspected.flatMap(({ nodes }) => nodes),
            variables,
          )
    const answer = async (field: (typeof prepared.fields)[number]): Promise<Uint8Array | string> => {
      if (Object.hasOwn(said, field.key)) return JSON.stringify(said[field.key])
      try {
        const kind = compiling.project.roots.get(field.nodes[0].name.value)?.kind
        if (!tellsNoRow(field)) ports.authorize(answering.context, (kind && writing[kind]) ?? 'row.read')
        const ready = await readyField(compiling, prepared, field)
        return await ready.answer(answering, ready.given)
      } catch (error) {
        if (error instanceof AppError && error.code === 'DATABASE_FORBIDDEN') forbidden.push(error)
        errors.push(wireOf(error, field.key, answering.context))
        return 'null'
      }
    }
    const texts: (Uint8Array | string)[] = []
    if (isMutation) for (const field of prepared.fields) texts.push(await answer(field))
    else texts.push(...(await Promise.all(prepared.fields.map(answer))))
    return {
      status: 200,
      body: joined(
        prepared.fields.map(({ key }) => key),
        texts,
        errors,
      ),
    }
  }

  return async ({ projectId, context, request, mayWrite, mayLook, mayStream, recheck }) => {
    const looks = mayLook && !permits(context.principal, 'row.read')
    if (!looks) ports.authorize(context, 'row.read')
    const { query, variables, operationName } = requestOf(request)
    const writes =
      looks ||
      (['row.create', 'row.update', 'row.delete'] as const).some((permission) => permits(context.principal, permission))
    try {
      const whole = await describeProject(ports, context.principal, projectId)
      const first = await attempt(withoutUnreadableValues(whole))
      // The first query that fails reveals the columns that the database user may not read.
      const [error] = first.forbidden
      const { project, document } = first
      if (error === undefined || project === undefined || document === undefined) return first.response
      const tableNamed = tablesOf(ports, context.principal, projectId)
      const isFound = await lookForUnreadable(project, document, { database: whole.database, tableNamed, error })
      return isFound ? (await attempt(withoutUnreadableValues(whole))).response : first.response
    } catch (error) {
      if (error instanceof QueryFault) return faults(error.errors)
      const tooDeep = tooDeepError(error)
      if (tooDeep !== undefined) throw tooDeep
      if (error instanceof AppError && error.code === 'NOT_ALLOWED')
        return {
          status: 200,
          body: JSON.stringify({ data: null, errors: [graphqlError(error, undefined, context.language)] }),
        }
      throw error
    }

    async function attempt(described: DescribedProject): Promise<Attempt> {
      const { project, queries } = served(described, writes)
      if (!writes) refuseMutation(query, operationName)
      const { checked, pages } = checkLifted(queries, query)
      const operation = operationOf(checked.operations, operationName)
      if (operation.operation === OperationTypeNode.MUTATION && !mayWrite)
        throw new AppError('METHOD_NOT_ALLOWED', { method: 'GET', allowed: ['POST'] })
      const prepared = prepareOperation(project, checked, operation, { ...variables, ...pages })
      // Changes name rows by key, also hidden ones.
      if (operation.operation === OperationTypeNode.SUBSCRIPTION && isVisitor(context.principal))
        throw new AppError('NOT_ALLOWED')
      if (looks && !prepared.fields.every(tellsNoRow)) ports.authorize(context, 'row.read')
      const { database } = described
      const compiling: Compiling = {
        ...prepared.reading,
        project,
        dialect: database.dialect,
        tableNamed: tablesOf(ports, context.principal, projectId),
      }
      const omitted = new Map<string, string>()
      const answering: Answering = {
        projectId,
        database,
        context,
        sizes,
        handle: api.handle,
        rows: api.rows,
        omitted: (key, { code }) => void omitted.set(key, code),
      }
      if (operation.operation !== OperationTypeNode.SUBSCRIPTION) {
        const forbidden: AppError[] = []
        const response = await run(compiling, prepared, answering, { ...variables, ...pages }, forbidden)
        const { document } = checked
        for (const field of omittedFields(project, document)) omitted.set(field, 'DATABASE_FORBIDDEN')
        const headers = omittedHeaders(omitted)
        const isQuery = operation.operation === OperationTypeNode.QUERY
        return { response: { ...response, headers }, forbidden: isQuery ? forbidden : [], project, document }
      }
      if (!mayStream) throw new AppError('GRAPHQL_INVALID', { part: 'accept', expected: 'eventStream' })
      const inLanguage = (thrown: unknown, path: string): object => wireOf(thrown, path, context)
      const stream = await changesOf({ watchRows, ports, compiling, prepared, answering, recheck, wireOf: inLanguage })
      return { response: { stream }, forbidden: [] }
    }
  }
}

/** wire §11: fields that need no token. */
const tellsNoRow = ({ nodes }: SelectedField): boolean =>
  /^(?:__schema|__type|__typename|nocodb_health)$/.test(nodes[0].name.value)

/** Uses the query without its page numbers if that is equivalent. Errors refer to the original query. */
function checkLifted(
  queries: Queries,
  query: string,
): { checked: CheckedQuery; pages?: Readonly<Record<string, number>> } {
  const lifted = liftPages(query)
  if (lifted === undefined) return { checked: queries.check(query) }
  try {
    return { checked: queries.check(lifted.text), pages: lifted.variables }
  } catch (error) {
    if (!(error instanceof QueryFault)) throw error
    return { checked: queries.check(query) }
  }
}

/** wire §11: a caller without write access gets status 200 with an error, not an unknown field. */
function refuseMutation(query: string, operationName: string | undefined): void {
  const operations = parsed(query).definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION)
  if (operationOf(operations, operationName).operation === OperationTypeNode.MUTATION) throw new AppError('NOT_ALLOWED')
}

function faults(errors: readonly GraphQLError[]): GraphqlResponse {
  const { extensions } = graphqlError(new AppError('GRAPHQL_INVALID'))
  // The library's text names the place in the query, in English only.
  const shown = errors.map(({ message, locations }) => ({ message, ...(locations && { locations }), extensions }))
  return { status: 400, body: JSON.stringify({ errors: shown }) }
}

/** Copies to objects without a prototype, because input coercion would find inherited keys such as `constructor`. */
function ownKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return value
  if (Array.isArray(value)) return value.map(ownKeys)
  const copy = Object.create(null) as Record<string, unknown>
  for (const [key, inner] of Object.entries(value)) copy[key] = ownKeys(inner)
  return copy
}

interface QueryRequest {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly operationName: string | undefined
}

/** @throws AppError GRAPHQL_INVALID */
function requestOf(body: unknown): QueryRequest {
  const { query, variables, operationName } =
    typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Readonly<Record<string, unknown>>) : {}
  const isName = operationName === undefined || operationName === null || typeof operationName === 'string'
  const given = variables ?? {}
  if (typeof query !== 'string' || !isName || typeof given !== 'object' || Array.isArray(given))
    throw new AppError('GRAPHQL_INVALID')
  return {
    query,
    variables: ownKeys(given) as Readonly<Record<string, unknown>>,
    operationName: operationName || undefined,
  }
}

/** Joins JSON texts of rows without parsing them. */
function joined(
  keys: readonly string[],
  texts: readonly (Uint8Array | string)[],
  errors: readonly object[],
): Uint8Array | string {
  const end = errors.length === 0 ? '}}' : `},"errors":${JSON.stringify(errors)}}`
  if (texts.every((text) => typeof text === 'string'))
    return `{"data":{${keys.map((key, at) => `${JSON.stringify(key)}:${textOfJson(texts[at] ?? 'null')}`).join(',')}${end}`
  const parts: Uint8Array[] = []
  keys.forEach((key, at) => {
    const text = texts[at] ?? 'null'
    parts.push(Buffer.from(`${at === 0 ? '{"data":{' : ','}${JSON.stringify(key)}:`))
    parts.push(typeof text === 'string' ? Buffer.from(text) : text)
  })
  return Buffer.concat([...parts, Buffer.from(end)])
}
