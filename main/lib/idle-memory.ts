import { collectGarbage } from './collect-garbage'

const lookEveryMs = 5_000
/** Processor share below which the server counts as idle. */
const idleShare = 0.02
/** Below this there is little to give back. */
const heapWorthMiB = 24

/**
 * Frees memory when the server becomes idle.
 *
 * @param collect  collects the garbage
 * @returns a function that stops it
 */
export function tidyWhenIdle(collect: () => void = collectGarbage): () => void {
  let before = process.cpuUsage()
  // The young generation has grown during the start.
  let hasWorked = true
  const timer = setInterval(() => {
    const spent = process.cpuUsage(before)
    before = process.cpuUsage()
    const share = (spent.user + spent.system) / 1_000 / lookEveryMs
    if (share > idleShare) hasWorked = true
    else if (hasWorked) {
      hasWorked = false
      if (process.memoryUsage().heapTotal > heapWorthMiB * 1024 * 1024) collect()
    }
  }, lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
