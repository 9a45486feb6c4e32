import { open, stat } from 'node:fs/promises'
import { ImportProblem } from '@common/import/problem'
import type { ImportEncoding, ImportKind } from '@common/import/options'

/** What a file is, as far as its bytes say. */
export interface Sniffed {
  readonly kind: ImportKind
  /** Of a text. */
  readonly encoding: ImportEncoding | null
  readonly size: number
}

/** Bytes that are looked at: the beginning, and of longer files the end. */
const sampleBytes = 4 * 1024 ** 2

const startsWith = (bytes: Uint8Array, ...signs: readonly number[]): boolean =>
  signs.every((sign, at) => bytes[at] === sign)

export async function readPart(path: string, start: number, length: number): Promise<Uint8Array> {
  const handle = await open(path, 'r')
  try {
    const bytes = new Uint8Array(length)
    const { bytesRead } = await handle.read(bytes, 0, length, start)
    return bytes.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/**
 * What a file of rows is, by its content first and its name second.
 *
 * @throws ImportProblem IMPORT_FILE_EMPTY, IMPORT_FILE_UNKNOWN, IMPORT_FILE_OLD_EXCEL, IMPORT_FILE_PROTECTED
 */
export async function sniffFile(path: string, name: string): Promise<Sniffed> {
  const { size } = await stat(path)
  if (size === 0) throw new ImportProblem('IMPORT_FILE_EMPTY')
  const head = await readPart(path, 0, Math.min(size, sampleBytes))
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04) || startsWith(head, 0x50, 0x4b, 0x05, 0x06))
    return { kind: 'xlsx', encoding: null, size }
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0)) throw new ImportProblem(await compoundProblem(path, size))
  const isWhole = head.length === size
  const encoding = encodingOf(head, isWhole)
  if (encoding !== 'utf-16le' && encoding !== 'utf-16be' && isBinary(head))
    throw new ImportProblem('IMPORT_FILE_UNKNOWN')
  let found = encoding
  if (!isWhole && encoding === 'utf-8') {
    const tail = await readPart(path, size - sampleBytes, sampleBytes)
    // The end begins in the middle of a sign.
    const from = tail.findIndex((byte) => (byte & 0xc0) !== 0x80)
    if (!isUtf8(tail.subarray(Math.max(0, from)), true)) found = 'windows-1252'
  }
  const text = decoded(head, found)
  if (text.trim() === '') throw new ImportProblem('IMPORT_FILE_EMPTY')
  return { kind: kindOfText(text, name), encoding: found, size }
}

/** A workbook behind a password is kept in the same container as one of an old Excel. */
async function compoundProblem(path: string, size: number): Promise<'IMPORT_FILE_PROTECTED' | 'IMPORT_FILE_OLD_EXCEL'> {
  const wanted = Buffer.from('EncryptedPackage', 'utf16le')
  const looked = Math.min(size, 16 * sampleBytes)
  const bytes = Buffer.from(await readPart(path, 0, looked))
  if (bytes.includes(wanted)) return 'IMPORT_FILE_PROTECTED'
  if (size > looked && Buffer.from(await readPart(path, size - sampleBytes, sampleBytes)).includes(wanted))
    return 'IMPORT_FILE_PROTECTED'
  return 'IMPORT_FILE_OLD_EXCEL'
}

function encodingOf(bytes: Uint8Array, isWhole: boolean): ImportEncoding {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8'
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be'
  const sample = bytes.subarray(0, 64 * 1024)
  const pairs = Math.floor(sample.length / 2)
  let [even, odd] = [0, 0]
  for (let at = 0; at < pairs * 2; at += 2) {
    if (sample[at] === 0) even += 1
    if (sample[at + 1] === 0) odd += 1
  }
  // Letters of Latin texts have a NUL beside them.
  if (pairs > 1 && odd > pairs * 0.4 && even < pairs * 0.05) return 'utf-16le'
  if (pairs > 1 && even > pairs * 0.4 && odd < pairs * 0.05) return 'utf-16be'
  return isUtf8(bytes, isWhole) ? 'utf-8' : 'windows-1252'
}

function isUtf8(bytes: Uint8Array, isWhole: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole })
    return true
  } catch {
    return false
  }
}

/** Texts have line ends, tabs and now and then a NUL that a machine has left, but no other signs that show nothing. */
function isBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 64 * 1024)
  let odd = 0
  for (const byte of sample)
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 26) odd += 1
  const magics = [
    [0x89, 0x50, 0x4e, 0x47],
    [0xff, 0xd8, 0xff],
    [0x25, 0x50, 0x44, 0x46],
    [0x1f, 0x8b],
    [0x47, 0x49, 0x46, 0x38],
    [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65],
    [0x7f, 0x45, 0x4c, 0x46],
  ]
  return magics.some((magic) => startsWith(bytes, ...magic)) || odd * 20 > sample.length
}

function decoded(bytes: Uint8Array, encoding: ImportEncoding): string {
  return new TextDecoder(encoding).decode(bytes, { stream: true })
}

function kindOfText(text: string, name: string): ImportKind {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase()
  if (ending === 'ndjson' || ending === 'jsonl') return 'ndjson'
  if (ending === 'csv' || ending === 'tsv' || ending === 'tab') return 'csv'
  const first = text.trimStart()
  const isRecordByLine = /^\{[^\n]*\}\s*\r?\n\s*\{/.test(first.slice(0, 1024 ** 2))
  if (first.startsWith('{') && isRecordByLine) return 'ndjson'
  if (ending === 'json') return 'json'
  return /^(?:\[\s*[{\]]|\{\s*["}])/.test(first) ? 'json' : 'csv'
}
