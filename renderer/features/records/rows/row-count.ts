import type { RowSource } from './row-source'

/** The number of rows of a source, and how many are known to exist while it is unknown. */
export class RowCount {
  #value: number | undefined
  #isOld = false
  #error: unknown
  #request: AbortController | undefined
  /** Rows known or expected to exist while the count is unknown or was aborted. */
  #seen: number

  constructor(
    private readonly pageRows: number,
    expectedRows = 0,
  ) {
    this.#seen = expectedRows
  }

  /** Infinity if the count was aborted, undefined until the first response. */
  get value(): number | undefined {
    return this.#value
  }

  /** True while the count belongs to an earlier order or search. */
  get isOld(): boolean {
    return this.#isOld
  }

  get error(): unknown {
    return this.#error
  }

  get isFinite(): boolean {
    return this.#value !== undefined && Number.isFinite(this.#value)
  }

  /** The count, or the known rows plus some more. */
  get length(): number {
    return this.isFinite ? (this.#value ?? 0) : this.#seen
  }

  set(count: number): void {
    this.#value = count
    this.#isOld = false
    this.#error = undefined
    if (Number.isFinite(count)) this.#seen = count
  }

  /** Adds rows after the last one. */
  grow(by: number): void {
    if (this.#value !== undefined) this.#value += by
  }

  /** Ends the list after its first rows. */
  extend(length: number): void {
    this.#seen = Math.max(this.#seen, length)
    if (this.isFinite) this.#value = length
  }

  markOld(): void {
    this.#isOld = true
  }

  /** Counts again. Returns false if a later count has replaced this one. */
  async fetch(source: RowSource, arrived: () => void): Promise<boolean> {
    this.abort()
    const request = new AbortController()
    this.#request = request
    try {
      const count = await source.count(request.signal)
      if (request.signal.aborted) return false
      this.set(count)
      arrived()
    } catch (error) {
      if (request.signal.aborted) return false
      this.#error = error
    }
    return true
  }

  abort(): void {
    this.#request?.abort()
  }

  /**
   * Learns from a page. While the count is unknown, full pages promise another one and a short page is the end.
   *
   * @returns true if another number of rows is known
   */
  learn(from: number, rows: number, asked: number): boolean {
    if (this.isFinite) return false
    const full = rows === asked
    const end = from + rows
    // A list that was expected to be longer ends with a short page, and before an empty one.
    const known = full ? Math.max(this.#seen, end + this.pageRows) : rows > 0 ? end : Math.min(this.#seen, end)
    if (!full && this.#value === Infinity) this.#value = known
    if (known === this.#seen) return false
    this.#seen = known
    return true
  }
}
