/** A file that an attachment lists. */
export interface AttachedFile {
  readonly title: string
  readonly url: string
}

const titleCharacters = 255
const urlCharacters = 8_192

/** The files that a JSON text lists; undefined when it is no such list. */
export function filesOf(text: string): readonly AttachedFile[] | undefined {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every(isFile) ? list : undefined
  } catch {
    return undefined
  }
}

/** Names of the files that a JSON text lists, whatever else is said of them; undefined when it lists none. */
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
    // An address of this installation, or of the web: never one that acts.
    /^(?:https?:\/\/|\/(?!\/))[^\s<>"]+$/i.test(url)
  )
}

/** The ending of a file's name, as its icon shows it: `PDF`. */
export function fileEnding(title: string): string {
  return /\.([\p{L}\p{N}]{1,5})$/u.exec(title)?.[1]?.toUpperCase() ?? ''
}
