/** Icons to choose for a table, beside every emoji. Names in `renderer/ui/icons.ts`; stored, so never rename one. */
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

/** Longest emoji there are: families, with a skin each. */
const emojiCharactersMax = 32

export const isTableIconName = (icon: string): icon is TableIconName => tableIconNames.some((name) => name === icon)

/** One sign that is drawn as a picture: an emoji, a flag, a digit on a key. Letters are none. */
export function isEmoji(text: string): boolean {
  if (text.length > emojiCharactersMax) return false
  if ([...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length !== 1) return false
  return /^\p{Extended_Pictographic}|^\p{Regional_Indicator}{2}$|^[0-9#*]\uFE0F?\u20E3$/u.test(text)
}

/** What a table may be given: the name of an icon of ours, or one emoji. */
export const isTableIcon = (icon: string): boolean => isTableIconName(icon) || isEmoji(icon)
