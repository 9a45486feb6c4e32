/** True on a Mac, where the Command key replaces Ctrl. */
const onMac = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform)

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

const partsOf = (keys: string): string[] => keys.split(/(?<!^)\+(?!$)/)

/** Keys that aren't chords by themselves, and dead keys. */
const unfinished = new Set([
  'Control',
  'Shift',
  'Alt',
  'Meta',
  'AltGraph',
  'CapsLock',
  'Dead',
  'Process',
  'Unidentified',
  'Compose',
])
/** Without Ctrl or Alt these move about, type and leave. */
const ofThePage = new Set([
  'Tab',
  'Enter',
  'Escape',
  'Space',
  'Backspace',
  'Delete',
  'Home',
  'End',
  'PageUp',
  'PageDown',
])

const isSignKey = (key: string): boolean => key.length === 1 && !/[\p{L}\p{N}]/u.test(key)

/** Returns the chord of a key press in the notation of commands; undefined while only modifiers are down. */
export function chordOf(event: Pressed, mac: boolean = onMac): string | undefined {
  if (unfinished.has(event.key) || (event.metaKey && !mac)) return undefined
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1]
  const digit = event.altKey ? /^Digit(\d)$/.exec(event.code)?.[1] : undefined
  const written = event.key === ' ' ? 'Space' : event.key.length === 1 ? event.key.toUpperCase() : event.key
  // With Alt, and on non-Latin keyboards, the typed character differs from the key.
  const key = digit ?? (letter !== undefined && !/^[A-Z]$/.test(written) ? letter : written)
  return [
    ...(mac ? (event.metaKey ? ['Mod'] : []) : event.ctrlKey ? ['Mod'] : []),
    ...(mac && event.ctrlKey ? ['Ctrl'] : []),
    ...(event.altKey ? ['Alt'] : []),
    ...(event.shiftKey && !isSignKey(key) ? ['Shift'] : []),
    key,
  ].join('+')
}

/** True if a chord has Ctrl, Alt or a function key: other keys type in fields. */
export function hasModifier(keys: string): boolean {
  const parts = partsOf(keys)
  return parts.some((part) => part === 'Mod' || part === 'Ctrl' || part === 'Alt') || /^F\d+$/.test(parts.at(-1) ?? '')
}

/** True if users may assign a chord to commands: every page reserves some keys. */
export function isChoosable(keys: string): boolean {
  const key = partsOf(keys).at(-1) ?? ''
  return hasModifier(keys) || !(ofThePage.has(key) || key.startsWith('Arrow'))
}

/** True if two chords are equal, regardless of the order of their keys. */
export function sameChord(one: string, other: string): boolean {
  const plain = (keys: string): string => partsOf(keys.toUpperCase()).toSorted().join('+')
  return plain(one) === plain(other)
}

/** True if a key press matches a chord such as `Mod+Shift+D` or `N`. Letters match by the typed character. */
export function matchesKeys(event: Pressed, keys: string, mac: boolean = onMac): boolean {
  const parts = partsOf(keys)
  const key = parts.at(-1) ?? ''
  const mod = parts.includes('Mod')
  const ctrl = parts.includes('Ctrl') || (mod && !mac)
  const meta = mod && mac
  if (event.ctrlKey !== ctrl || event.metaKey !== meta || event.altKey !== parts.includes('Alt')) return false
  // Signs such as ? are typed with Shift on some keyboards and without on others.
  const isSign = isSignKey(key)
  if (!isSign && event.shiftKey !== parts.includes('Shift')) return false
  if (key === 'Space') return event.key === ' '
  // With Alt or Shift, the typed character differs from the key.
  const codes = [`Key${key.toUpperCase()}`, `Digit${key}`]
  return event.key.toLowerCase() === key.toLowerCase() || codes.includes(event.code)
}
