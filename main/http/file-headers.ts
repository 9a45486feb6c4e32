import { opensInBrowser, servedType, type FileType } from '@common/columns/values/file-types'
import { fileNames } from '@main/lib/file-names'

/** Facts of a stored file for its headers. */
export interface ServedFile {
  readonly id: string
  readonly title: string
  readonly type: FileType
  readonly size: number
  readonly download: boolean
}

/** A range of a file; both ends are inclusive. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/**
 * Returns the headers of a stored file. Browsers never run anything of it: the type is ours and fixed, pages in it have
 * no rights and no scripts, and types that aren't known to be harmless are downloaded.
 */
export function fileHeaders(file: ServedFile): Record<string, string> {
  return {
    'content-type': servedType(file.type),
    'content-disposition': dispositionOf(file),
    'content-security-policy': isInline(file) && file.type.kind === 'pdf' ? pdfPolicy : strictPolicy,
    'x-frame-options': 'SAMEORIGIN',
    'accept-ranges': 'bytes',
    // Private to the caller's browser and revalidated each time, because rights can end.
    'cache-control': 'private, no-cache',
    etag: `"${file.id}"`,
  }
}

type Shown = Pick<ServedFile, 'title' | 'type' | 'download'>
const isInline = ({ type, download }: Shown): boolean => !download && opensInBrowser(type)

/** Returns whether browsers show or save a file, and its name. */
export const dispositionOf = (file: Shown): string =>
  `${isInline(file) ? 'inline' : 'attachment'}; ${fileNames(file.title)}`

const strictPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; sandbox"
/** The browser's PDF viewer doesn't work in a sandbox; scripts in PDF documents aren't page scripts. */
const pdfPolicy = "default-src 'none'; object-src 'self'; plugin-types application/pdf; style-src 'unsafe-inline'"

/**
 * Parses a Range header (RFC 9110 §14). Undefined for the whole file: no header, other units, several ranges, or an
 * invalid one. `none` if the range is outside the file.
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
