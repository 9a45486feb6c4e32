const titleCharacters = 255
const endingCharacters = 20

/**
 * Cleans a sender's file name for display and saving: no folders, no control characters, no characters that reverse the
 * text direction (`cod.exe` as a fake picture), limited length. It is never a name on our disk.
 */
export function fileTitle(given: string | undefined): string {
  const last = (given ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const clean = last.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '').trim()
  if (clean === '' || /^\.+$/.test(clean)) return 'file'
  if (clean.length <= titleCharacters) return clean
  const dot = clean.lastIndexOf('.')
  const ending = dot > 0 && clean.length - dot <= endingCharacters ? clean.slice(dot) : ''
  // Never splits a surrogate pair.
  return `${clean.slice(0, titleCharacters - ending.length).replace(/[\ud800-\udbff]$/, '')}${ending}`
}
