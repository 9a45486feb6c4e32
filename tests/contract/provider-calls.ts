import { createBrowser, type TestOidc } from '@tests/helpers/oidc'
import { testPassword, type TestServer } from '@tests/helpers/server'

interface Call {
  readonly args?: unknown
  readonly token?: string
  readonly origin?: string
  readonly cookie?: string
}

const password = testPassword
const isEnd = (url: URL): boolean => url.hash.includes('/callback')
let people = 0

/** Valid calls of the operations of sign-in providers. */
export function providerCalls(
  serverNow: () => TestServer,
  oidcNow: () => TestOidc,
): Record<
  | 'providerList'
  | 'providerEnter'
  | 'providerLink'
  | 'linkedAccountList'
  | 'linkedAccountStart'
  | 'linkedAccountRemove',
  () => Promise<Call>
> {
  const newPerson = (email = `provided-${(people += 1)}@example.com`): void =>
    oidcNow().signIn({ sub: email, email, email_verified: true })
  /** Signs in at the provider, and returns the call that exchanges its code. */
  const entering = async (from = `${serverNow().origin}/auth/oidc`) => {
    const browser = createBrowser()
    const { hash } = await browser.follow(from, isEnd)
    const args = Object.fromEntries(new URLSearchParams(hash.slice(hash.indexOf('?'))))
    return { args, cookie: browser.cookie(`${serverNow().origin}/auth/oidc`), origin: serverNow().origin }
  }
  const enter = ({ args: { provider, ...query }, cookie, origin }: Awaited<ReturnType<typeof entering>>) =>
    serverNow().request(`/auth/${provider}/genTokenByCode?${new URLSearchParams(query)}`, {
      method: 'POST',
      headers: { cookie, origin },
    })

  return {
    providerList: async () => ({}),
    providerEnter: async () => {
      newPerson()
      return entering()
    },
    providerLink: async () => {
      const { email } = await serverNow().signUp()
      newPerson(email)
      const asked = await enter(await entering())
      return { args: { ticket: asked.error.details?.['ticket'], password } }
    },
    linkedAccountList: async () => ({ token: (await serverNow().signUp()).token }),
    linkedAccountStart: async () => ({
      args: { provider: 'oidc', password },
      token: (await serverNow().signUp()).token,
      origin: serverNow().origin,
    }),
    linkedAccountRemove: async () => {
      const { email, token } = await serverNow().signUp()
      newPerson(email)
      const asked = await enter(await entering())
      const body = { ticket: asked.error.details?.['ticket'], password }
      await serverNow().request('/auth/link', { method: 'POST', body })
      const [link] = await serverNow().operate('linkedAccountList', {}, { token })
      return { args: { id: link?.id, password }, token }
    },
  }
}
