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
  return { token, headers: { [shareHeader]: link, [visitorHeader]: token } as Readonly<Record<string, string>> }
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
    shareReplace: async (): Promise<Call> => ({ args: { id: (await ofTracks()).id }, ...place() }),
    shareOpen: async (): Promise<Call> => {
      // Another call gives the link a password.
      const { link } = await serverNow().operate('shareCreate', { table: 'tracks', password: null }, place())
      return { args: { link } }
    },
    ...originalCalls(serverNow, place),
    shareSubmit: async (): Promise<Call> => {
      const { token: visitor, headers } = await formVisitor(serverNow(), place())
      const answers = { title: 'From a visitor', album_id: 1, price: '1.29' }
      return { args: { answers, submission: 'a'.repeat(32), visitor }, projectId: place().projectId, headers }
    },
    shareRecords: async (): Promise<Call> => {
      const { headers } = await formVisitor(serverNow(), place())
      return { args: { field: 'album_id' }, projectId: place().projectId, headers }
    },
    shareBaseCreate: (): Call => ({ args: { role: 'viewer' }, ...place() }),
    shareBaseRead: (): Call => place(),
    pocketShareRead: (): Call => ({ args: { table: 'tracks' }, ...place() }),
    pocketShareStart: (): Call => ({ args: onNetwork, ...place() }),
    pocketShareExtend: async (): Promise<Call> => ({ args: { id: await startedOnNetwork() }, ...place() }),
    pocketShareStop: async (): Promise<Call> => ({ args: { id: await startedOnNetwork() }, ...place() }),
  }
}

/** Valid calls of the original about links (wire §8.2, §8.3). */
function originalCalls(
  serverNow: () => TestServer,
  place: () => { readonly token: string; readonly projectId: string },
) {
  const ofTable = async (): Promise<{ readonly id: string; readonly link: string }> =>
    serverNow().operate('shareCreate', { table: 'tracks', download: true, password: null }, place())
  const ofForm = async (): Promise<string> => (await formVisitor(serverNow(), place())).headers[shareHeader] ?? ''
  return {
    createSharedViewLink: (): Call => ({
      args: { model_name: 'tracks', view_name: 'Tracks', show_as: 'grid', query_params: {}, password: '' },
      ...place(),
    }),
    listSharedViewLinks: (): Call => ({ args: { model_name: 'tracks' }, ...place() }),
    updateSharedViewLinkPassword: async (): Promise<Call> => ({
      args: { id: (await ofTable()).id, password: 'open sesame' },
      ...place(),
    }),
    sharedViewGet: async (): Promise<Call> => ({ args: { view_id: (await ofTable()).link } }),
    displaySharedViewLink: async (): Promise<Call> => ({ args: { view_id: (await ofTable()).link } }),
    getSharedViewData: async (): Promise<Call> => ({ args: { view_id: (await ofTable()).link } }),
    sharedViewExportAsCsv: async (): Promise<Call> => ({
      args: { view_id: (await ofTable()).link, localQuery: {}, query: { offset: 0 } },
    }),
    sharedViewInsert: async (): Promise<Call> => ({
      args: { view_id: await ofForm(), data: { title: 'By a script', album_id: 1, price: '1.29' } },
    }),
    sharedViewNestedDataGet: async (): Promise<Call> => ({ args: { view_id: await ofForm(), tn: 'albums' } }),
    sharedViewNestedChildDataGet: async (): Promise<Call> => {
      const { link } = await serverNow().operate('shareCreate', { table: 'albums' }, place())
      return { args: { view_id: link, ctn: 'tracks', ptn: 'albums', type: 'hm', row_id: 1 } }
    },
    deleteSharedViewLink: async (): Promise<Call> => ({ args: { id: (await ofTable()).id }, ...place() }),
    createSharedBaseLink: (): Call => ({ args: { roles: 'viewer' }, ...place() }),
    getSharedBaseLink: (): Call => place(),
    sharedBaseGet: async (): Promise<Call> => {
      const { link } = await serverNow().operate('shareBaseCreate', { role: 'viewer' }, place())
      return { args: { shared_base_id: link } }
    },
    disableSharedBaseLink: (): Call => place(),
  }
}
