import { createGraphqlClient } from '@renderer/api/graphql-client'
import type { HttpRequest } from '@renderer/api/http'
import { createWriteGuard } from '@renderer/api/write-guard'
import { expect, it } from 'vitest'

const sent: HttpRequest[] = []
const clientOf = (response: Response, guard = createWriteGuard()) =>
  createGraphqlClient(
    {
      request: (call) => {
        sent.push(call)
        return Promise.resolve(response)
      },
    },
    guard,
  )

it('returns errors as answers, and sends further headers', async () => {
  const client = clientOf(new Response('{"errors":[]}', { status: 400 }))
  const answer = await client.call('a b', { query: '{ a }' }, { headers: { 'xc-auth': 'other' } })
  expect(answer).toEqual({ status: 400, text: '{"errors":[]}' })
  expect(sent.at(-1)).toMatchObject({
    path: '/nc/a%20b/v1/graphql',
    headers: { 'xc-auth': 'other' },
    anyStatus: true,
    isRead: true,
  })
})

it('asks before a mutation, and sends nothing if the user refuses', async () => {
  const guard = createWriteGuard()
  const asked: unknown[] = []
  guard.set(({ what }) => {
    asked.push(what)
    return Promise.resolve(false)
  })
  const count = sent.length
  const client = clientOf(new Response('{}'), guard)
  await expect(client.call('p', { query: 'mutation { a }' }, { writes: true })).rejects.toMatchObject({
    code: 'CANCELLED',
  })
  expect([asked, sent.length]).toEqual([[{ written: 'mutation { a }' }], count])
  await client.call('p', { query: '{ a }' })
  expect(asked).toHaveLength(1)
})

it('reads the events of a subscription, however they are cut', async () => {
  const text = ':\n\nevent: next\ndata: {"a":"é"}\n\n:\n\nevent: next\ndata: {"b":2}\n\nevent: complete\ndata:\n\n'
  const bytes = new TextEncoder().encode(text)
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const byte of bytes) controller.enqueue(new Uint8Array([byte]))
      controller.close()
    },
  })
  const events: string[] = []
  const client = clientOf(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
  expect(
    await client.subscribe('p', { query: 'subscription { a }' }, {}, (event) => events.push(event)),
  ).toBeUndefined()
  expect(events).toEqual(['{"a":"é"}', '{"b":2}'])
  const refused = clientOf(
    new Response('{"errors":[]}', { status: 400, headers: { 'content-type': 'application/json' } }),
  )
  expect(await refused.subscribe('p', { query: 'x' }, {}, () => undefined)).toEqual({
    status: 400,
    text: '{"errors":[]}',
  })
})
