/** Something that happened in this window, for the report of a problem. Never holds values of records. */
export interface PageEvent {
  /** Milliseconds since the epoch. */
  readonly time: number
  readonly text: string
}

const eventsMax = 60
let events: readonly PageEvent[] = []

/** Adds a line to the log of this window. The oldest ones are dropped. */
export function notePageEvent(text: string): void {
  events = [...events, { time: Date.now(), text: text.slice(0, 500) }].slice(-eventsMax)
}

/** Returns the log of this window, the oldest line first. */
export const pageEvents = (): readonly PageEvent[] => events
