import { columnType } from '@common/columns/registry'
import { fileType } from '@common/columns/values/file-types'
import { filesOf, storedFileAddress, type AttachedFile } from '@common/columns/values/files'
import type { StoredValue } from '@common/columns/column-type'
import type { Column } from '@common/model'

/** Ways to fit a picture: fill the space and crop the edges, or show it whole. */
export const coverFits = ['crop', 'fit'] as const
export type CoverFit = (typeof coverFits)[number]

/** The picture at the head of a card. */
export type CoverPicture =
  /** An uploaded picture. */
  | { readonly kind: 'own'; readonly file: AttachedFile }
  /** A picture on the web: showing it sends a request to its server. */
  | { readonly kind: 'web'; readonly url: string }
  /** A file that isn't a picture. */
  | { readonly kind: 'sheet'; readonly file: AttachedFile }

const webAddress = /^https?:\/\/[^\s<>"]+$/i

/** True if a column can provide the covers of cards. */
export const holdsCovers = ({ uiType }: Column): boolean => columnType(uiType).covers !== 'none'

/** Returns the cover column of a new view: files before addresses. */
export function firstCoverColumn(columns: readonly Column[]): Column | undefined {
  return columns.find(({ uiType }) => columnType(uiType).covers === 'files') ?? columns.find(namesPicture)
}

/** True if the title of an address column promises pictures. Only then is it the default cover. */
const namesPicture = ({ uiType, title }: Column): boolean =>
  columnType(uiType).covers === 'web' &&
  /\b(?:image|picture|photo|cover|thumbnail|avatar|logo|poster|artwork)/i.test(title.replaceAll('_', ' '))

/** Returns the cover of a value: the first picture of a list of files, or the picture at an address. */
export function coverPicture(value: StoredValue | undefined, column: Column): CoverPicture | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  const { covers } = columnType(column.uiType)
  if (covers === 'web') return webAddress.test(value.trim()) ? { kind: 'web', url: value.trim() } : undefined
  if (covers !== 'files') return undefined
  const files = filesOf(value) ?? []
  const file = files.find(({ title }) => fileType(title).kind === 'image') ?? files[0]
  if (file === undefined) return undefined
  if (fileType(file.title).kind !== 'image') return { kind: 'sheet', file }
  if (storedFileAddress(file.url)) return { kind: 'own', file }
  return webAddress.test(file.url) ? { kind: 'web', url: file.url } : { kind: 'sheet', file }
}
