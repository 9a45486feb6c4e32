import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void

let collect: Collect | undefined

/**
 * Gives back the memory of what is not used any more. V8 does so only when it needs some: a thread that sleeps keeps the
 * garbage of its last work for ever. Takes some tens of milliseconds, so only for threads that nobody waits for.
 */
export function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as Collect
  }
  collect({ type: 'major', flavor: 'last-resort' })
}
