import { once } from '@main/lib/once'

/** Loaded when the first account uses an authenticator app. */
const library = once(() => import('otpauth'))

const issuer = 'Basalt'
const secretBytes = 20
const periodSeconds = 30
/** Clocks of phones may differ by this many periods. */
const toleratedPeriods = 1
const codePattern = /^\d{6}$/

/** Returns a new secret as Base32. */
export async function newSecret(): Promise<string> {
  const { Secret } = await library()
  return new Secret({ size: secretBytes }).base32
}

/** Returns the address that authenticator apps read from a QR code. */
export async function addressOf(secret: string, email: string): Promise<string> {
  return (await totp(secret, email)).toString()
}

/**
 * Returns the number of the 30 seconds that a code belongs to; undefined for a wrong one. Blanks in it don't matter.
 *
 * @param usedStep  number of the latest used code: it and older ones are wrong
 */
export async function stepOfCode(
  secret: string,
  given: string,
  { nowMs, usedStep }: { readonly nowMs: number; readonly usedStep: number },
): Promise<number | undefined> {
  const code = given.replace(/\s/g, '')
  if (!codePattern.test(code)) return undefined
  const delta = (await totp(secret, '')).validate({ token: code, timestamp: nowMs, window: toleratedPeriods })
  if (delta === null) return undefined
  const step = Math.floor(nowMs / 1_000 / periodSeconds) + delta
  return step > usedStep ? step : undefined
}

async function totp(secret: string, label: string) {
  const { Secret, TOTP } = await library()
  return new TOTP({
    issuer,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
  })
}
