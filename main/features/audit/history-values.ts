import type { StoredValue } from '@common/columns/column-type'
import { historyEntryMaxCharacters, historyValueMaxCharacters } from '@common/constants'
import { exactJsonNumber } from '@common/util/parse-json'
import type { HistoryValue } from '@common/model/history'

/** Maximum text length in an entry beyond its size limit. */
const shortText = 200

/** Converts stored values for the history, per entry. Long texts and binary data are only summarized. */
export class HistoryValues {
  #characters = 0

  /** @param typed  true if integers are bigint here: a number is floating point, and whole ones get `.0` */
  keep(value: StoredValue | undefined, typed = false): HistoryValue {
    if (value === undefined || value === null || typeof value === 'boolean') return value ?? null
    // JSON has no infinity.
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) return String(value)
      const digits = typed && Number.isInteger(value) ? BigInt(value) : undefined
      return digits === undefined ? value : (exactJsonNumber(`${digits}.0`) as unknown as string)
    }
    if (value instanceof Uint8Array) return { bytes: value.byteLength }
    if (typeof value === 'bigint') {
      const near = Number(value)
      // Stored as a JSON number, not as text. History responses contain its digits as text.
      return Number.isSafeInteger(near) ? near : (exactJsonNumber(String(value)) as unknown as string)
    }
    const limit = this.#characters > historyEntryMaxCharacters ? shortText : historyValueMaxCharacters
    this.#characters += Math.min(value.length, limit)
    if (value.length <= limit) return value
    // Half a surrogate pair is no text.
    return { cut: value.slice(0, shortText).replace(/[\ud800-\udbff]$/, ''), length: value.length }
  }
}
