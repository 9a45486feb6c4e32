import type { TLSSocket } from 'node:tls'
import type { ConnectionSettings } from '@common/model/connection'
import type { ConnectionFailure, StepFacts } from '@common/model/connection-test'

/**
 * Connects encrypted; `preferred` takes a plain connection from a server that offers no encryption, and only then.
 *
 * @param failureOf  of the kind of server, for what `make` throws
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

/** With what a connection is encrypted, and who vouches for the server. */
export function encryptionOf(socket: TLSSocket): StepFacts {
  const issuer = socket.getPeerCertificate().issuer?.CN
  const name = Array.isArray(issuer) ? issuer[0] : issuer
  return { protocol: socket.getProtocol() ?? '', ...(name === undefined ? {} : { issuer: String(name) }) }
}
