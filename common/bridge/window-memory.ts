import { z } from 'zod'

const text = z.string().max(20_000)

/** Content of a window, for a restart. */
export const windowContent = z.object({
  /** Address within the page, such as `/nc/p_1?name=tracks`. */
  address: z.string().max(2_000).startsWith('/'),
  /** Open tabs, as the page saves them in its session storage. */
  tabs: z.record(z.string().max(200), text).refine((tabs) => Object.keys(tabs).length <= 50),
})
export type WindowContent = z.infer<typeof windowContent>
