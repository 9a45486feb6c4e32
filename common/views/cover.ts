import { columnType } from '@common/columns/registry'
import { fileType } from '@common/columns/values/file-types'
import { filesOf, storedFileAddress, type AttachedFile } from '@common/columns/values/files'
import type { StoredValue } from '@common/columns/column-type'
import type { Column } from '@common/model'

/** How a picture is put into the place it has: whole, with room beside it, or filling the place, with its edges cut. */
export const coverFits = ['crop', 'fit'] as const
export type CoverFit = (typeof coverFits)[number]

/** What stands at the head of a card. */
export type CoverPicture =
  /** A picture that was uploaded here. */
  | { readonly kind: 'own'; readonly file: AttachedFile }
  /** A picture of the web: showing it asks its server. */
  | { readonly kind: 'web'; readonly url: string }
  /** A file that is no picture. */
  | { readonly kind: 'sheet'; readonly file: AttachedFile }

const webAddress = /^https?:\/\/[^\s<>"]+$/i

/** Whether cards can have their covers from a column. */
export const holdsCovers = ({ uiType }: Column): boolean => columnType(uiType).covers !== 'none'

/** The column that a new view has its covers from: files before addresses. */
export function firstCoverColumn(columns: readonly Column[]): Column | undefined {
  return columns.find(({ uiType }) => columnType(uiType).covers === 'files') ?? columns.find(namesPicture)
}

/** An address is a cover without being asked for only where its column says that it is one. */
const namesPicture = ({ uiType, title }: Column): boolean =>
  columnType(uiType).covers === 'web' &&
  /\b(?:image|picture|photo|cover|thumbnail|avatar|logo|poster|artwork)/i.test(title.replaceAll('_', ' '))

/** The cover that a value stands for: the first picture of a list of files, or the picture at an address. */
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
