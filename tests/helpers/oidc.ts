import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type InteractionResults } from 'oidc-provider'

/** A person at the test provider. */
export interface OidcPerson {
  readonly sub: string
  readonly email: string
  readonly email_verified: boolean
  readonly given_name?: string
  readonly family_name?: string
}

export interface TestOidc {
  readonly address: string
  readonly clientId: string
  readonly clientSecret: string
  /** The person who signs in next. Null: they decline. */
  readonly signIn: (person: OidcPerson | null) => void
  /** Allows a redirect address of a server under test. */
  readonly allow: (redirectAddress: string) => Promise<void>
  readonly close: () => Promise<void>
}

const clientId = 'basalt-test'
const clientSecret = 'a-secret-of-the-test-client-0123456789'

/** Starts a real OpenID Connect provider on a free port. People sign in and consent at once. */
export async function startOidc(): Promise<TestOidc> {
  const server: Server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, OidcPerson>()
  let next: OidcPerson | null = null
  const redirects: string[] = []

  const make = () =>
    new Provider(address, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: redirects.length === 0 ? [`${address}/none`] : [...redirects],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
      conformIdTokenClaims: false,
      cookies: { keys: ['cookies of the test provider'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      pkce: { required: () => true },
      findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ ...people.get(id), sub: id }) }),
    })
  let provider = make()

  server.on('request', (request, response) => {
    void (async () => {
      if (request.url?.startsWith('/interaction/') !== true) {
        await provider.callback()(request, response)
        return
      }
      const { prompt, params, session } = await provider.interactionDetails(request, response)
      const finish = (result: InteractionResults): Promise<void> =>
        provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
      if (next === null) await finish({ error: 'access_denied', error_description: 'declined' })
      else if (prompt.name === 'login') await finish({ login: { accountId: next.sub } })
      else {
        const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params['client_id']) })
        grant.addOIDCScope('openid email profile')
        await finish({ consent: { grantId: await grant.save() } })
      }
    })()
  })

  return {
    address,
    clientId,
    clientSecret,
    signIn: (person) => {
      next = person
      if (person !== null) people.set(person.sub, person)
    },
    allow: async (redirectAddress) => {
      redirects.push(redirectAddress)
      provider = make()
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Follows redirects as a browser does, with cookies of each host, up to an address that `isEnd` accepts. */
export function createBrowser() {
  const cookies = new Map<string, Map<string, string>>()
  const jarOf = (url: URL): Map<string, string> => {
    const jar = cookies.get(url.host) ?? new Map<string, string>()
    cookies.set(url.host, jar)
    return jar
  }
  const take = (url: URL, response: Response): void => {
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = cookie.split(';')
      const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      const isOver = attributes.some((each) => /^\s*(?:max-age=0|expires=Thu, 01 Jan 1970)/i.test(each))
      if (isOver) jarOf(url).delete(name.trim())
      else jarOf(url).set(name.trim(), value)
    }
  }
  const cookieOf = (url: URL): string => [...jarOf(url)].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    /** Value of the `cookie` header for an address. */
    cookie: (address: string): string => cookieOf(new URL(address)),
    follow: async (address: string, isEnd: (url: URL) => boolean): Promise<URL> => {
      let url = new URL(address)
      for (let step = 0; step < 20; step += 1) {
        if (isEnd(url)) return url
        const response = await fetch(url, { redirect: 'manual', headers: { cookie: cookieOf(url) } })
        take(url, response)
        const next = response.headers.get('location')
        if (next === null) throw new Error(`${url.href} answered ${response.status}: ${await response.text()}`)
        url = new URL(next, url)
      }
      throw new Error('too many redirects')
    },
  }
}
