/** A cache of the most recently used values. */
export class Lru<K, V> {
  readonly #kept = new Map<K, V>()
  readonly #size: number

  constructor(size: number) {
    this.#size = size
  }

  get size(): number {
    return this.#kept.size
  }

  get(key: K): V | undefined {
    const value = this.#kept.get(key)
    if (value === undefined) return undefined
    // Moves the entry to the end of the Map, which preserves insertion order.
    this.#kept.delete(key)
    this.#kept.set(key, value)
    return value
  }

  set(key: K, value: V): void {
    this.#kept.delete(key)
    this.#kept.set(key, value)
    if (this.#kept.size <= this.#size) return
    const oldest = this.#kept.keys().next()
    if (oldest.done !== true) this.#kept.delete(oldest.value)
  }

  delete(key: K): void {
    this.#kept.delete(key)
  }

  clear(): void {
    this.#kept.clear()
  }
}
