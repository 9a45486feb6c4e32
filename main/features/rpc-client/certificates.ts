import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import { AppError } from '@common/errors'

/** Certificates for an encrypted call, as checked PEM texts. Undefined parts aren't given. */
export interface Certificates {
  /** Authorities that are trusted instead of the usual ones. */
  readonly ca: string | undefined
  /** Certificate and private key of the client: both or none. */
  readonly client: { readonly certificate: string; readonly key: string } | undefined
}

export type CertificatePart = 'ca' | 'certificate' | 'key'

/**
 * Checks certificates in PEM format. Line breaks may be lost, as in a variable.
 *
 * @throws AppError RPC_CERTIFICATE_INVALID
 */
export function checkedCertificates(given: Readonly<Record<CertificatePart, string>>): Certificates {
  const ca = partOf('ca', given.ca, certificatesIn)
  const certificate = partOf('certificate', given.certificate, certificatesIn)
  const key = partOf('key', given.key, keyIn)
  if ((certificate === undefined) !== (key === undefined))
    throw new AppError('RPC_CERTIFICATE_INVALID', { problem: 'incomplete' })
  if (certificate === undefined || key === undefined) return { ca: ca?.pem, client: undefined }
  if (certificate.first?.checkPrivateKey(key.key) !== true)
    throw new AppError('RPC_CERTIFICATE_INVALID', { problem: 'mismatch' })
  return { ca: ca?.pem, client: { certificate: certificate.pem, key: key.pem } }
}

function partOf<Found>(part: CertificatePart, text: string, read: (text: string) => Found): Found | undefined {
  if (text.trim() === '') return undefined
  try {
    return read(text)
  } catch (error) {
    throw new AppError('RPC_CERTIFICATE_INVALID', { problem: part }, { cause: error })
  }
}

function certificatesIn(text: string): { readonly pem: string; readonly first: X509Certificate | undefined } {
  const blocks = blocksOf(text)
  const [first] = blocks.map((block) => new X509Certificate(block))
  if (first === undefined) throw new Error('no certificate')
  return { pem: blocks.join(''), first }
}

function keyIn(text: string): { readonly pem: string; readonly key: KeyObject } {
  const [pem = ''] = blocksOf(text).filter((block) => block.includes('PRIVATE KEY'))
  return { pem, key: createPrivateKey(pem) }
}

/** Returns the blocks between BEGIN and END, with their line breaks. */
const blocksOf = (text: string): string[] =>
  [...text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \1-----/g)].map(([, label = '', body = '']) => {
    const lines = body.replaceAll(/\s+/g, '').match(/.{1,64}/g) ?? []
    return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
  })
