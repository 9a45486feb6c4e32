/** Where the keyboard goes next: to a table that is being opened, and there to a column. */
export interface NextFocus {
  readonly table: string
  /** Id of the view; absent: whichever is shown. */
  readonly view?: string | undefined
  /** Name in the database, or the id of a virtual column. */
  readonly column?: string | undefined
}

interface Asked extends NextFocus {
  readonly keys: Held[]
  readonly stop: () => void
}

interface Key {
  readonly key: string
  readonly shiftKey: boolean
}

/** What was done before anything was there to take it: a key press, or a paste with its texts by their types. */
type Held = Key | { readonly pasted: readonly (readonly [type: string, text: string])[] }

/** Longer than a table takes to open; after that the keys belong to whatever has the focus. */
const giveUpMs = 5_000

/** How long a field may take to open for the first letter that is typed. */
const opensMs = 400

/** No table is called so. */
const nowhere = ''

let asked: Asked | undefined
const listeners = new Set<() => void>()

const isWritten = (key: string): boolean => [...key].length === 1 || key === 'Enter' || key === 'Tab'

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input,textarea,select,[contenteditable="true"]') !== null
}

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"]') !== null

/** Takes the keys that are pressed, and what is pasted, until the table is there. */
function holdKeys(keys: Held[]): () => void {
  const press = (event: KeyboardEvent): void => {
    const { key, shiftKey } = event
    if (!event.isTrusted || event.ctrlKey || event.metaKey || event.altKey) return
    // A field that has the focus has it only because a dialog gave it back; one in a dialog is being written into.
    if (isInDialog(event.target)) return
    // A key that does something where it is pressed begins nothing in the table.
    if (!isWritten(key) || (keys.length === 0 && (key === 'Enter' || key === 'Tab' || key === ' '))) return
    event.preventDefault()
    event.stopPropagation()
    keys.push({ key, shiftKey })
  }
  const paste = (event: ClipboardEvent): void => {
    const { clipboardData } = event
    if (!event.isTrusted || clipboardData === null || isInDialog(event.target)) return
    // Files are not kept with the event.
    const pasted = clipboardData.types.flatMap((type) =>
      type === 'Files' ? [] : [[type, clipboardData.getData(type)] as const],
    )
    if (pasted.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    keys.push({ pasted })
  }
  // Who points elsewhere has another next step.
  const leave = (): void => nextFocus.drop()
  window.addEventListener('keydown', press, true)
  window.addEventListener('pointerdown', leave, true)
  window.addEventListener('paste', paste, true)
  return () => {
    window.removeEventListener('keydown', press, true)
    window.removeEventListener('paste', paste, true)
    window.removeEventListener('pointerdown', leave, true)
  }
}

/** Presses keys where the focus is, as the person did before anything was there to take them; those that come meanwhile after them. */
async function pressAgain(keys: Held[]): Promise<void> {
  for (let next = keys.shift(); next !== undefined; next = keys.shift()) {
    const target = document.activeElement ?? document.body
    if ('pasted' in next) {
      const clipboardData = new DataTransfer()
      for (const [type, text] of next.pasted) clipboardData.setData(type, text)
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      await new Promise((resolve) => setTimeout(resolve))
      continue
    }
    const { key, shiftKey } = next
    const press = new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true })
    const isFree = target.dispatchEvent(press)
    // The same as typing, so that fields notice.
    if (isFree && isField(document.activeElement) && [...key].length === 1)
      document.execCommand('insertText', false, key)
    // What the key opens is drawn before the next one is pressed: the next letter belongs into it.
    await new Promise((resolve) => setTimeout(resolve))
    const until = performance.now() + opensMs
    while ([...key].length === 1 && !isField(document.activeElement) && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 10))
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
  /** Holds the keys until what was begun says where they go. */
  hold: (): void => nextFocus.ask({ table: nowhere }),
  /** Gives held keys back to whatever has the focus, unless a target was asked for meanwhile. */
  release: (): void => {
    if (asked?.table === nowhere) nextFocus.arrived()
  },
  /** @param view  id of the view that is shown; undefined for the table's own grid */
  wanted: (table: string, view?: string): NextFocus | undefined => {
    if (asked?.table !== table) return undefined
    return asked.view === undefined || asked.view === view ? asked : undefined
  },
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
