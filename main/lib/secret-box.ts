import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts texts for this installation: AES-256-GCM. */
export interface SecretBox {
  /** @param place  where the text is stored; it can't be decrypted for another place */
  readonly seal: (text: string, place: string) => string
  /** Returns undefined for a text of another installation or place, or a modified one. */
  readonly open: (sealed: string, place: string) => string | undefined
}

const version = 'v1'
const algorithm = 'aes-256-gcm'
const keyBytes = 32
/** NIST SP 800-38D: twelve random bytes for each text. */
const nonceBytes = 12
const tagBytes = 16

/**
 * @param secret  of the installation
 * @param purpose  each purpose has its own key
 */
export function createSecretBox(secret: Uint8Array, purpose: string): SecretBox {
  const key = new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), `basalt ${purpose}`, keyBytes))
  return {
    seal: (text, place) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
      cipher.setAAD(Buffer.from(place, 'utf8'))
      const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return `${version}.${Buffer.concat(sealed).toString('base64url')}`
    },
    open: (sealed, place) => {
      const [name, content] = sealed.split('.')
      if (name !== version || content === undefined) return undefined
      const bytes = Buffer.from(content, 'base64url')
      if (bytes.length < nonceBytes + tagBytes) return undefined
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(place, 'utf8'))
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      try {
        return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return undefined
      }
    },
  }
}
