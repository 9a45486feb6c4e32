import { opensInBrowser, servedType, type FileType } from '@common/columns/values/file-types'
import { fileNames } from '@main/lib/file-names'

/** What is said of a stored file beside its bytes. */
export interface ServedFile {
  readonly id: string
  readonly title: string
  readonly type: FileType
  readonly size: number
  readonly download: boolean
}

/** Part of a file, from and up to bytes that are both in it. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/**
 * Headers of a stored file. Whatever somebody has uploaded, a browser that is led to it runs nothing of it: the type is
 * ours and not to be guessed at, pages of it have no rights and no scripts, and what is not known to be harmless is
 * only saved.
 */
export function fileHeaders(file: ServedFile): Record<string, string> {
  const inline = !file.download && opensInBrowser(file.type)
  return {
    'content-type': servedType(file.type),
    'content-disposition': `${inline ? 'inline' : 'attachment'}; ${fileNames(file.title)}`,
    'content-security-policy': inline && file.type.kind === 'pdf' ? pdfPolicy : strictPolicy,
    'x-frame-options': 'SAMEORIGIN',
    'accept-ranges': 'bytes',
    // Kept by the browser of who may read it, and asked for again each time: rights may have ended.
    'cache-control': 'private, no-cache',
    etag: `"${file.id}"`,
  }
}

const strictPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; sandbox"
/** The browser's own viewer does not work in a sandbox; scripts of documents are not those of pages. */
const pdfPolicy = "default-src 'none'; object-src 'self'; plugin-types application/pdf; style-src 'unsafe-inline'"

/**
 * The part that a Range header asks for (RFC 9110 §14). Undefined for the whole: no header, a unit that is not bytes,
 * several parts at once, or what is not understood. `none` where nothing of it is in the file.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replaceAll(' ', '') ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  if (from === '') {
    const last = Math.min(Number(to), size)
    return last === 0 ? 'none' : { from: size - last, to: size - 1 }
  }
  const [start, end] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)]
  if (to !== '' && Number(to) < start) return undefined
  return start >= size ? 'none' : { from: start, to: end }
}
