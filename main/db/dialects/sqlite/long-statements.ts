import { Lru } from '@main/lib/lru'
import type { ReadOptions } from '@main/db/database'
import type { Pace } from './protocol'

/** For this long, a statement that exceeded the limit of short reads counts as long, whatever its values. */
const provedLongMs = 30_000
/** Time for which a statement that delayed others counts as a long one. */
const overranMs = 10 * 60_000
const statementsMax = 1_000

/** Remembers statements that took long, so that they don't delay short reads again. */
export class LongStatements {
  readonly #until = new Lru<string, number>(statementsMax)

  /** Remembers a statement that exceeded the limit of short reads. */
  exceeded(sql: string): void {
    this.#until.set(sql, performance.now() + provedLongMs)
  }

  /** Remembers a statement that delayed others. */
  overran(sql: string): void {
    this.#until.set(sql, performance.now() + overranMs)
  }

  paceOf({ lane }: ReadOptions, sql: string): Pace {
    if (lane === 'long') return 'steady'
    if (this.#until.size > 0 && (this.#until.get(sql) ?? 0) > performance.now()) return 'steady'
    return lane === 'likelyShort' ? 'tried' : 'short'
  }

  clear(): void {
    this.#until.clear()
  }
}
