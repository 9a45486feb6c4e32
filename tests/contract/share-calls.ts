import { shareHeader, visitorHeader } from '@common/wire/names'
import type { Clock } from '@main/lib/clock'
import { systemClock } from '@main/lib/clock'
import type { TestServer } from '@tests/helpers/server'

interface Call {
  readonly args?: unknown
  readonly token?: string
  readonly projectId?: string
  readonly headers?: Readonly<Record<string, string>>
}

let aheadMs = 0
/** The server rejects answers that come right after the form is opened. */
export const visitorClock: Clock = {
  ...systemClock,
  now: () => new Date(systemClock.now().getTime() + aheadMs),
}

/** Opens a new shared form, a while ago, and returns the headers and the token of its visitor. */
export async function formVisitor(server: TestServer, as: { readonly token: string; readonly projectId: string }) {
  const options = { parts: ['title', 'album_id', 'price'].map((column) => ({ kind: 'field', column }) as const) }
  const { id } = await server.operate('viewCreate', { table: 'tracks', title: nextTitle(), kind: 'form', options }, as)
  const { link } = await server.operate('shareCreate', { table: 'tracks', view: id }, as)
  const { token } = (await server.operate('shareOpen', { link })).visitor
  aheadMs += 10_000
  return { token, headers: { [shareHeader]: link, [visitorHeader]: token } }
}
let titles = 0
const nextTitle = (): string => `Shared form ${(titles += 1)}`

/** Valid calls of the operations about links for visitors. */
export function shareCalls(
  serverNow: () => TestServer,
  place: () => { readonly token: string; readonly projectId: string },
) {
  const ofTracks = async (): Promise<{ readonly id: string; readonly link: string }> =>
    serverNow().operate('shareCreate', { table: 'tracks' }, place())
  const onNetwork = { table: 'tracks', address: '127.0.0.1', timeZone: 'Europe/Rome', locale: 'it' }
  const startedOnNetwork = async (): Promise<string> =>
    (await serverNow().operate('pocketShareStart', onNetwork, place())).id
  return {
    shareList: (): Call => place(),
    shareRead: (): Call => ({ args: { table: 'tracks' }, ...place() }),
    shareCreate: (): Call => ({
      args: {
        table: 'tracks',
        password: 'secret',
        expiresAt: '2999-01-01T00:00:00Z',
        embedOrigins: ['https://a.example'],
      },
      ...place(),
    }),
    shareUpdate: async (): Promise<Call> => ({ args: { id: (await ofTracks()).id, password: null }, ...place() }),
    shareReplace: async (): Promise<Call> => ({ args: { id: (await ofTracks()).id }, ...place() }),
    shareOpen: async (): Promise<Call> => ({ args: { link: (await ofTracks()).link } }),
    shareSubmit: async (): Promise<Call> => {
      const { token: visitor, headers } = await formVisitor(serverNow(), place())
      const answers = { title: 'From a visitor', album_id: 1, price: '1.29' }
      return { args: { answers, submission: 'a'.repeat(32), visitor }, projectId: place().projectId, headers }
    },
    shareRecords: async (): Promise<Call> => {
      const { headers } = await formVisitor(serverNow(), place())
      return { args: { field: 'album_id' }, projectId: place().projectId, headers }
    },
    shareRevoke: async (): Promise<Call> => ({ args: { id: (await ofTracks()).id }, ...place() }),
    shareBaseCreate: (): Call => ({ args: { role: 'viewer' }, ...place() }),
    shareBaseRead: (): Call => place(),
    pocketShareRead: (): Call => ({ args: { table: 'tracks' }, ...place() }),
    pocketShareStart: (): Call => ({ args: onNetwork, ...place() }),
    pocketShareExtend: async (): Promise<Call> => ({ args: { id: await startedOnNetwork() }, ...place() }),
    pocketShareStop: async (): Promise<Call> => ({ args: { id: await startedOnNetwork() }, ...place() }),
  }
}
