import { client, PageError } from '@renderer/api'
import { sentence } from '@renderer/i18n'
import type { RegistrationResponseJSON } from '@simplewebauthn/browser'

/** Loaded with the first passkey. */
const library = () => import('@simplewebauthn/browser')

/** True if this browser and address can use passkeys: they need https or `localhost`. */
export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function' && isNamed(location.hostname)

const isNamed = (host: string): boolean => !/^[\d.]+$|^\[/.test(host)

/** The browser could not create or use a passkey. The user may have closed its dialog. */
export class PasskeyError extends PageError {
  override readonly name = 'PasskeyError'
}

async function inBrowser<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isKnown =
      error instanceof Error && 'code' in error && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    throw new PasskeyError(sentence(isKnown ? 'auth.passkey.known' : 'auth.passkey.failed'), { cause: error })
  }
}

/** Asks the browser for a new passkey and stores it. @throws ApiError, PasskeyError */
export async function addPasskey(password: string | undefined, title: string) {
  const { ticket, options } = await client.call('passkeyStart', { password }, { silent: true })
  const { startRegistration } = await library()
  const response: RegistrationResponseJSON = await inBrowser(() =>
    startRegistration({ optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'] }),
  )
  return client.call('passkeyAdd', { ticket, title, response: { ...response } }, { silent: true })
}

/**
 * Asks the browser for a passkey and signs in with it.
 *
 * @param ticket  of a sign-in that asks for a second factor; without one, the passkey is the whole sign-in
 * @returns the access token
 * @throws ApiError, PasskeyError
 */
export async function tokenOfPasskey(ticket?: string): Promise<string> {
  const { challenge, options } = await client.call('passkeySignInStart', ticket === undefined ? {} : { ticket }, {
    silent: true,
  })
  const { startAuthentication } = await library()
  const response = await inBrowser(() =>
    startAuthentication({
      optionsJSON: options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'],
    }),
  )
  return (await client.call('passkeySignIn', { challenge, response: { ...response } }, { silent: true })).token
}
