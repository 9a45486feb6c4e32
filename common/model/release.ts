import { z } from 'zod'

/** Maximum length of release notes. The rest is cut. */
export const releaseNotesMaxCharacters = 20_000

/** A version in the feed. The notes are Markdown, or null if the feed has none. */
export const release = z.object({ version: z.string(), notes: z.string().nullable() })
export type Release = z.infer<typeof release>

/** Update channels. `beta` also gets every version of `latest`, which the feed lists in both. */
export const updateChannels = ['latest', 'beta'] as const
export type UpdateChannel = (typeof updateChannels)[number]

/** Returns the channel of an installation: the chosen one, else that of its version (`0.2.0-beta.1`). */
export function channelOf(chosen: UpdateChannel | null | undefined, version: string): UpdateChannel {
  return chosen ?? (/-(?:alpha|beta|rc)\b/.test(version) ? 'beta' : 'latest')
}
