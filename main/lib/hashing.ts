import { limits } from '@common/constants'
import { createQueue } from '@common/util/queue'
import { once } from './once'

/** Password hashes: argon2id with a salt of its own in each. */
export interface PasswordHashing {
  readonly hash: (password: string) => Promise<string>
  /** Without a stored hash (unknown user), does the same work and returns false. */
  readonly verify: (password: string, stored: string | undefined) => Promise<boolean>
}

/** Loaded with the first password. */
const library = once(() => import('@node-rs/argon2'))

/** Waiting for a turn beyond this many would only hold memory and sockets. */
const waitingAtMost = 200

// The number is `Algorithm.Argon2id`: a const enum that single-file compilation cannot read.
const argon2id = 2

/** Memory in KiB, and passes over it. */
export interface HashingCost {
  readonly memoryCost: number
  readonly timeCost: number
}

/** 19 MiB and two passes: the first recommendation of the OWASP password storage cheat sheet. */
const recommended: HashingCost = { memoryCost: 19_456, timeCost: 2 }

/**
 * Hashes at most `limits.hashingAtOnce` passwords at a time: sign-ins must not take the processor from everybody.
 *
 * @param wanted  only tests hash at a lower cost
 */
export function createPasswordHashing(wanted = recommended): PasswordHashing {
  const cost = { algorithm: argon2id, parallelism: 1, ...wanted }
  const { run: inTurn } = createQueue({ concurrency: limits.hashingAtOnce, maxWaiting: waitingAtMost })
  let decoy: Promise<string> | undefined
  return {
    hash: (password) => inTurn(async () => (await library()).hash(normalised(password), cost)),
    verify: (password, stored) =>
      inTurn(async () => {
        const { hash, verify } = await library()
        decoy ??= hash('decoy', cost)
        const matches = await verify(stored ?? (await decoy), normalised(password))
        return matches && stored !== undefined
      }),
  }
}

/** The same letters typed on another keyboard are the same password (NIST SP 800-63B §5.1.1.2). */
function normalised(password: string): string {
  return password.normalize('NFKC')
}
