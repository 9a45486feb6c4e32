import type { TestServer } from '@tests/helpers/server'

interface Call {
  readonly args?: unknown
  readonly token?: string
  readonly projectId?: string
}

/** Valid calls of the operations about links for visitors. */
export function shareCalls(
  serverNow: () => TestServer,
  place: () => { readonly token: string; readonly projectId: string },
) {
  const ofTracks = async (): Promise<{ readonly id: string; readonly link: string }> =>
    serverNow().operate('shareCreate', { table: 'tracks' }, place())
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
    shareRevoke: async (): Promise<Call> => ({ args: { id: (await ofTracks()).id }, ...place() }),
    shareBaseCreate: (): Call => ({ args: { role: 'viewer' }, ...place() }),
    shareBaseRead: (): Call => place(),
  }
}
