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
  /** Asks the provider whether it knows the client and its secret. */
  readonly probe: (redirectAddress: string) => Promise<void>
}

/** Sends requests to a provider. */
export type ProviderFetch = (
  url: string,
  request: Pick<RequestInit, 'method' | 'headers' | 'body' | 'redirect' | 'signal'>,
) => Promise<Response>

const timeoutSeconds = 10
const openIdScopes = ['openid', 'email', 'profile']
const gitHubScopes = ['read:user', 'user:email']

/** @param request  sends its requests; default: without the rules for addresses that users enter */
export function createProvider(settings: ProviderSettings, request?: ProviderFetch): Provider {
  const isGitHub = settings.id === 'github'
  let loading: Promise<Configuration> | undefined

  /** Returns the cached configuration. A failure isn't cached. */
  const configuration = (): Promise<Configuration> => {
    loading ??= (isGitHub ? gitHubConfiguration(settings, request) : discovered(settings, request)).catch(
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
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
        if (isGitHub) return gitHubPerson(settings, tokens.access_token, request)
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

    probe: (redirectAddress) =>
      failing(async () => {
        const found = await configuration().catch((error: unknown) => {
          throw requestError(error) ?? error
        })
        const { token_endpoint: url = '' } = found.serverMetadata()
        const { clientId, clientSecret, name } = settings
        const answer = await (request ?? fetch)(url, {
          method: 'POST',
          headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({
            grant_type: 'authorization_code',
            client_id: clientId,
            client_secret: clientSecret,
            redirect_uri: redirectAddress,
            // No such code: a provider that knows the client rejects the code, others the client.
            code: 'basalt-test',
            code_verifier: 'basalt-test-basalt-test-basalt-test-basalt-test',
          }).toString(),
        })
        const { error } = (await answer.json()) as { readonly error?: unknown }
        if (typeof error !== 'string' || unknownClient.has(error)) throw new AppError('PROVIDER_CLIENT_WRONG', { name })
      }),
  }
}

/** Returns the error of a request that the library wraps in errors of its own. */
function requestError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  return error instanceof Error ? requestError(error.cause) : undefined
}

/** Errors of the token endpoint about the client (RFC 6749 §5.2), and GitHub's. */
const unknownClient = new Set(['invalid_client', 'unauthorized_client', 'incorrect_client_credentials', 'Not Found'])

async function discovered(
  { address, clientId, clientSecret }: ProviderSettings,
  request: ProviderFetch | undefined,
): Promise<Configuration> {
  const found = await library()
  const { allowInsecureRequests, ClientSecretPost, discovery } = found
  const url = new URL(address)
  // The environment allows http for this computer only.
  const execute = url.protocol === 'http:' ? [allowInsecureRequests] : []
  return discovery(url, clientId, {}, ClientSecretPost(clientSecret), {
    execute,
    timeout: timeoutSeconds,
    ...(request !== undefined && { [found.customFetch]: request }),
  })
}

/** GitHub speaks OAuth 2.0 without discovery. */
async function gitHubConfiguration(
  { address, clientId, clientSecret }: ProviderSettings,
  request: ProviderFetch | undefined,
): Promise<Configuration> {
  const found = await library()
  const { allowInsecureRequests, ClientSecretPost, Configuration: Make } = found
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
  if (request !== undefined) made[found.customFetch] = request
  return made
}

/** Reads the person and the verified primary address, which is not part of the public profile. */
async function gitHubPerson(
  { address }: ProviderSettings,
  accessToken: string,
  request: ProviderFetch = fetch,
): Promise<ProvidedPerson> {
  const base = address.replace(/\/$/, '')
  // GitHub Enterprise serves its API under the same host.
  const api = base === 'https://github.com' ? 'https://api.github.com' : `${base}/api/v3`
  const read = async (path: string): Promise<unknown> => {
    const response = await request(`${api}${path}`, {
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
