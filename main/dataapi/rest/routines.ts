import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import { message } from '@common/messages'
import { isLimited, isRoutineListed } from '@common/principal/rules'
import { compileRowWriter } from '@main/db/json-rows'
import type { Database } from '@main/db/database'
import type { DataApiPorts } from '../ports'
import type { RestRequest, RestResponse } from './contract'
import { decodePart } from './path'

/** A function or procedure in a path (wire §9.1). */
export interface Routine {
  readonly kind: 'function' | 'procedure'
  readonly name: string
}

const kinds: Readonly<Record<string, Routine['kind']>> = { _function: 'function', _procedure: 'procedure' }
/** More than any engine accepts. */
export const routineArgumentsMax = 100

/**
 * Matches `/_function/{name}` and `/_procedure/{name}`. A table can have the name of the first part, but has other
 * routes.
 */
export function routineOf(first: string, rest: readonly string[]): Routine | undefined {
  const lower = first.toLowerCase()
  const kind = Object.hasOwn(kinds, lower) ? kinds[lower] : undefined
  const [name] = rest
  return kind === undefined || name === undefined || rest.length > 1 ? undefined : { kind, name: decodePart(name) }
}

/**
 * Runs a routine with the arguments of the body and returns its rows as objects. Its effects are unknown, so callers
 * need the right to change the schema.
 * @throws AppError METHOD_NOT_ALLOWED, NOT_ALLOWED, ROUTE_NOT_FOUND, INPUT_INVALID, TEXT_HAS_NUL
 */
export async function answerRoutine(
  ports: DataApiPorts,
  { method, projectId, body, context }: RestRequest,
  { kind, name }: Routine,
): Promise<RestResponse> {
  if (method !== 'POST') throw new AppError('METHOD_NOT_ALLOWED', { method, allowed: ['POST'] })
  ports.authorize(context, 'schema.change')
  // A routine reads whole tables.
  if (isLimited(context.principal)) throw new AppError('NOT_ALLOWED')
  const args = argumentsOf(body)
  const database = await ports.database(projectId)
  const { routineCall, objects } = database.dialect
  // Only names listed by the database enter SQL.
  const known = routineCall ? await objects.listRoutines(database, kind) : []
  if (!routineCall || !known.includes(name) || !isRoutineListed(context.principal, kind, name))
    throw new AppError('ROUTE_NOT_FOUND')
  const text = await run(database, routineCall(kind, name, args.length), args, context.signal)
  return { status: 200, body: text, headers: { 'content-type': 'application/json; charset=utf-8' } }
}

async function run(
  database: Database,
  sql: string,
  params: readonly StoredValue[],
  signal: AbortSignal,
): Promise<string> {
  try {
    const [result] = await database.transact([{ sql, params, returns: true, names: true }], { signal })
    const rows = result?.rows ?? []
    const keys = result?.names ?? (rows[0] ?? []).map((_, at) => `column${at + 1}`)
    return compileRowWriter({ keys })(rows, true) ?? '[]'
  } catch (error) {
    // Missing or mistyped arguments cause an error of the engine.
    if (error instanceof AppError && (error.code === 'INTERNAL' || error.code === 'TABLE_NOT_FOUND'))
      throw invalid('invalid', error)
    throw error
  }
}

function argumentsOf(body: unknown): StoredValue[] {
  if (body === undefined) return []
  if (!Array.isArray(body) || body.length > routineArgumentsMax) throw invalid('wrongType')
  return body.map((value: unknown) => {
    // MariaDB accepts it, PostgreSQL doesn't.
    if (typeof value === 'string' && value.includes('\0')) throw new AppError('TEXT_HAS_NUL')
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      return value
    // Lists and objects are passed as JSON.
    return JSON.stringify(value)
  })
}

function invalid(problem: 'invalid' | 'wrongType', cause?: unknown): AppError {
  const params = { field: message('inputProblems.body'), expected: message('errorWords.list') }
  return new AppError('INPUT_INVALID', { problems: [message(`inputProblems.${problem}`, params)] }, { cause })
}
