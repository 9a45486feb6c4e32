/** Icons that users can choose for a table, in addition to emojis. Names are stored, so never rename one. */
export const tableIconNames = [
  'table',
  'database',
  'users',
  'calendar',
  'clock',
  'currency',
  'percent',
  'file',
  'folder',
  'gallery',
  'paperclip',
  'mail',
  'chat',
  'bell',
  'link',
  'globe',
  'key',
  'lock',
  'star',
  'bolt',
  'gear',
  'layers',
  'apps',
  'template',
  'audit',
  'kanban',
  'form',
  'code',
  'history',
  'zip',
] as const
export type TableIconName = (typeof tableIconNames)[number]

/** Length of the longest emoji: a family with skin tones. */
const emojiCharactersMax = 32

export const isTableIconName = (icon: string): icon is TableIconName => tableIconNames.some((name) => name === icon)

/** True for a single pictograph: an emoji, a flag or a keycap. Letters aren't. */
export function isEmoji(text: string): boolean {
  if (text.length > emojiCharactersMax) return false
  if ([...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length !== 1) return false
  return /^\p{Extended_Pictographic}|^\p{Regional_Indicator}{2}$|^[0-9#*]\uFE0F?\u20E3$/u.test(text)
}

/** True for a valid table icon: the name of an icon, or one emoji. */
export const isTableIcon = (icon: string): boolean => isTableIconName(icon) || isEmoji(icon)
