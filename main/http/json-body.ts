import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import { isExactNumber, parseExactJson } from '@common/util/parse-json'
import type { UnparsedJson } from '@main/dataapi/rest/contract'
import { eachLevel } from '@common/util/json-depth'
import { message } from '@common/messages'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** JSON is the only kind of body: a plain HTML form can send none of it. */
export function addJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const bytes = body as Buffer
      done(null, staysUnparsed(request) ? unparsed(bytes) : readJson(bytes))
    } catch (error) {
      done(error as Error)
    }
  })
}

/** Path of a bulk create, without percent-encoding. */
const bulkPath = /^\/nc\/[^/?]+\/api\/v1\/[^/?]+\/bulk(?:\?|$)/i

/** Leaves the rows of a bulk create unparsed, so that the database can parse them. */
function staysUnparsed({ method, url, headers }: FastifyRequest): boolean {
  return method === 'POST' && headers['x-http-method-override'] === undefined && bulkPath.test(url)
}

class Unparsed implements UnparsedJson {
  constructor(readonly bytes: Uint8Array) {}

  parse(): unknown {
    return readJson(this.bytes)
  }
}

const unparsed = (bytes: Uint8Array): Unparsed | undefined => (bytes.length === 0 ? undefined : new Unparsed(bytes))

/** Returns an unparsed body, for the route to parse or to pass to the database; undefined if it is parsed. */
export const unparsedBody = (body: unknown): UnparsedJson | undefined => (body instanceof Unparsed ? body : undefined)

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Returns the JSON of a body, undefined for an empty one. Numbers that a double does not hold are `ExactNumber`.
 *
 * @throws AppError JSON_INVALID, INPUT_INVALID for JSON that is nested too deep
 */
export function readJson(body: Uint8Array): unknown {
  if (body.length === 0) return undefined
  let text: string
  let value: unknown
  try {
    text = utf8.decode(body)
    value = parseExactJson(text)
  } catch (error) {
    throw new AppError('JSON_INVALID', {}, { cause: error })
  }
  eachNode(value, () => {})
  return value
}

const reserved = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Returns the body of an operation: long numbers as text, in place. Rejects keys that every object has at the top level
 * and in `args`, whose keys are fixed. Deeper objects may have column names as keys.
 *
 * @throws AppError INPUT_INVALID
 */
export function plainArguments(root: unknown): unknown {
  if (isExactNumber(root)) return root.rawJSON
  for (const fixed of [root, isObject(root) && Object.hasOwn(root, 'args') && root['args']])
    if (isObject(fixed)) refuseReserved(fixed)
  eachNode(root, (node) => {
    for (const [key, child] of Object.entries(node))
      // An assignment to the key `__proto__` would set the prototype.
      if (isExactNumber(child)) Object.defineProperty(node, key, { value: child.rawJSON })
  })
  return root
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)

/** @throws AppError INPUT_INVALID for a value that is nested too deep */
function eachNode(root: unknown, look: (node: object) => void): void {
  if (!eachLevel(root, limits.jsonDepth, look))
    throw new AppError('INPUT_INVALID', { problems: [message('inputProblems.tooDeep', { limit: limits.jsonDepth })] })
}

function refuseReserved(node: object): void {
  const field = Object.keys(node).find((key) => reserved.has(key))
  if (field !== undefined)
    throw new AppError('INPUT_INVALID', { problems: [message('inputProblems.reserved', { field })], fields: [field] })
}
