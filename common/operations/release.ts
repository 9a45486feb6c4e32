import { release } from '@common/model/release'
import { z } from 'zod'
import { defineOperations } from './define'

/** Versions of Basalt. */
export const releaseOperations = defineOperations({
  /**
   * Returns the running version, and the newest one that this installation knows. A desktop window knows it from its
   * updater. A server asks the feed at `BASALT_UPDATE_URL`; without that address it sends no request.
   */
  releaseRead: {
    reads: [],
    scope: 'installation',
    permission: 'installation.read',
    input: z.strictObject({}),
    output: z.object({
      current: z.string(),
      /** Null if there is no feed, or if it didn't answer. */
      newest: release.nullable(),
      /** True if the newest version is newer than the running one. */
      isNewer: z.boolean(),
      /** True if a feed is configured. */
      hasFeed: z.boolean(),
    }),
    errors: [],
  },
})
