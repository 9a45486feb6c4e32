import type { Release } from '@common/model/release'
import type { releaseOperations } from '@common/operations/release'
import { isNewerVersion } from '@common/util/versions'
import type { FeatureModule } from '@main/operations/module'

/** Returns the newest version; undefined if it is unknown now. */
export type NewestRelease = () => Promise<Release | undefined>

/** Tells the running version and the newest one. @param newest  undefined: this installation has no feed */
export function createRelease(options: {
  readonly version: string
  readonly newest: NewestRelease | undefined
}): FeatureModule<typeof releaseOperations> {
  const { version: current, newest } = options
  return {
    handlers: {
      releaseRead: async () => {
        const found = await newest?.()
        return {
          current,
          newest: found ?? null,
          isNewer: found !== undefined && isNewerVersion(found.version, current),
          hasFeed: newest !== undefined,
        }
      },
    },
  }
}
