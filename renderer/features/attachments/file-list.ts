import type { AttachedFile } from '@common/columns/values/files'

/** The list with a file at another place. */
export function moved(files: readonly AttachedFile[], from: number, to: number): readonly AttachedFile[] {
  const file = files[from]
  const place = Math.max(0, Math.min(files.length - 1, to))
  if (!file || place === from) return files
  const rest = files.filter((_, at) => at !== from)
  return [...rest.slice(0, place), file, ...rest.slice(place)]
}

/** Returns the list with one file renamed. An empty name, or one that loses its extension, changes nothing. */
export function renamed(files: readonly AttachedFile[], at: number, name: string): readonly AttachedFile[] {
  const before = files[at]
  const title = name
    .replaceAll(/[\p{Cc}/\\]/gu, ' ')
    .trim()
    .slice(0, 255)
  if (!before || title === '' || title === before.title) return files
  const ending = /\.[A-Za-z0-9]{1,5}$/.exec(before.title)?.[0] ?? ''
  const whole = ending === '' || title.toLowerCase().endsWith(ending.toLowerCase()) ? title : `${title}${ending}`
  return files.map((file, index) => (index === at ? { ...file, title: whole } : file))
}

/** Returns the length of a name without its extension, to select it for renaming. */
export function nameLength(title: string): number {
  const dot = title.lastIndexOf('.')
  return dot > 0 ? dot : title.length
}
