import { createHash } from 'node:crypto'
import { errorCode } from '@main/db/connection-failures'
import { Lru } from '@main/lib/lru'
import type { Statement } from '@main/db/statement'

/** Runs of a statement before the server prepares it. */
const runsBefore = 10
/** Each connection holds the plans of as many statements, in memory of the server. */
const statementsMax = 120
/** Texts whose runs are counted. */
const countedMax = 1_000

const codes = {
  /** Features that the server lacks, and plans that no longer fit (`isStalePlan`). */
  unsupported: '0A000',
  /** The statement isn't prepared, or by another client: a proxy gives each transaction another connection. */
  unknown: '26000',
  known: '42P05',
} as const

/**
 * Names statements that run often. The server parses and plans a named statement once per connection, which costs more
 * than running it.
 */
export class PreparedStatements {
  readonly #runs = new Lru<string, number>(countedMax)
  readonly #names = new Map<string, string>()
  #generation = 0
  #isOff = false

  /** Returns the name of a statement that `repeats`; undefined until it has run often. */
  nameOf({ sql, repeats }: Pick<Statement, 'sql' | 'repeats'>): string | undefined {
    if (repeats !== true || this.#isOff) return undefined
    const known = this.#names.get(sql)
    if (known !== undefined || this.#names.size >= statementsMax) return known
    const runs = (this.#runs.get(sql) ?? 0) + 1
    if (runs <= runsBefore) {
      this.#runs.set(sql, runs)
      return undefined
    }
    this.#runs.delete(sql)
    // A proxy may share connections among clients: the same name always means the same text.
    const text = createHash('sha256').update(sql).digest('base64url').slice(0, 22)
    const name = `basalt_${text}_${this.#generation}`
    this.#names.set(sql, name)
    return name
  }

  /** @returns true if a statement failed because it was prepared, so that it can run again */
  recover(error: unknown): boolean {
    if (this.#names.size === 0) return false
    switch (errorCode(error)) {
      case codes.unsupported:
        if (!isStalePlan(error)) return false
        this.#generation += 1
        break
      case codes.unknown:
      case codes.known:
        this.#isOff = true
        break
      default:
        return false
    }
    this.#names.clear()
    return true
  }
}

/**
 * True for "cached plan must not change result type": a column has another type now. PostgreSQL translates the text and
 * names its function, plancache.c; compatible servers have the text.
 */
function isStalePlan(error: unknown): boolean {
  const { routine, message } = error as { readonly routine?: unknown; readonly message?: unknown }
  return routine === 'RevalidateCachedQuery' || /cached plan/.test(String(message))
}
