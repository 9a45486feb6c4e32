/** How busy this server is with writes of rows. Automations step back during a burst. */
export interface WriteLoad {
  /** Notes a write. */
  readonly written: () => void
  /** True during a burst of writes. One that lasts longer is no burst: runs would wait too long. */
  readonly isBusy: () => boolean
  /** Resolves at once, or after a pause while the server is busy. The pause is longer during a heavy burst. */
  readonly pause: () => Promise<void>
}

/** Writes within this time that make a server busy. */
const windowMs = 1_000
/** The same for a heavy burst: 100 writes a second. */
const heavyWindowMs = 80
const busyWrites = 8
const burstMaxMs = 60_000
const pauseMs = 500
const heavyPauses = 6

export function createWriteLoad(nowMs: () => number): WriteLoad {
  /** Times of the last writes, in a ring. */
  const times = new Float64Array(busyWrites).fill(-Infinity)
  let next = 0
  let burstFromMs = 0
  const isBusyAt = (now: number): boolean => now - (times[next] ?? -Infinity) < windowMs
  const isBusy = (): boolean => {
    const now = nowMs()
    return isBusyAt(now) && now - burstFromMs < burstMaxMs
  }
  /** True if the last writes followed each other quickly, and the burst goes on. */
  const isHeavy = (): boolean => {
    const [oldest = -Infinity, newest = -Infinity] = [times[next], times[(next + busyWrites - 1) % busyWrites]]
    return isBusy() && newest - oldest < heavyWindowMs && nowMs() - newest < heavyWindowMs
  }
  return {
    written: () => {
      const now = nowMs()
      if (!isBusyAt(now)) burstFromMs = now
      times[next] = now
      next = (next + 1) % busyWrites
    },
    isBusy,
    pause: async () => {
      if (!isBusy()) return
      for (let paused = 0; paused === 0 || (paused < heavyPauses && isHeavy()); paused += 1)
        await new Promise((resolve) => setTimeout(resolve, pauseMs).unref())
    },
  }
}
