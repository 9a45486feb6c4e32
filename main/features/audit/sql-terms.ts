import type { StoredValue } from '@common/columns/column-type'

/** Terms of a WHERE clause with their values, joined with AND. */
export class Terms {
  readonly #terms: string[] = []
  readonly params: StoredValue[] = []

  /** Adds a term, unless a value is undefined. */
  add(sql: string, ...values: readonly (StoredValue | undefined)[]): this {
    const given = values.filter((value) => value !== undefined)
    if (given.length < values.length) return this
    this.#terms.push(sql)
    this.params.push(...given)
    return this
  }

  get sql(): string {
    return this.#terms.length === 0 ? '1 = 1' : this.#terms.join(' AND ')
  }
}

/** Escapes a text for LIKE with `ESCAPE '!'`. */
export const escaped = (text: string): string => text.replaceAll(/[!%_]/g, '!$&')
