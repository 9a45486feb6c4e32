import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void

let collect: Collect | undefined

/**
 * Frees unused memory. V8 does so only when it needs memory, so a sleeping thread would never release that of its last
 * work. Takes tens of milliseconds, so call it only on idle threads.
 */
export function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as Collect
  }
  collect({ type: 'major', flavor: 'last-resort' })
}

/** Growth of the heap, in bytes, that is worth a collection. */
const growthWorth = 2 * 1024 * 1024
/** Size of this thread's heap after its last collection. */
let collectedBytes = 0

/** Frees unused memory if the heap has grown since the last call. Call it only on idle threads. */
export function collectGrowth(): void {
  if (heapBytes() - collectedBytes < growthWorth) return
  collectGarbage()
  collectedBytes = heapBytes()
}

function heapBytes(): number {
  const { total_heap_size: own, external_memory: external } = getHeapStatistics()
  return own + external
}
