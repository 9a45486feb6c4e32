import type { StoredValue } from '@common/columns/column-type'

/**
 * Rows in a few large values instead of many small ones: copying them between threads is cheap, and threads that pass
 * them on never unpack them.
 */
export interface PackedRows {
  /** Rows, and values of each. */
  readonly count: number
  readonly width: number
  /** Kind of each value (`valueKind`), row by row. */
  readonly kinds: Uint8Array<ArrayBuffer>
  /** The number, the length of a text, or the index of binary data. */
  readonly marks: Float64Array<ArrayBuffer>
  /** All texts, concatenated. */
  readonly text: string
  readonly others: readonly Uint8Array[]
}

const valueKind = { null: 0, number: 1, text: 2, bigint: 3, no: 4, yes: 5, bytes: 6 } as const

/** Number of texts joined at once. */
const textsAtOnce = 512

/** Packs rows value by value. */
export class RowPacker {
  readonly #width: number
  #kinds: Uint8Array<ArrayBuffer>
  #marks: Float64Array<ArrayBuffer>
  /** Texts of the last rows. */
  #texts: string[] = []
  /** Joined texts of earlier rows. */
  #joined: string[] = []
  #others: Uint8Array[] = []
  #values = 0
  #signs = 0

  constructor(width: number, rowsAtOnce: number) {
    this.#width = width
    this.#kinds = new Uint8Array(Math.max(1, width * rowsAtOnce))
    this.#marks = new Float64Array(this.#kinds.length)
  }

  /** Rows that are whole. */
  get count(): number {
    return Math.floor(this.#values / this.#width)
  }

  /** About how much there is, in signs. */
  get signs(): number {
    return this.#signs
  }

  add(value: StoredValue): void {
    const at = this.#values
    if (at === this.#kinds.length) this.#grow()
    this.#values = at + 1
    if (typeof value === 'string') this.#addText(at, valueKind.text, value)
    else {
      this.#signs += 8
      if (typeof value === 'number') {
        this.#kinds[at] = valueKind.number
        this.#marks[at] = value
      } else if (value === null) this.#kinds[at] = valueKind.null
      else if (typeof value === 'bigint') this.#addText(at, valueKind.bigint, String(value))
      else if (typeof value === 'boolean') this.#kinds[at] = value ? valueKind.yes : valueKind.no
      else {
        this.#kinds[at] = valueKind.bytes
        this.#marks[at] = this.#others.push(value) - 1
      }
    }
  }

  #addText(at: number, kind: number, text: string): void {
    this.#kinds[at] = kind
    this.#marks[at] = text.length
    if (this.#texts.push(text) >= textsAtOnce + this.#width) this.#join()
    this.#signs += text.length
  }

  /** Joins all texts except those that `dropPart` may remove. Many small texts would outlive garbage collections. */
  #join(): void {
    this.#joined.push(this.#texts.splice(0, this.#texts.length - this.#width).join(''))
  }

  #grow(): void {
    const [kinds, marks] = [this.#kinds, this.#marks]
    this.#kinds = new Uint8Array(kinds.length * 2)
    this.#marks = new Float64Array(kinds.length * 2)
    this.#kinds.set(kinds)
    this.#marks.set(marks)
  }

  /** Drops the values of an incomplete row. */
  dropPart(): void {
    const whole = this.count * this.#width
    while (this.#values > whole) {
      this.#values -= 1
      const kind = this.#kinds[this.#values]
      if (kind === valueKind.text || kind === valueKind.bigint) this.#texts.pop()
      else if (kind === valueKind.bytes) this.#others.pop()
    }
  }

  /** Returns the packed rows and starts again. */
  take(): PackedRows {
    const packed = {
      count: this.count,
      width: this.#width,
      kinds: this.#kinds.slice(0, this.#values),
      marks: this.#marks.slice(0, this.#values),
      text: this.#joined.join('') + this.#texts.join(''),
      others: this.#others,
    }
    this.#texts = []
    this.#joined = []
    this.#others = []
    this.#values = 0
    this.#signs = 0
    return packed
  }
}

/** Unpacks rows one by one. */
export class RowUnpacker {
  readonly #rows: PackedRows
  #value = 0
  #sign = 0

  constructor(rows: PackedRows) {
    this.#rows = rows
  }

  /** Writes the next row into a list from a position on. Reuse the list to save memory. */
  into(values: StoredValue[], from: number): void {
    const { kinds, marks, text, others, width } = this.#rows
    for (let at = from; at < from + width; at += 1) {
      const place = this.#value
      const mark = marks[place] ?? 0
      this.#value = place + 1
      switch (kinds[place]) {
        case valueKind.number:
          values[at] = mark
          break
        case valueKind.text:
          values[at] = text.slice(this.#sign, this.#sign + mark)
          this.#sign += mark
          break
        case valueKind.bigint:
          values[at] = BigInt(text.slice(this.#sign, this.#sign + mark))
          this.#sign += mark
          break
        case valueKind.no:
          values[at] = false
          break
        case valueKind.yes:
          values[at] = true
          break
        case valueKind.bytes:
          values[at] = others[mark] ?? null
          break
        default:
          values[at] = null
      }
    }
  }
}

/** Rows as lists of values. */
export function unpacked(rows: PackedRows): StoredValue[][] {
  const unpacker = new RowUnpacker(rows)
  return Array.from({ length: rows.count }, () => {
    const row: StoredValue[] = []
    unpacker.into(row, 0)
    return row
  })
}

/** True if every row has a value in a column. */
export function isFilled({ kinds, count, width }: PackedRows, column: number): boolean {
  for (let row = 0; row < count; row += 1) if (kinds[row * width + column] === valueKind.null) return false
  return true
}
