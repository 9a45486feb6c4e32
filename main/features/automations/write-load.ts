/** How busy this server is with writes of rows. Automations step back while it is. */
export interface WriteLoad {
  /** Notes a write. */
  readonly written: () => void
  readonly isBusy: () => boolean
  /** Resolves at once, or after a pause while the server is busy. */
  readonly pause: () => Promise<void>
}

/** Writes within this time that make a server busy. */
const windowMs = 200
const busyWrites = 20
const pauseMs = 100

export function createWriteLoad(nowMs: () => number): WriteLoad {
  /** Times of the last writes, in a ring. */
  const times = new Float64Array(busyWrites).fill(-Infinity)
  let next = 0
  // The oldest of the last writes.
  const isBusy = (): boolean => nowMs() - (times[next] ?? -Infinity) < windowMs
  return {
    written: () => {
      times[next] = nowMs()
      next = (next + 1) % busyWrites
    },
    isBusy,
    pause: async () => {
      if (isBusy()) await new Promise((resolve) => setTimeout(resolve, pauseMs).unref())
    },
  }
}
