/** Whether this is a Mac, where the command key takes the place of Ctrl. */
const onMac = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform)

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** Whether a key press is a chord such as `Mod+Shift+D` or `N`. Letters are read by what they write. */
export function matchesKeys(event: Pressed, keys: string, mac: boolean = onMac): boolean {
  const parts = keys.split(/(?<!^)\+(?!$)/)
  const key = parts.at(-1) ?? ''
  const mod = parts.includes('Mod')
  const ctrl = parts.includes('Ctrl') || (mod && !mac)
  const meta = mod && mac
  if (event.ctrlKey !== ctrl || event.metaKey !== meta || event.altKey !== parts.includes('Alt')) return false
  // Signs such as ? are typed with Shift on some keyboards and without on others.
  const isSign = key.length === 1 && !/[\p{L}\p{N}]/u.test(key)
  if (!isSign && event.shiftKey !== parts.includes('Shift')) return false
  return event.key.toLowerCase() === key.toLowerCase() || event.code === `Key${key.toUpperCase()}`
}
