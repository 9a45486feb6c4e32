import { providerIds } from '@common/operations/providers'
import type { FastifyInstance } from 'fastify'
import { stateCookie } from './call'
import { dashboardPath } from './paths'

export interface ProviderRoutes {
  /** Starts a sign-in. Returns the provider's address, and the state for the cookie. */
  readonly start: (provider: string, userId: null) => Promise<{ readonly address: string; readonly state: string }>
  /** Returns the address to which a provider sends the browser back. */
  readonly returnAddress: (provider: string) => Promise<string>
}

/** Parameters of a provider that the page passes on. */
const passedOn = ['code', 'state', 'scope', 'iss', 'error']

/**
 * Sends browsers to sign-in providers and back: `GET /auth/{provider}` (wire §2.1) and the address that is registered at
 * the provider, `GET /auth/{provider}/callback`. The page exchanges the code (`providerEnter`).
 */
export function addProviderRoutes(app: FastifyInstance, { start, returnAddress }: ProviderRoutes): void {
  // One route for each: other addresses below `/auth` belong to operations, which answer other methods.
  for (const provider of providerIds) {
    app.get(`/auth/${provider}`, async (request, reply) => {
      const own = new URL(await returnAddress(provider))
      // The cookie must belong to the address to which the provider sends the browser back.
      if (own.host !== request.headers.host) return reply.redirect(`${own.origin}/auth/${provider}`, 302)
      const { address, state } = await start(provider, null)
      return reply.header('set-cookie', stateCookie(state, own.protocol === 'https:')).redirect(address, 302)
    })
  }

  app.get('/auth/:provider/callback', (request, reply) => {
    const { provider } = request.params as { readonly provider: string }
    const given = request.query as Readonly<Record<string, unknown>>
    const query = new URLSearchParams({ provider })
    for (const name of passedOn) if (typeof given[name] === 'string') query.set(name, given[name])
    // The code works once, and only with secrets of this server. Don't pass it on all the same.
    return reply
      .headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
      .redirect(`${dashboardPath}/#/user/authentication/callback?${query.toString()}`, 302)
  })
}
