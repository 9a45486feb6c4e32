/** True on a Mac, where the Command key replaces Ctrl. */
export const isMac: boolean = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform)

const signs: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'Page ↑',
  PageDown: 'Page ↓',
}
const macNames: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Shift: '⇧',
  Alt: '⌥',
  Ctrl: '⌃',
  Enter: '↩',
  Delete: '⌦',
}
const otherNames: Readonly<Record<string, string>> = { Mod: 'Ctrl', Delete: 'Del', Escape: 'Esc' }

/** Returns the key names of a chord, as this computer's keyboard labels them. */
export function keyNames(keys: string, mac: boolean = isMac): string[] {
  const names = mac ? macNames : otherNames
  return keys.split(/(?<!^)\+(?!$)/).map((key) => names[key] ?? signs[key] ?? key)
}
