import { app } from 'electron'
import { newWindowArgument } from './arguments'
import { passedPlaces } from './given-places'

/** Requests of a second instance to the first. */
export interface SecondInstance {
  /** Full paths of files, and links. */
  readonly places: readonly string[]
  readonly wantsWindow: boolean
}

/**
 * Makes this the only instance for its profile. A second instance passes its files and links to the first and ends.
 *
 * @param own  files and links of this instance
 * @param onSecond  called in the first instance
 * @returns false in the second instance, which must end
 */
export function becomeOnlyInstance(
  own: readonly string[],
  args: readonly string[],
  onSecond: (second: SecondInstance) => void,
): boolean {
  const wantsWindow = args.includes(newWindowArgument)
  if (!app.requestSingleInstanceLock({ places: own, wantsWindow })) return false
  app.on('second-instance', (_event, _args, _folder, passed) => {
    // Data of another process is validated too.
    const asked =
      typeof passed === 'object' && passed !== null && 'wantsWindow' in passed && passed.wantsWindow === true
    onSecond({ places: passedPlaces(passed), wantsWindow: asked })
  })
  return true
}
