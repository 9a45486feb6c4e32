const titleCharacters = 255
const endingCharacters = 20

/**
 * The name that a sender gives a file, fit to be shown and saved: without folders, control signs and signs that turn
 * the direction of writing (`cod.exe` that reads like a picture), no longer than file systems take. It names nothing
 * on our disk.
 */
export function fileTitle(given: string | undefined): string {
  const last = (given ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const clean = last.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '').trim()
  if (clean === '' || /^\.+$/.test(clean)) return 'file'
  if (clean.length <= titleCharacters) return clean
  const dot = clean.lastIndexOf('.')
  const ending = dot > 0 && clean.length - dot <= endingCharacters ? clean.slice(dot) : ''
  // Never half of a pair.
  return `${clean.slice(0, titleCharacters - ending.length).replace(/[\ud800-\udbff]$/, '')}${ending}`
}
