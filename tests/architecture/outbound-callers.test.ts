import { readFileSync } from 'node:fs'
import { connectingFiles, outboundCallers } from '@tests/helpers/outbound-callers'
import { describe, expect, it } from 'vitest'
import { expectNone, filesIn, isNode, keyName, literalText, parseSource, type Node, type Source } from './sources'

/** Functions of modules that open connections or find addresses; an empty list for all of a module. */
const connecting: Readonly<Record<string, readonly string[]>> = {
  'node:dgram': [],
  'node:dns': [],
  'node:dns/promises': [],
  'node:http': ['request', 'get', 'Agent', 'default'],
  'node:http2': [],
  'node:https': [],
  'node:net': ['connect', 'createConnection', 'Socket', 'default'],
  'node:tls': ['connect', 'default'],
  '@grpc/grpc-js': [],
  '@main/lib/node-http': ['request'],
  nodemailer: [],
  'openid-client': [],
  undici: [],
}
/** Files that take connections instead of opening them, or use a class to recognise its objects. */
const listening = ['main/http/', 'main/grpc/', 'main/db/dialects/mysql/pool.ts']
const clients = new Set(['outbound', 'streams'])
/** Every source that connects matches it. Saves parsing the others. */
const mayConnect =
  /node[:-](?:dgram|dns|http|net|tls)|grpc-js|nodemailer|openid-client|undici|\bfetch\(|outbound|streams/
const sends = new Set(['send', 'open', 'resolve'])

/** Returns the module of `process.getBuiltinModule('node:http')`. */
function builtinModule({ callee, ...call }: Node): string | undefined {
  const isIt = isNode(callee) && keyName(callee['property']) === 'getBuiltinModule'
  return isIt && Array.isArray(call['arguments']) ? literalText(call['arguments'][0]) : undefined
}

const isTyped = (node: Node): boolean => node['importKind'] === 'type'

function importsConnection(node: Node): boolean {
  if (node.type === 'CallExpression') return connecting[builtinModule(node) ?? ''] !== undefined
  if (node.type === 'ImportExpression') return connecting[literalText(node['source']) ?? ''] !== undefined
  if (node.type !== 'ImportDeclaration' || isTyped(node)) return false
  const names = connecting[literalText(node['source']) ?? '']
  if (names === undefined || !Array.isArray(node['specifiers'])) return false
  const values = node['specifiers'].filter(isNode).filter((each) => !isTyped(each))
  if (names.length === 0) return values.length > 0
  return values.some(
    ({ type, imported }) => type !== 'ImportSpecifier' || names.includes(keyName(imported) ?? 'default'),
  )
}

/** True for `fetch(…)`, `outbound.send(…)`, `ports.outbound.open(…)`. */
function callsOut(node: Node): boolean {
  const callee = node['callee']
  if (node.type !== 'CallExpression' || !isNode(callee)) return false
  if (callee.type === 'Identifier') return callee['name'] === 'fetch'
  if (callee.type !== 'MemberExpression' || !sends.has(keyName(callee['property']) ?? '')) return false
  const object = callee['object']
  if (!isNode(object)) return false
  return clients.has(keyName(object.type === 'MemberExpression' ? object['property'] : object) ?? '')
}

const connects = ({ nodes }: Source): boolean => nodes.some((node) => importsConnection(node) || callsOut(node))
const isBrowserPage = ({ path, text }: Source): boolean => path.startsWith('main/http/') && /\bfetch\(/.test(text)

describe('connections to other servers', () => {
  it('are opened by declared callers only', () => {
    const found = [...filesIn('main'), ...filesIn('common')]
      .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
      .filter(({ text }) => mayConnect.test(text))
      .map(({ path, text }) => parseSource(path, text))
      .filter((source) => isBrowserPage(source) || connects(source))
      .map(({ path }) => path)
      .filter((path) => connectingFiles[path] !== undefined || !listening.some((at) => path.startsWith(at)))
    expect(found.toSorted()).toEqual(Object.keys(connectingFiles).toSorted())
  })

  it('have a caller or a reason', () => {
    const declared = Object.values(connectingFiles)
    expectNone(
      Object.entries(connectingFiles)
        .filter(([, { callers = [], safe }]) => callers.length > 0 === (safe !== undefined))
        .map(([path]) => path),
    )
    expect(new Set(declared.flatMap(({ callers = [] }) => callers))).toEqual(new Set(outboundCallers))
  })

  it.each([
    `import { connect } from 'node:net'`,
    `import net from 'node:net'`,
    `import * as http from 'node:http'`,
    `import { request as send, type Server } from 'node:https'`,
    `import { request } from '@main/lib/node-http'`,
    `const { request } = process.getBuiltinModule('node:http')`,
    `const mailer = () => import('nodemailer')`,
    `await fetch(url)`,
    `await outbound.send({ method: 'GET', url })`,
    `await ports.outbound.open({ method: 'GET', url })`,
    `await this.outbound.resolve(host, 1)`,
  ])('are found in %s', (text) => expect(connects(parseSource('main/new.ts', text))).toBe(true))

  it.each([
    `import { isIP } from 'node:net'`,
    `import { type Socket } from 'node:net'`,
    `import type { Server } from 'node:https'`,
    `import { createServer } from 'node:http'`,
    `import { createServer } from '@main/lib/node-http'`,
    `const { cpus } = process.getBuiltinModule('node:os')`,
    `await reply.send({ run })`,
    `await driver.open(connection)`,
  ])('are not found in %s', (text) => expect(connects(parseSource('main/new.ts', text))).toBe(false))
})
