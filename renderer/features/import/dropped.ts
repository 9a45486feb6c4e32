import { databaseFileEndings } from '@common/dialects'
import { importEndings, isMetadataFile } from '@common/import/endings'

export const acceptedFiles = [...importEndings, 'zip'].map((ending) => `.${ending}`).join(',')

/** Extensions of pictures, videos, audio, documents, archives and programs, which hold no table. */
const foreignEndings: ReadonlySet<string> = new Set(
  (
    'png jpg jpeg gif webp avif bmp ico svg tif tiff heic psd mp4 mov avi mkv webm mp3 wav ogg flac m4a ' +
    'pdf doc docx odt rtf ppt pptx odp pages key epub zip gz tgz tar rar 7z exe dll msi dmg iso apk jar ' +
    'ttf otf woff woff2 html htm css js ts'
  ).split(' '),
)
const foreignType = /^(?:image|audio|video|font)\//

/** Kinds of dropped files. Unknown ones count as data files, whose content the server inspects. */
export interface Dropped {
  readonly databases: readonly File[]
  readonly rows: readonly File[]
  /** Metadata of projects. */
  readonly metadata: readonly File[]
  /** Files that can't hold a table, such as pictures. */
  readonly foreign: readonly File[]
}

export function sortDropped(files: readonly File[]): Dropped {
  const isDatabase = ({ name }: File): boolean =>
    databaseFileEndings.some((ending) => name.toLowerCase().endsWith(`.${ending}`))
  const isForeign = ({ name, type }: File): boolean => {
    const ending = name.toLowerCase().match(/\.([^.]+)$/)?.[1] ?? ''
    if (importEndings.some((known) => known === ending)) return false
    return foreignEndings.has(ending) || foreignType.test(type)
  }
  const isMetadata = ({ name }: File): boolean => isMetadataFile(name)
  const others = files.filter((file) => !isDatabase(file) && !isMetadata(file))
  return {
    databases: files.filter(isDatabase),
    metadata: files.filter(isMetadata),
    rows: others.filter((file) => !isForeign(file)),
    foreign: others.filter(isForeign),
  }
}

/** `sales 2026.csv` → `sales 2026`. */
export const nameWithoutEnding = (name: string): string => name.replace(/\.[^.]+$/, '')
