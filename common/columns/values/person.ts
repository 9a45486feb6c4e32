import { optionColors, type OptionColor } from '@common/model'

/** Always the same colour for the same text: avatars and project tiles. */
export function colorOf(text: string): OptionColor {
  let sum = 0
  for (const sign of text) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) >>> 0
  // Grey means "no selection", so it is excluded.
  return optionColors[1 + (sum % (optionColors.length - 1))] ?? 'blue'
}

/** `mina.rossi@…` → MR, `Ada` → AD. */
export function initials(name: string): string {
  const words = (name.split('@')[0] ?? '').split(/[\s._+-]+/).filter((word) => word !== '')
  const letters =
    words.length > 1
      ? [words[0], words.at(-1)].map((word) => [...(word ?? '')][0] ?? '')
      : [...(words[0] ?? '')].slice(0, 2)
  return letters.join('').toUpperCase()
}
