import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import { isExactNumber, parseExactJson } from '@common/util/parse-json'
import { fieldSentence } from '@main/lib/messages'
import type { FastifyInstance } from 'fastify'

/** JSON is the only kind of body: a plain HTML form can send none of it. */
export function addJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, readJson(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
}

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
  eachLevel(value, () => {})
  return value
}

const reserved = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Returns arguments of an operation, which names its own keys, as columns do not: digits come as text, and keys that
 * every object has are refused. Changes the value in place.
 *
 * @throws AppError INPUT_INVALID
 */
export function plainArguments(root: unknown): unknown {
  if (isExactNumber(root)) return root.rawJSON
  eachLevel(root, (node) => {
    if (!Array.isArray(node)) refuseReserved(node)
    for (const [key, child] of Object.entries(node))
      if (isExactNumber(child)) Object.assign(node, { [key]: child.rawJSON })
  })
  return root
}

/** Looks at every object and list, level by level without recursion: depth is what is being judged. */
function eachLevel(root: unknown, look: (node: object) => void): void {
  if (typeof root !== 'object' || root === null) return
  let level: object[] = [root]
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > limits.jsonDepth)
      throw new AppError('INPUT_INVALID', { problems: [fieldSentence('tooDeep', { limit: String(limits.jsonDepth) })] })
    const next: object[] = []
    for (const node of level) {
      look(node)
      for (const child of Array.isArray(node) ? node : Object.values(node))
        if (typeof child === 'object' && child !== null && !isExactNumber(child)) next.push(child as object)
    }
    level = next
  }
}

function refuseReserved(node: object): void {
  const field = Object.keys(node).find((key) => reserved.has(key))
  if (field !== undefined)
    throw new AppError('INPUT_INVALID', { problems: [fieldSentence('reserved', { field })], fields: [field] })
}
