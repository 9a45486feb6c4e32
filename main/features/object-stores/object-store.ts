import type { Readable } from 'node:stream'

/** Bytes to store. */
export interface ObjectContent {
  readonly size: number
  /** Checksum of the bytes, as hexadecimal digits. */
  readonly sha256: string
  /** Returns the bytes. Called again for each attempt. */
  readonly read: () => Readable
}

/** A part of an object; both ends are inclusive. */
export interface ObjectRange {
  readonly from: number
  readonly to: number
}

/** Bytes of an object, or of a part. Destroy the stream unless you read it to its end. */
export interface OpenObject {
  readonly size: number
  readonly stream: Readable
}

export interface ListedObject {
  readonly key: string
  readonly size: number
}

/** Headers of the response at the address of an object. */
export interface ObjectHeaders {
  readonly type: string
  readonly disposition: string
}

/**
 * A storage for objects: named bytes that don't change. Keys are paths of letters, digits, `_`, `.` and `-`. Errors of a storage are
 * AppErrors: STORAGE_FAILED with the reason, STORAGE_CHECKSUM_WRONG, REQUEST_CANCELLED.
 */
export interface ObjectStore {
  /** Stores an object, durably and atomically: readers find all its bytes or none. Replaces one of the same key. */
  readonly put: (key: string, content: ObjectContent, signal?: AbortSignal) => Promise<void>
  /**
   * Stores an object of unknown size, as durably and atomically as `put`. Memory holds a few parts of it.
   *
   * @returns its size
   * @throws AppError like `put`; and errors of the chunks
   */
  readonly write: (key: string, chunks: AsyncIterable<Uint8Array>, signal?: AbortSignal) => Promise<number>
  /** Undefined if there is no such object. */
  readonly get: (key: string, range?: ObjectRange, signal?: AbortSignal) => Promise<OpenObject | undefined>
  /** Removes an object, if it is there. */
  readonly remove: (key: string, signal?: AbortSignal) => Promise<void>
  /** Lists the objects whose keys begin with a prefix. */
  readonly list: (prefix: string, signal?: AbortSignal) => AsyncIterable<ListedObject>
  /**
   * Returns an address at which anyone reads an object for `signedAddressLifeMs`. Absent if browsers don't reach the storage.
   */
  readonly address?: (key: string, headers: ObjectHeaders) => Promise<string>
  /** Removes what a killed process left unfinished. Absent if the storage does that itself. */
  readonly tidy?: () => Promise<void>
}

const keyPattern = /^(?:[\w-][\w.-]{0,254}\/){0,8}[\w-][\w.-]{0,254}$/
/** Limit of the S3 protocol. */
const keyBytesMax = 1_024

/** Rejects keys that could leave the storage. Basalt makes all keys, so a wrong one is an error of the program. */
export function checkedKey(key: string): string {
  if (!keyPattern.test(key) || key.length > keyBytesMax) throw new Error(`Not a key of an object: ${key}`)
  return key
}
