import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import { parseJson } from '@common/util/parse-json'
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
 * @returns undefined for an empty body
 * @throws AppError JSON_INVALID, INPUT_INVALID for JSON that is nested too deep or names what must not be named
 */
export function readJson(body: Uint8Array): unknown {
  if (body.length === 0) return undefined
  let text: string
  let value: unknown
  try {
    text = utf8.decode(body)
    value = parseJson(text)
  } catch (error) {
    throw new AppError('JSON_INVALID', {}, { cause: error })
  }
  checkShape(value, suspicious.test(text))
  return value
}

/** Cheap first look: the names cannot be there unless their letters, or an escaped letter, are. */
const suspicious = /"(?:__proto__|constructor|prototype)"|\\u/
const reserved = new Set(['__proto__', 'constructor', 'prototype'])

function checkShape(root: unknown, checkKeys: boolean): void {
  if (typeof root !== 'object' || root === null) return
  // Level by level, without recursion: depth is what is being judged.
  let level: object[] = [root]
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > limits.jsonDepth)
      throw new AppError('INPUT_INVALID', { problems: [fieldSentence('tooDeep', { limit: String(limits.jsonDepth) })] })
    const next: object[] = []
    for (const node of level) {
      if (checkKeys && !Array.isArray(node)) checkReserved(node)
      for (const child of Array.isArray(node) ? node : Object.values(node))
        if (typeof child === 'object' && child !== null) next.push(child as object)
    }
    level = next
  }
}

function checkReserved(node: object): void {
  const field = Object.keys(node).find((key) => reserved.has(key))
  if (field !== undefined)
    throw new AppError('INPUT_INVALID', { problems: [fieldSentence('reserved', { field })], fields: [field] })
}
