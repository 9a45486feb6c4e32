import type { ConnectionFailure } from '@common/model/connection-test'
import { ConnectionProblem } from './server-driver'

/** Codes of the operating system and of TLS, for all drivers. */
const codes: Readonly<Record<string, ConnectionFailure>> = {
  ADDRESS_FORBIDDEN: 'hostForbidden',
  ENOTFOUND: 'hostUnknown',
  EAI_AGAIN: 'hostUnknown',
  EAI_NODATA: 'hostUnknown',
  EAI_NONAME: 'hostUnknown',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
  CERT_HAS_EXPIRED: 'certificateExpired',
  CERT_NOT_YET_VALID: 'certificateExpired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'identityMismatch',
  HOSTNAME_MISMATCH: 'identityMismatch',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'clientCertificateNeeded',
  ERR_OSSL_X509_KEY_VALUES_MISMATCH: 'keysInvalid',
}
/** https://nodejs.org/api/tls.html#x509-certificate-error-codes: the remaining codes mean an untrusted certificate. */
const untrusted =
  /^(SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_(VERIFY|GET_ISSUER|DECRYPT_CERT)|CERT_|INVALID_(CA|PURPOSE)|PATH_LENGTH)/

/** Returns the connection failure of an error, by its code or that of its causes. */
export function transportFailure(error: unknown): ConnectionFailure | undefined {
  if (error instanceof ConnectionProblem) return error.failure
  if (error instanceof AggregateError) {
    const found = error.errors.map(transportFailure)
    return found.find((failure) => failure === 'refused') ?? found.find((failure) => failure !== undefined)
  }
  const code = errorCode(error)
  if (Object.hasOwn(codes, code)) return codes[code]
  if (untrusted.test(code)) return 'certificateUntrusted'
  if (code.startsWith('ERR_OSSL_')) return 'keysInvalid'
  if (/^ERR_(SSL|TLS)_|^EPROTO$/.test(code)) return 'sslFailed'
  return error instanceof Error && error.cause !== undefined ? transportFailure(error.cause) : undefined
}

/** Returns the `code` of an error; empty without one. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
