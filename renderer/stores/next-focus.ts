/** Next focus target: a table that is opening, and a column in it. */
export interface NextFocus {
  readonly table: string
  /** Id of the view. Default: any. */
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

/** A key press, or a paste with its texts by type, held until the target is ready. */
type Held = Key | { readonly pasted: readonly (readonly [type: string, text: string])[] }

/** Timeout of a target, longer than a table takes to open. Afterwards, keys go to the focused element. */
const giveUpMs = 5_000

/** Timeout for an editor to open on the first typed letter. */
const opensMs = 400

/** Placeholder for the id of a view that is being created. */
const viewToCome = ' '

/** Placeholder that is no table's name. */
const nowhere = ''

let asked: Asked | undefined
const listeners = new Set<() => void>()

const isWritten = (key: string): boolean => [...key].length === 1 || key === 'Enter' || key === 'Tab'

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input,textarea,select,[contenteditable="true"]') !== null
}

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"]') !== null

/** Captures key presses and pastes until the table is ready. */
function holdKeys(keys: Held[]): () => void {
  const press = (event: KeyboardEvent): void => {
    const { key, shiftKey } = event
    if (!event.isTrusted || event.ctrlKey || event.metaKey || event.altKey) return
    // Leaves keys to fields in dialogs. Other fields only have the focus because a dialog returned it.
    if (isInDialog(event.target)) return
    // Leaves keys to the focused element if they activate it.
    if (!isWritten(key) || (keys.length === 0 && (key === 'Enter' || key === 'Tab' || key === ' '))) return
    event.preventDefault()
    event.stopPropagation()
    keys.push({ key, shiftKey })
  }
  const paste = (event: ClipboardEvent): void => {
    const { clipboardData } = event
    if (!event.isTrusted || clipboardData === null || isInDialog(event.target)) return
    // Files can't be held after the event.
    const pasted = clipboardData.types.flatMap((type) =>
      type === 'Files' ? [] : [[type, clipboardData.getData(type)] as const],
    )
    if (pasted.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    keys.push({ pasted })
  }
  // A pointer press means that the user continues elsewhere.
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

/** Replays held keys on the focused element, followed by keys that arrive in the meantime. */
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
    // Inserts the text like typing, so that fields get an input event.
    if (isFree && isField(document.activeElement) && [...key].length === 1)
      document.execCommand('insertText', false, key)
    // Waits for the editor that the key opens, because the next letter belongs to it.
    await new Promise((resolve) => setTimeout(resolve))
    const until = performance.now() + opensMs
    while ([...key].length === 1 && !isField(document.activeElement) && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export const nextFocus = {
  /**
   * Sets the next target: a table that is opening, or a new column. Moves the focus there once it is ready, with the
   * keys typed in the meantime, including those held for an earlier target.
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
  /** Sets a view as the target that is about to be created. Its creator sets the target again, with the id. */
  askForNewView: (table: string): void => nextFocus.ask({ table, view: viewToCome }),
  /** Holds keys until the running action sets a target. */
  hold: (): void => nextFocus.ask({ table: nowhere }),
  /**
   * Replays held keys on the focused element, unless a target is set.
   *
   * @returns true if the focus is free; false if it moves to a target soon
   */
  release: (): boolean => {
    if (asked?.table === nowhere) nextFocus.arrived()
    return asked === undefined
  },
  /** @param view  id of the visible view; undefined for the table's own grid */
  wanted: (table: string, view?: string): NextFocus | undefined => {
    if (asked?.table !== table) return undefined
    return asked.view === undefined || asked.view === view ? asked : undefined
  },
  /** Replays the held keys after the focus has arrived. */
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
