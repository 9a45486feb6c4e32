import { stat } from 'node:fs/promises'
import { ImportProblem } from '@common/import/problem'
import type { ImportEncoding, ImportKind } from '@common/import/options'
import { readPart } from '@main/lib/files'

/** Detected format of a file. */
export interface Sniffed {
  readonly kind: ImportKind
  /** Encoding of a text file. */
  readonly encoding: ImportEncoding | null
  /** Number of invalid characters in the sample. */
  readonly doubtful: number
  readonly size: number
}

/** Sample size: the beginning, and the end of longer files. */
const sampleBytes = 4 * 1024 ** 2

/** Some programs write HTML tables as Excel files, and servers respond with error pages. */
const markup = /^\s*<(?:\?xml|!doctype|html|head|meta|table)\b/i

const startsWith = (bytes: Uint8Array, ...signs: readonly number[]): boolean =>
  signs.every((sign, at) => bytes[at] === sign)

/**
 * Detects the format of a file, by its content first and its name second.
 *
 * @throws ImportProblem IMPORT_FILE_EMPTY, IMPORT_FILE_UNKNOWN, IMPORT_FILE_OLD_EXCEL, IMPORT_FILE_PROTECTED,
 *   IMPORT_FILE_MARKUP
 */
export async function sniffFile(path: string, name: string): Promise<Sniffed> {
  const { size } = await stat(path)
  if (size === 0) throw new ImportProblem('IMPORT_FILE_EMPTY')
  const head = await readPart(path, 0, Math.min(size, sampleBytes))
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04) || startsWith(head, 0x50, 0x4b, 0x05, 0x06))
    return { kind: 'xlsx', encoding: null, doubtful: 0, size }
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0)) throw new ImportProblem(await compoundProblem(path, size))
  const isWhole = head.length === size
  const marked = markedEncoding(head)
  if (marked !== 'utf-16le' && marked !== 'utf-16be' && isBinary(head)) throw new ImportProblem('IMPORT_FILE_UNKNOWN')
  const tail = isWhole ? new Uint8Array() : await readPart(path, size - sampleBytes, sampleBytes)
  const { encoding, doubtful } = marked === undefined ? eightBits(head, tail) : { encoding: marked, doubtful: 0 }
  const text = decoded(head, encoding)
  if (text.trim() === '') throw new ImportProblem('IMPORT_FILE_EMPTY')
  if (markup.test(text)) throw new ImportProblem('IMPORT_FILE_MARKUP')
  return { kind: kindOfText(text, name), encoding, doubtful, size }
}

/** Password-protected workbooks use the container format of old Excel files. */
async function compoundProblem(path: string, size: number): Promise<'IMPORT_FILE_PROTECTED' | 'IMPORT_FILE_OLD_EXCEL'> {
  const wanted = Buffer.from('EncryptedPackage', 'utf16le')
  const looked = Math.min(size, 16 * sampleBytes)
  const bytes = Buffer.from(await readPart(path, 0, looked))
  if (bytes.includes(wanted)) return 'IMPORT_FILE_PROTECTED'
  if (size > looked && Buffer.from(await readPart(path, size - sampleBytes, sampleBytes)).includes(wanted))
    return 'IMPORT_FILE_PROTECTED'
  return 'IMPORT_FILE_OLD_EXCEL'
}

/** Detects the encoding by byte order mark or by NUL bytes. */
function markedEncoding(bytes: Uint8Array): ImportEncoding | undefined {
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
  // In UTF-16, Latin letters have a NUL byte.
  if (pairs > 1 && odd > pairs * 0.4 && even < pairs * 0.05) return 'utf-16le'
  if (pairs > 1 && even > pairs * 0.4 && odd < pairs * 0.05) return 'utf-16be'
  return undefined
}

/** UTF-8 with some lines of another encoding among the others is UTF-8 still: read as Windows-1252 all of it would be spoilt. */
const readableShare = 4

function eightBits(
  head: Uint8Array,
  tail: Uint8Array,
): { readonly encoding: 'utf-8' | 'windows-1252'; readonly doubtful: number } {
  // The sample of the end can begin within a character.
  const end = tail.subarray(
    Math.max(
      0,
      tail.findIndex((byte) => (byte & 0xc0) !== 0x80),
    ),
  )
  const found = [signsOf(head, tail.length === 0), signsOf(end, true)]
  const [readable, unknown] = [0, 1].map((at) => found.reduce((sum, each) => sum + (each[at] ?? 0), 0))
  if (unknown === 0) return { encoding: 'utf-8', doubtful: 0 }
  if ((readable ?? 0) > (unknown ?? 0) * readableShare) return { encoding: 'utf-8', doubtful: unknown ?? 0 }
  return { encoding: 'windows-1252', doubtful: oddBytes([head, tail]) }
}

/** Counts multi-byte UTF-8 characters and invalid bytes. */
function signsOf(bytes: Uint8Array, isWhole: boolean): readonly [number, number] {
  const text = new TextDecoder('utf-8').decode(bytes, { stream: !isWhole })
  let [readable, unknown] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0xfffd) unknown += 1
    else if (code > 0x7f) readable += 1
  }
  return [readable, unknown]
}

/** Usual Windows-1252 bytes from 0x80 to 0x9f: quotation marks, dashes and the like. */
const usual = new Set([0x80, 0x82, 0x84, 0x85, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99])
const gaps = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])
const oddShare = 0.15

/** Counts bytes that suggest another encoding than Windows-1252, such as Japanese or Eastern European ones. */
function oddBytes(parts: readonly Uint8Array[]): number {
  let [high, odd, lost] = [0, 0, 0]
  for (const bytes of parts)
    for (const byte of bytes) {
      if (byte < 0x80) continue
      high += 1
      if (byte < 0xa0 && !usual.has(byte)) odd += 1
      if (gaps.has(byte)) lost += 1
    }
  return odd > high * oddShare ? odd : lost
}

/** Texts contain line ends, tabs and occasional NULs, but no other control characters. */
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
