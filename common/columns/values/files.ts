/** A file that an attachment lists (wire §14.6). */
export interface AttachedFile {
  readonly title: string
  readonly url: string
  readonly mimetype?: string
  /** In bytes. */
  readonly size?: number
}

const titleCharacters = 255
const urlCharacters = 8_192
/** Enough for every use, and few enough for a fast cell. */
export const filesPerCell = 100

/** The files that a JSON text lists; undefined when it is no such list. */
export function filesOf(text: string): readonly AttachedFile[] | undefined {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.length <= filesPerCell && list.every(isFile) ? list : undefined
  } catch {
    return undefined
  }
}

/** Returns the names of the files in a JSON text, ignoring other fields; undefined if it lists none. */
export function fileTitles(text: string): readonly string[] | undefined {
  try {
    const list: unknown = JSON.parse(text)
    if (!Array.isArray(list)) return undefined
    const titles = list.map((file: unknown) =>
      typeof file === 'object' && file !== null && 'title' in file ? String(file.title) : undefined,
    )
    return titles.every((title) => title !== undefined) ? titles : undefined
  } catch {
    return undefined
  }
}

function isFile(value: unknown): value is AttachedFile {
  if (typeof value !== 'object' || value === null || !('title' in value) || !('url' in value)) return false
  const { title, url } = value
  return (
    typeof title === 'string' &&
    title.trim() !== '' &&
    title.length <= titleCharacters &&
    typeof url === 'string' &&
    url.length <= urlCharacters &&
    isAddress(url) &&
    (!('mimetype' in value) || typeof value.mimetype === 'string') &&
    (!('size' in value) || (typeof value.size === 'number' && value.size >= 0))
  )
}

/** An uploaded file or a web address. Rejects other addresses of this installation. */
function isAddress(url: string): boolean {
  if (/^https?:\/\/[^\s<>"]+$/i.test(url)) return true
  return storedFileAddress(url) !== undefined && !/[\s<>"\\]|(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)|%2f|%5c/i.test(url)
}

/** Returns the extension of a file as its icon shows it: `PDF`. */
export function fileEnding(title: string): string {
  return /\.([\p{L}\p{N}]{1,5})$/u.exec(title)?.[1]?.toUpperCase() ?? ''
}

/** Where a file that was uploaded here is found. */
export interface StoredFileAddress {
  readonly projectId: string
  readonly id: string
}

const storedAddress = /^\/dl\/([^/]+)\/db\/([0-9a-f]{32})\/[^/?#]*$/

/** Returns the address of a file uploaded to a project (wire §14.6). */
export function storedFileUrl({ projectId, id }: StoredFileAddress, title: string): string {
  return `/dl/${encodeURIComponent(projectId)}/db/${id}/${encodedName(title)}`
}

/** Parses an address of `storedFileUrl`; undefined for any other. */
export function storedFileAddress(url: string): StoredFileAddress | undefined {
  const [, projectId, id] = storedAddress.exec(url) ?? []
  return projectId === undefined || id === undefined ? undefined : { projectId, id }
}

/** True if an address points to a file of another project. */
export function leadsToOtherProject(url: string, projectId: string): boolean {
  const [first, second] = url.startsWith('/') ? url.split('/').filter((part) => part !== '') : []
  return first?.toLowerCase() === 'dl' && second !== projectId
}

/** Encodes the characters that end an address in the text form of a list. */
const encodedName = (title: string): string =>
  encodeURIComponent(title.replaceAll(/[\ud800-\udfff]/gu, '\ufffd')).replaceAll(
    /[()']/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )

/** Returns the files as text for users and spreadsheets: `cover.png(/dl/…), notes.pdf(https://…)` (wire §8.1). */
export function fileListText(files: readonly AttachedFile[]): string {
  const address = (url: string): string => url.replaceAll(/[()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return files.map(({ title, url }) => `${title}(${address(url)})`).join(', ')
}

/** The files of such a text; undefined when it is none. */
export function filesOfListText(text: string): readonly AttachedFile[] | undefined {
  const files: AttachedFile[] = []
  const entry = /\s*([^\n\r]*?)\(((?:https?:\/\/|\/)[^\s()<>"]+)\)\s*(?:,|$)/iy
  while (entry.lastIndex < text.length) {
    const [, title, url] = entry.exec(text) ?? []
    if (title === undefined || url === undefined) return undefined
    files.push({ title: title.trim(), url })
  }
  return files.length > 0 && filesOf(JSON.stringify(files)) !== undefined ? files : undefined
}
