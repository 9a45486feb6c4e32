import { setFlagsFromString } from 'node:v8'
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
