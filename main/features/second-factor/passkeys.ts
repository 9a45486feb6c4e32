import { isIP } from 'node:net'
import { AppError } from '@common/errors'
import { once } from '@main/lib/once'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { passkeyIdOf, type StoredPasskey } from './repository'

/** Loaded with the first passkey. */
const library = once(() => import('@simplewebauthn/server'))

/** A page that uses passkeys, as WebAuthn sees it. */
export interface PasskeySite {
  readonly origin: string
  /** Domain of the passkeys. */
  readonly domain: string
}

/**
 * Returns the site of a page. Browsers bind passkeys to a name and need a secure connection, except on `localhost`.
 *
 * @throws AppError PASSKEY_ADDRESS_INVALID
 */
export function siteOf(origin: string | undefined): PasskeySite {
  const url = origin === undefined ? undefined : URL.parse(origin)
  const domain = url?.hostname ?? ''
  const isSecure = url?.protocol === 'https:' || domain === 'localhost'
  if (!url || !isSecure || domain.startsWith('[') || isIP(domain) !== 0) throw new AppError('PASSKEY_ADDRESS_INVALID')
  return { origin: url.origin, domain }
}

const name = 'Basalt'

/** Returns options for a new passkey. `known` are passkeys of the account, which don't register twice. */
export async function creationOptions(
  site: PasskeySite,
  account: { readonly id: number; readonly email: string },
  known: readonly StoredPasskey[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: name,
    rpID: site.domain,
    userName: account.email,
    userID: new TextEncoder().encode(`basalt ${account.id}`),
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Returns the new passkey of a browser's response. @throws AppError PASSKEY_INVALID */
export async function createdPasskey(
  site: PasskeySite,
  challenge: string,
  response: unknown,
): Promise<Pick<StoredPasskey, 'id' | 'credentialId' | 'publicKey' | 'uses' | 'transports'>> {
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await checked(() =>
    verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.domain,
    }),
  )
  if (registrationInfo === undefined) throw new AppError('PASSKEY_INVALID')
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return {
    id: passkeyIdOf(id),
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    uses: counter,
    // Chosen by the browser: only words, so that they can be stored in a list.
    transports: transports.filter((transport) => /^[\w-]{1,20}$/.test(transport)).slice(0, 8),
  }
}

/** Returns options to ask for a passkey: one of `known`, or any of this site without them. */
export async function requestOptions(
  site: PasskeySite,
  known: readonly StoredPasskey[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: site.domain,
    userVerification: 'required',
    allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] })),
  })
}

/** Returns the id of the credential in a browser's response. @throws AppError PASSKEY_INVALID */
export function credentialIdIn(response: Readonly<Record<string, unknown>>): string {
  const { id } = response
  if (typeof id !== 'string' || id === '') throw new AppError('PASSKEY_INVALID')
  return id
}

/**
 * Checks a browser's response against a stored passkey.
 *
 * @returns the new value of the signature counter
 * @throws AppError PASSKEY_INVALID
 */
export async function verifiedUses(
  site: PasskeySite,
  challenge: string,
  response: unknown,
  passkey: StoredPasskey,
): Promise<number> {
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await checked(() =>
    verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.domain,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.uses,
        transports: passkey.transports as AuthenticatorTransport[],
      },
    }),
  )
  if (!verified) throw new AppError('PASSKEY_INVALID')
  return authenticationInfo.newCounter
}

/** The library throws for every response that it rejects, malformed ones included. */
async function checked<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    throw new AppError('PASSKEY_INVALID', {}, { cause: error })
  }
}
