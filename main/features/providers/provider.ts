import { AppError } from '@common/errors'
import type { ProviderSettings } from '@common/model/provider'
import { once } from '@main/lib/once'
import type { Configuration } from 'openid-client'

/** Loaded with the first sign-in at a provider. */
const library = once(() => import('openid-client'))

/** A person as a provider knows them. */
export interface ProvidedPerson {
  /** Provider's id of the person: stable, and unique within `issuer`. */
  readonly subject: string
  readonly issuer: string
  readonly email: string
  readonly isEmailVerified: boolean
  readonly firstName: string | null
  readonly lastName: string | null
}

/** Secrets of one sign-in, which stay on the server. */
export interface SignInChecks {
  readonly verifier: string
  readonly nonce: string
  readonly state: string
}

/** A sign-in provider. All methods throw AppError PROVIDER_FAILED if it can't be reached or answers wrongly. */
export interface Provider {
  readonly settings: ProviderSettings
  /** Returns secrets for a new sign-in. */
  readonly newChecks: () => Promise<Omit<SignInChecks, 'state'>>
  /** Returns the provider's address to send the browser to. */
  readonly address: (checks: SignInChecks, redirectAddress: string) => Promise<string>
  /** @param returned  the redirect address with the parameters of the provider */
  readonly person: (returned: URL, checks: SignInChecks) => Promise<ProvidedPerson>
}

const timeoutSeconds = 10
const openIdScopes = ['openid', 'email', 'profile']
const gitHubScopes = ['read:user', 'user:email']

export function createProvider(settings: ProviderSettings): Provider {
  const isGitHub = settings.id === 'github'
  let loading: Promise<Configuration> | undefined

  /** Retries after a failure, and keeps a success. */
  const configuration = (): Promise<Configuration> => {
    loading ??= (isGitHub ? gitHubConfiguration(settings) : discovered(settings)).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  const failing = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw error instanceof AppError
        ? error
        : new AppError('PROVIDER_FAILED', { name: settings.name }, { cause: error })
    }
  }

  return {
    settings,
    newChecks: async () => {
      const { randomNonce, randomPKCECodeVerifier } = await library()
      return { verifier: randomPKCECodeVerifier(), nonce: randomNonce() }
    },

    address: ({ verifier, nonce, state }, redirectAddress) =>
      failing(async () => {
        const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library()
        return buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectAddress,
          scope: (isGitHub ? gitHubScopes : openIdScopes).join(' '),
          state,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(isGitHub ? {} : { nonce }),
        }).href
      }),

    person: (returned, { verifier, nonce, state }) =>
      failing(async () => {
        const { authorizationCodeGrant } = await library()
        const found = await configuration()
        const tokens = await authorizationCodeGrant(found, returned, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          ...(isGitHub ? {} : { expectedNonce: nonce, idTokenExpected: true }),
        })
        if (isGitHub) return gitHubPerson(settings, tokens.access_token)
        const claims = tokens.claims()
        if (claims === undefined) throw new Error('the provider sent no id token')
        const { iss, sub } = claims
        // Some providers put the address into the user's information only.
        const { fetchUserInfo } = await library()
        const facts = claims['email'] === undefined ? await fetchUserInfo(found, tokens.access_token, sub) : claims
        return {
          subject: sub,
          issuer: iss,
          email: textOf(facts['email']) ?? '',
          isEmailVerified: facts['email_verified'] === true,
          firstName: textOf(facts['given_name']),
          lastName: textOf(facts['family_name']),
        }
      }),
  }
}

async function discovered({ address, clientId, clientSecret }: ProviderSettings): Promise<Configuration> {
  const { allowInsecureRequests, ClientSecretPost, discovery } = await library()
  const url = new URL(address)
  // The environment allows http for this computer only.
  const execute = url.protocol === 'http:' ? [allowInsecureRequests] : []
  return discovery(url, clientId, {}, ClientSecretPost(clientSecret), { execute, timeout: timeoutSeconds })
}

/** GitHub speaks OAuth 2.0 without discovery. */
async function gitHubConfiguration({ address, clientId, clientSecret }: ProviderSettings): Promise<Configuration> {
  const { allowInsecureRequests, ClientSecretPost, Configuration: Make } = await library()
  const base = address.replace(/\/$/, '')
  const made = new Make(
    {
      issuer: base,
      authorization_endpoint: `${base}/login/oauth/authorize`,
      token_endpoint: `${base}/login/oauth/access_token`,
    },
    clientId,
    {},
    ClientSecretPost(clientSecret),
  )
  made.timeout = timeoutSeconds
  if (base.startsWith('http:')) allowInsecureRequests(made)
  return made
}

/** Reads the person and the verified primary address, which is not part of the public profile. */
async function gitHubPerson({ address }: ProviderSettings, accessToken: string): Promise<ProvidedPerson> {
  const base = address.replace(/\/$/, '')
  // GitHub Enterprise serves its API under the same host.
  const api = base === 'https://github.com' ? 'https://api.github.com' : `${base}/api/v3`
  const read = async (path: string): Promise<unknown> => {
    const response = await fetch(`${api}${path}`, {
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${accessToken}`,
        'user-agent': 'Basalt',
      },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutSeconds * 1_000),
    })
    if (!response.ok) throw new Error(`GitHub answered ${response.status}`)
    return response.json()
  }
  const [user, emails] = await Promise.all([read('/user'), read('/user/emails')])
  const { id, name } = user as { readonly id?: unknown; readonly name?: unknown }
  if (typeof id !== 'number') throw new Error('GitHub sent no id')
  const list = (Array.isArray(emails) ? emails : []) as readonly Readonly<Record<string, unknown>>[]
  const primary = list.find((each) => each['primary'] === true)
  const [firstName, ...lastNames] = (textOf(name) ?? '').split(' ')
  return {
    subject: String(id),
    issuer: base,
    email: textOf(primary?.['email']) ?? '',
    isEmailVerified: primary?.['verified'] === true,
    firstName: textOf(firstName),
    lastName: textOf(lastNames.join(' ')),
  }
}

/** Longer texts are cut. An address is at most 254 characters. */
const textMax = 254
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, textMax) : null
