import { collectGarbage } from './collect-garbage'

const lookEveryMs = 5_000
/** Part of a processor below which nobody asks for anything. */
const idleShare = 0.02
/** Below this there is little to give back. */
const heapWorthMiB = 24

/**
 * Gives memory back when a server that has worked has nothing to do any more.
 *
 * @param collect  collects the garbage
 * @returns ends the tidying
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
