import { randomInt } from 'node:crypto'
import { AppError } from '@common/errors'
import { isSameSecret } from '@main/lib/same-secret'

/** Proves that the first account belongs to the person who started the server. */
export interface SetupCode {
  /**
   * @param viaProxy  true if the request came through a proxy
   * @returns true if the first account needs the code
   */
  readonly isRequired: (viaProxy: boolean) => boolean
  /** Shows the code to the person who started the server, once. */
  readonly announce: () => void
  /** @throws AppError SETUP_CODE_REQUIRED, SETUP_CODE_WRONG */
  readonly check: (given: string | null | undefined) => void
}

export interface SetupCodeOptions {
  /** Chosen by the administrator (`BASALT_SETUP_CODE`); then every first account needs it. */
  readonly chosen?: string | undefined
  /** True if other machines can reach this server. */
  readonly isReachable: boolean
  readonly announce: (code: string) => void
}

/** 31 characters without look-alikes; 12 of them are 59 bits. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXY'
const groups = 3
const groupLength = 4

export function createSetupCode({ chosen, isReachable, announce }: SetupCodeOptions): SetupCode {
  const code = chosen ?? newCode()
  let announced = false
  return {
    isRequired: (viaProxy) => isReachable || viaProxy || chosen !== undefined,
    announce: () => {
      // The administrator knows a chosen code, and it doesn't belong in a log.
      if (announced || chosen !== undefined) return
      announced = true
      announce(code)
    },
    check: (given) => {
      if (given === undefined || given === null || normalised(given) === '') throw new AppError('SETUP_CODE_REQUIRED')
      if (!isSameSecret(normalised(given), normalised(code))) throw new AppError('SETUP_CODE_WRONG')
    },
  }
}

function newCode(): string {
  const character = (): string => alphabet[randomInt(alphabet.length)] ?? ''
  return Array.from({ length: groups }, () => Array.from({ length: groupLength }, character).join('')).join('-')
}

/** Accepts codes with blanks and in lower case. */
function normalised(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toUpperCase()
}
