/** Where the keyboard goes next: to a table that is being opened, and there to a column. */
export interface NextFocus {
  readonly table: string
  /** Name in the database, or the id of a virtual column. */
  readonly column?: string | undefined
}

interface Asked extends NextFocus {
  readonly keys: Key[]
  readonly stop: () => void
}

interface Key {
  readonly key: string
  readonly shiftKey: boolean
}

/** Longer than a table takes to open; after that the keys belong to whatever has the focus. */
const giveUpMs = 5_000

let asked: Asked | undefined
const listeners = new Set<() => void>()

const isWritten = (key: string): boolean => [...key].length === 1 || key === 'Enter' || key === 'Tab'

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input,textarea,select,[contenteditable="true"]') !== null
}

/** Takes the keys that are pressed until the table is there. */
function holdKeys(keys: Key[]): () => void {
  const press = (event: KeyboardEvent): void => {
    const { key, shiftKey } = event
    if (!event.isTrusted || event.ctrlKey || event.metaKey || event.altKey) return
    // A field that has the focus has it only because a dialog gave it back; one in a dialog is being written into.
    if (event.target instanceof Element && event.target.closest('[role="dialog"]') !== null) return
    // A key that does something where it is pressed begins nothing in the table.
    if (!isWritten(key) || (keys.length === 0 && (key === 'Enter' || key === 'Tab' || key === ' '))) return
    event.preventDefault()
    event.stopPropagation()
    keys.push({ key, shiftKey })
  }
  // Who points elsewhere has another next step.
  const leave = (): void => nextFocus.drop()
  window.addEventListener('keydown', press, true)
  window.addEventListener('pointerdown', leave, true)
  return () => {
    window.removeEventListener('keydown', press, true)
    window.removeEventListener('pointerdown', leave, true)
  }
}

/** Presses keys where the focus is, as the person did before anything was there to take them; those that come meanwhile after them. */
async function pressAgain(keys: Key[]): Promise<void> {
  for (let next = keys.shift(); next !== undefined; next = keys.shift()) {
    const { key, shiftKey } = next
    const target = document.activeElement ?? document.body
    const press = new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true })
    const isFree = target.dispatchEvent(press)
    // The same as typing, so that fields notice.
    if (isFree && isField(document.activeElement) && [...key].length === 1)
      document.execCommand('insertText', false, key)
    // What the key opens is drawn before the next one is pressed.
    await new Promise((resolve) => setTimeout(resolve))
  }
}

export const nextFocus = {
  /**
   * A table is being opened, or has got a column: the focus goes there as soon as it can, with what is typed meanwhile.
   * Keys that are held for an earlier target go to this one.
   */
  ask: (target: NextFocus): void => {
    asked?.stop()
    const keys = asked?.keys ?? []
    const release = holdKeys(keys)
    const timer = setTimeout(() => nextFocus.drop(), giveUpMs)
    const stop = (): void => {
      release()
      clearTimeout(timer)
    }
    asked = { ...target, keys, stop }
    for (const listener of listeners) listener()
  },
  wanted: (table: string): NextFocus | undefined => (asked?.table === table ? asked : undefined),
  /** The focus is there: it gets the keys that were held. */
  arrived: (): void => {
    const reached = asked
    asked = undefined
    if (reached) void pressAgain(reached.keys).finally(reached.stop)
  },
  drop: (): void => {
    asked?.stop()
    asked = undefined
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
