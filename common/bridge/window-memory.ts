import { z } from 'zod'
import { windowLimits } from './window-limits'

const { addressCharacters, tabCharacters, projects } = windowLimits

/** Content of a window, for a restart. */
export const windowContent = z.object({
  /** Address within the page, such as `/nc/p_1?name=tracks`. */
  address: z.string().max(addressCharacters).startsWith('/'),
  /** Open tabs, as the page saves them in its session storage. */
  tabs: z
    .record(z.string().max(200), z.string().max(tabCharacters))
    .refine((tabs) => Object.keys(tabs).length <= projects),
})
export type WindowContent = z.infer<typeof windowContent>
