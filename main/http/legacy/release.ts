import { translated } from '@main/operations/legacy-call'
import { z } from 'zod'

/** Calls about the version of Basalt (wire §4.4). */
export const releaseCalls = {
  /** `docker` names the newest version; it is absent if that is unknown. `upgrade` is there for a newer one only. */
  xcRelease: translated('releaseRead', {
    input: z.strictObject({}),
    output: z.object({
      current: z.string(),
      isDocker: z.literal(false),
      docker: z.object({ name: z.string(), upgrade: z.literal(true).optional() }).optional(),
    }),
    toInput: () => ({}),
    toBody: ({ current, newest, isNewer }) => ({
      current,
      isDocker: false as const,
      ...(newest === null ? {} : { docker: { name: newest.version, ...(isNewer && { upgrade: true as const }) } }),
    }),
  }),
}
