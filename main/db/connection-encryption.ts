import type { TLSSocket } from 'node:tls'
import type { ConnectionSettings } from '@common/model/connection'
import type { ConnectionFailure, StepFacts } from '@common/model/connection-test'

/**
 * Connects with encryption. With `preferred`, connects without it if, and only if, the server offers none.
 *
 * @param failureOf  translates errors of `make` for this kind of server
 */
export async function encryptedIfPossible<T>(
  { ssl }: Pick<ConnectionSettings, 'ssl'>,
  failureOf: (error: unknown) => ConnectionFailure | undefined,
  make: (encrypted: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await make(true)
  } catch (error) {
    if (ssl.usage !== 'preferred' || failureOf(error) !== 'sslNotOffered') throw error
    return make(false)
  }
}

/** Returns the protocol of the encryption and the issuer of the certificate. */
export function encryptionOf(socket: TLSSocket): StepFacts {
  const issuer = socket.getPeerCertificate().issuer?.CN
  const name = Array.isArray(issuer) ? issuer[0] : issuer
  return { protocol: socket.getProtocol() ?? '', ...(name === undefined ? {} : { issuer: String(name) }) }
}
