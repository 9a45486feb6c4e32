import { z } from 'zod'

const key = 'stoppedRenames'
/** Oldest ones beyond this are forgotten. */
const namesMax = 50
const shape = z.array(z.string()).catch([])

/** Renames of options that stopped half way, by name. They survive a reload, so that saving again finishes them. */
export const stoppedRenames = {
  has: (name: string): boolean => read().includes(name),
  add: (name: string): void => write([...read().filter((each) => each !== name), name].slice(-namesMax)),
  remove: (name: string): void => write(read().filter((each) => each !== name)),
}

/** Fallback for this window if the browser stores nothing. */
let held: readonly string[] = []

function read(): readonly string[] {
  try {
    const text = localStorage.getItem(key)
    return text === null ? held : shape.parse(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DOMException) return held
    throw error
  }
}

function write(names: readonly string[]): void {
  try {
    if (names.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(names))
    held = []
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    held = names
  }
}
