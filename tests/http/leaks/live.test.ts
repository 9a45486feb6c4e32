import { makeTwin, secretPattern, type Twin } from '@tests/helpers/twins'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/* Live updates say nothing about changes of hidden columns and rows. */

let twin: Twin

beforeAll(async () => {
  twin = await makeTwin(1, new Date())
})
afterAll(() => twin.close())

interface Event {
  readonly kind: string
  readonly table?: string
}

/** Collects the events of a stream until one matches, while changes are made. */
async function heardWhile(
  headers: Readonly<Record<string, string>>,
  change: () => Promise<void>,
  isLast: (event: Event) => boolean,
): Promise<readonly Event[]> {
  const leaving = new AbortController()
  const answer = await fetch(`${twin.server.origin}/nc/${twin.projectId}/v1/live?age=0`, {
    headers,
    signal: leaving.signal,
  })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  await change()
  const events: Event[] = []
  let text = ''
  while (!events.some(isLast)) {
    text += (await reader?.read())?.value ?? ''
    const messages = text.split('\n\n')
    text = messages.pop() ?? ''
    for (const message of messages) {
      expect(message).not.toMatch(secretPattern)
      if (message.startsWith('data: ')) events.push(...(JSON.parse(message.slice(6)) as Event[]))
    }
  }
  leaving.abort()
  return events
}

/** Changes of hidden rows and columns only. */
async function changeHidden(): Promise<void> {
  const { rows, operate } = twin
  for (const [method, path, body] of [
    ['PUT', 'person/1', { name: 'Hush again' }],
    ['PUT', 'person/50', { salary: 777_001 }],
    [
      'PUT',
      'person/bulk',
      [
        { id: 51, salary: 777_002 },
        { id: 1, code: 'h1b' },
      ],
    ],
    ['POST', 'person', { id: 40, name: 'Hush new', mail: 'other@example.com' }],
    ['DELETE', 'person/40', undefined],
    ['PUT', 'vault/1', { word: 'Hush' }],
    ['PUT', 'team/1', { budget: 777_003 }],
  ] as const) {
    const answer = await rows(path, method, body)
    expect([method, path, answer.status]).toEqual([method, path, 200])
  }
  await operate('commentCreate', { table: 'person', rowId: '1', text: 'A secret remark' })
}

describe('live updates', () => {
  it('of a user under rules name visible changes only', async () => {
    const events = await heardWhile(
      { 'xc-auth': twin.editor.token },
      async () => {
        await changeHidden()
        await twin.rows('note/1', 'PUT', { title: 'The last' })
      },
      ({ table }) => table === 'note',
    )
    expect(events).toEqual([expect.objectContaining({ kind: 'rows', table: 'note' })])
  })

  it('of a GraphQL subscription name visible changes only, and none of a table with hidden records', async () => {
    const leaving = new AbortController()
    const subscribe = async (query: string) => {
      const answer = await fetch(`${twin.server.origin}/nc/${twin.projectId}/v1/graphql`, {
        method: 'POST',
        headers: { 'xc-auth': twin.editor.token, 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({ query }),
        signal: leaving.signal,
      })
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
      return async (): Promise<string> => (await reader?.read())?.value ?? ''
    }
    const refused = await subscribe('subscription { personChanged { kind id } }')
    expect(await refused()).toContain('NOT_ALLOWED')
    const next = await subscribe('subscription { teamChanged { kind id row { name } } }')
    let text = await next()
    for (const body of [{ budget: 777_004 }, { budget: 777_005 }, { name: 'Team one', budget: 777_006 }])
      await twin.rows('team/1', 'PUT', body)
    while (!text.includes('Team one')) text += await next()
    expect(text.match(/teamChanged/g)).toHaveLength(1)
    expect(text).not.toMatch(secretPattern)
    leaving.abort()
  })

  it.each([
    ['a changed value', 'PUT', 'person/51', { name: 'Renamed' }],
    ['a row that leaves', 'PUT', 'person/52', { mail: 'other@example.com' }],
    ['a row that arrives', 'PUT', 'person/52', { mail: 'eve@example.com' }],
    ['a new row', 'POST', 'person', { name: 'New', mail: 'eve@example.com' }],
    ['a deleted row', 'DELETE', 'person/53', undefined],
  ])('tell a user under rules of %s, without a key', async (name, method, path, body) => {
    const events = await heardWhile(
      { 'xc-auth': twin.editor.token },
      async () => {
        await twin.rows(path, method, body)
        await twin.rows('note/1', 'PUT', { title: `After ${name}` })
      },
      ({ table }) => table === 'note',
    )
    expect(events[0]).toEqual({ kind: 'elsewhere' })
  })

  it('of a visitor name visible changes of the shared view only', async () => {
    const events = await heardWhile(
      twin.visitor,
      async () => {
        await changeHidden()
        await twin.rows('note/1', 'PUT', { title: 'Not shared' })
        await twin.rows('person/51', 'PUT', { name: 'Renamed again' })
      },
      ({ kind }) => kind === 'rows',
    )
    expect(events).toEqual([
      { kind: 'rows', table: 'person', change: 'update', keys: [], rows: 1, changeId: expect.any(String) as string },
    ])
  })
})
