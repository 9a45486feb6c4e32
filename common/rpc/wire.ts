/** Bytes that aren't a message of the expected type, or are too large or too deep for one. */
export class WireError extends Error {
  override readonly name = 'WireError'
}

/** Kinds of values on the wire (https://protobuf.dev/programming-guides/encoding/). */
export const wireKinds = { varint: 0, fixed64: 1, bytes: 2, groupStart: 3, groupEnd: 4, fixed32: 5 } as const

const all64 = 64
const low7 = 0x7fn

/** Appends values in the binary form of protobuf. */
export class WireWriter {
  #buffer = new Uint8Array(64)
  #view = new DataView(this.#buffer.buffer)
  #length = 0

  /** Returns the written bytes. */
  finish(): Uint8Array {
    return this.#buffer.slice(0, this.#length)
  }

  tag(id: number, kind: number): void {
    this.varint(BigInt(id) * 8n + BigInt(kind))
  }

  /** Negative numbers use two's complement in 64 bits. */
  varint(value: bigint): void {
    let left = BigInt.asUintN(all64, value)
    this.#reserve(10)
    for (; left > low7; left >>= 7n) this.#buffer[this.#length++] = Number(left & low7) | 0x80
    this.#buffer[this.#length++] = Number(left)
  }

  bytes(value: Uint8Array): void {
    this.varint(BigInt(value.length))
    this.#reserve(value.length)
    this.#buffer.set(value, this.#length)
    this.#length += value.length
  }

  fixed32(value: bigint): void {
    this.#reserve(4)
    this.#view.setUint32(this.#length, Number(BigInt.asUintN(32, value)), true)
    this.#length += 4
  }

  fixed64(value: bigint): void {
    this.#reserve(8)
    this.#view.setBigUint64(this.#length, BigInt.asUintN(all64, value), true)
    this.#length += 8
  }

  float(value: number): void {
    this.#reserve(4)
    this.#view.setFloat32(this.#length, value, true)
    this.#length += 4
  }

  double(value: number): void {
    this.#reserve(8)
    this.#view.setFloat64(this.#length, value, true)
    this.#length += 8
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#buffer.length) return
    const larger = new Uint8Array(Math.max(this.#buffer.length * 2, this.#length + count))
    larger.set(this.#buffer.subarray(0, this.#length))
    this.#buffer = larger
    this.#view = new DataView(larger.buffer)
  }
}

/** Reads values in the binary form of protobuf. @throws WireError at the end of the bytes */
export class WireReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get hasMore(): boolean {
    return this.#at < this.#bytes.length
  }

  tag(): { readonly id: number; readonly kind: number } {
    const value = this.varint()
    const id = Number(value >> 3n)
    if (id === 0 || id > 536_870_911) throw new WireError('A field has an invalid number')
    return { id, kind: Number(value & 7n) }
  }

  /** Returns an unsigned number of 64 bits. */
  varint(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#bytes[this.#at]
      if (byte === undefined) throw new WireError('The message ends inside a number')
      this.#at += 1
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asUintN(all64, value)
    }
    throw new WireError('A number is too long')
  }

  bytes(): Uint8Array {
    const length = Number(this.varint())
    this.#need(length)
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  fixed32(): bigint {
    this.#need(4)
    this.#at += 4
    return BigInt(this.#view.getUint32(this.#at - 4, true))
  }

  fixed64(): bigint {
    this.#need(8)
    this.#at += 8
    return this.#view.getBigUint64(this.#at - 8, true)
  }

  float(): number {
    this.#need(4)
    this.#at += 4
    return this.#view.getFloat32(this.#at - 4, true)
  }

  double(): number {
    this.#need(8)
    this.#at += 8
    return this.#view.getFloat64(this.#at - 8, true)
  }

  /** Skips a value of an unknown field. */
  skip(kind: number, depth = 0): void {
    if (depth > 100) throw new WireError('The message is nested too deeply')
    if (kind === wireKinds.varint) this.varint()
    else if (kind === wireKinds.fixed64) this.fixed64()
    else if (kind === wireKinds.bytes) this.bytes()
    else if (kind === wireKinds.fixed32) this.fixed32()
    else if (kind === wireKinds.groupStart)
      for (let inner = this.tag(); inner.kind !== wireKinds.groupEnd; inner = this.tag())
        this.skip(inner.kind, depth + 1)
    else throw new WireError('A field has an invalid kind')
  }

  #need(count: number): void {
    if (this.#at + count > this.#bytes.length) throw new WireError('The message ends inside a value')
  }
}
