import { isSameSecret } from '@main/lib/same-secret'
import type { Guesses } from './guesses'

/** The key that opens the installation (S1 §6). */
export interface MasterKey {
  /**
   * Returns true for the right key, synchronously if its network made no wrong guess lately. Without a key, no text is
   * right.
   *
   * @throws AppError TOO_MANY_ATTEMPTS, by the promise
   */
  readonly isRight: (given: string, address: string | null) => boolean | Promise<boolean>
}

/** @param key  of the installation; undefined for other auth types */
export function createMasterKey(key: string | undefined, guesses: Guesses): MasterKey {
  const found = (given: string): true | undefined => {
    const isSame = isSameSecret(given, key ?? '')
    return isSame && key !== undefined ? true : undefined
  }
  return {
    isRight: (given, address) => {
      const verdict = guesses.find(given, address, () => found(given))
      return verdict instanceof Promise ? verdict.then((right) => right === true) : verdict === true
    },
  }
}
