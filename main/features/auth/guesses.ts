import { createHash } from 'node:crypto'
import { createKeyedQueue } from '@common/util/queue'
import type { MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import { Lru } from '@main/lib/lru'
import { createAttemptCounter, limitReached, networkOf } from './attempt-counter'

/** Slows down guessing of secrets that requests carry in a header. A right one costs no read of the meta store. */
export interface Guesses {
  /**
   * Returns what a secret finds, synchronously if `find` does and the network made no wrong guess lately. The same wrong
   * secret counts once, so a script with an old secret doesn't block its network.
   *
   * @param find  returns undefined for a wrong secret
   * @throws AppError TOO_MANY_ATTEMPTS, by the promise, for right secrets too
   */
  readonly find: <T extends object | true>(
    secret: string,
    address: string | null,
    find: () => T | undefined | Promise<T | undefined>,
  ) => T | undefined | Promise<T | undefined>
}

export interface GuessesOptions {
  readonly store: MetaStore
  readonly clock: Clock
  /** Kind of the secret. Each has its own limit. */
  readonly kind: string
  /** Different wrong secrets from one network in 15 minutes; 0 switches the limit off. */
  readonly limit: number
}

const networksCached = 10_000
const secretsCached = 10_000
/** Requests of one network that wait for the counter. */
const requestsWaiting = 1_000

export function createGuesses({ store, clock, kind, limit }: GuessesOptions): Guesses {
  const counter = createAttemptCounter({ store, clock })
  /** One guess at a time for each network, so that concurrent ones can't bypass the limit. */
  const queues = createKeyedQueue({ maxWaiting: requestsWaiting })
  /** Networks that made no wrong guess since the counter was read. */
  const free = new Lru<string, true>(networksCached)
  const counted = new Lru<string, true>(secretsCached)
  const nameOf = (network: string): string => counter.nameOf('guess', kind, network)

  const check = async (network: string): Promise<void> => {
    const { tries, secondsLeft } = await counter.read(nameOf(network))
    if (tries >= limit) throw limitReached(secondsLeft)
  }

  const count = async (secret: string, network: string): Promise<undefined> => {
    const digest = createHash('sha256').update(`${network}\n${secret}`).digest('base64')
    if (counted.get(digest) === true) return
    counted.set(digest, true)
    free.delete(network)
    await counter.count([{ name: nameOf(network), limit }])
  }

  return {
    find: (secret, address, find) => {
      if (limit === 0) return find()
      const network = networkOf(address)
      if (free.get(network) !== true)
        return queues.run(network, async () => {
          await check(network)
          const found = await find()
          if (found === undefined) await count(secret, network)
          else free.set(network, true)
          return found
        })
      const found = find()
      if (found instanceof Promise) return found.then((late) => late ?? count(secret, network))
      return found ?? count(secret, network)
    },
  }
}
