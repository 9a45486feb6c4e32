import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** A passkey in memory: answers WebAuthn options as a browser with an authenticator does. */
export interface SoftwarePasskey {
  readonly id: string
  /** Answers options to create it. */
  readonly created: (options: Readonly<Record<string, unknown>>, site: Site) => Record<string, unknown>
  /** Answers options to sign in. */
  readonly used: (options: Readonly<Record<string, unknown>>, site: Site) => Record<string, unknown>
}

export interface Site {
  readonly origin: string
  readonly domain: string
}

const flags = { present: 0x01, verified: 0x04, hasCredential: 0x40 }
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()

export function createSoftwarePasskey(): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const idBytes = randomBytes(32)
  const id = base64url(idBytes)
  let uses = 0

  const authenticatorData = (domain: string, more: Uint8Array = new Uint8Array()): Buffer => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE((uses += 1))
    const set = flags.present | flags.verified | (more.length > 0 ? flags.hasCredential : 0)
    return Buffer.concat([sha256(domain), Buffer.from([set]), counter, more])
  }
  const clientData = (type: string, challenge: unknown, { origin }: Site): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const answer = (response: Record<string, unknown>): Record<string, unknown> => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    id,
    created: ({ challenge }, site) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(idBytes.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, idBytes, coseKey(publicKey)])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authenticatorData(site.domain, credential))],
      ])
      return answer({
        clientDataJSON: base64url(clientData('webauthn.create', challenge, site)),
        attestationObject: base64url(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      })
    },
    used: ({ challenge }, site) => {
      const client = clientData('webauthn.get', challenge, site)
      const data = authenticatorData(site.domain)
      return answer({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
      })
    },
  }
}

/** COSE form of a P-256 key (RFC 9053 §7.1.1). */
function coseKey(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64url'))
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]),
  )
}
