/** Kind of preview that the viewer shows for a file. */
export type FileKind = 'image' | 'pdf' | 'video' | 'audio' | 'text' | 'other'

export interface FileType {
  readonly kind: FileKind
  /** Media type without parameters. */
  readonly mimetype: string
}

const other: FileType = { kind: 'other', mimetype: 'application/octet-stream' }

/**
 * A file's type depends only on its extension, never on the sender's claim. The server uses only these types. Active
 * content (HTML, XML, scripts) is plain text or has no type.
 */
const endings: Readonly<Record<string, FileType>> = {
  ...ofKind('image', {
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    webp: 'image/webp',
    avif: 'image/avif',
    bmp: 'image/bmp',
    ico: 'image/x-icon',
    svg: 'image/svg+xml',
  }),
  ...ofKind('pdf', { pdf: 'application/pdf' }),
  ...ofKind('video', {
    mp4: 'video/mp4',
    m4v: 'video/mp4',
    webm: 'video/webm',
    ogv: 'video/ogg',
    mov: 'video/quicktime',
  }),
  ...ofKind('audio', {
    mp3: 'audio/mpeg',
    m4a: 'audio/mp4',
    aac: 'audio/aac',
    wav: 'audio/wav',
    oga: 'audio/ogg',
    ogg: 'audio/ogg',
    flac: 'audio/flac',
    weba: 'audio/webm',
  }),
  ...ofKind(
    'text',
    Object.fromEntries(
      'txt log yaml yml toml ini js ts sql sh py rb go rs java c h cpp cs php'
        .split(' ')
        .map((ending) => [ending, 'text/plain']),
    ),
  ),
  ...ofKind('text', {
    md: 'text/markdown',
    csv: 'text/csv',
    tsv: 'text/tab-separated-values',
    json: 'application/json',
    xml: 'application/xml',
    html: 'text/html',
    htm: 'text/html',
    css: 'text/css',
  }),
  ...ofKind('other', {
    zip: 'application/zip',
    gz: 'application/gzip',
    tar: 'application/x-tar',
    doc: 'application/msword',
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    xls: 'application/vnd.ms-excel',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ppt: 'application/vnd.ms-powerpoint',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    odt: 'application/vnd.oasis.opendocument.text',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
    odp: 'application/vnd.oasis.opendocument.presentation',
    rtf: 'application/rtf',
    epub: 'application/epub+zip',
    heic: 'image/heic',
    tif: 'image/tiff',
    tiff: 'image/tiff',
  }),
}

function ofKind(kind: FileKind, types: Readonly<Record<string, string>>): Record<string, FileType> {
  return Object.fromEntries(Object.entries(types).map(([ending, mimetype]) => [ending, { kind, mimetype }]))
}

/** Returns the type of a file by its extension. */
export function fileType(title: string): FileType {
  const ending = /\.([A-Za-z0-9]{1,5})$/.exec(title)?.[1]?.toLowerCase() ?? ''
  return (Object.hasOwn(endings, ending) ? endings[ending] : undefined) ?? other
}

/** Content type under which a stored file is served: texts as plain text, so that no browser runs them. */
export const servedType = ({ kind, mimetype }: FileType): string =>
  kind === 'text' ? 'text/plain; charset=utf-8' : mimetype

/** Types that a browser may show by itself when it is led to them; all others are only saved. SVG can hold scripts. */
export function opensInBrowser({ kind, mimetype }: FileType): boolean {
  return kind !== 'other' && mimetype !== 'image/svg+xml'
}
