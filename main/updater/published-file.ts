import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { UpdateFacts } from './types'

/**
 * True if a downloaded file still has the hash of its manifest. Deletes any other file: between the download and the
 * restart, another program may have changed it.
 */
export async function isPublishedFile({ downloadedFile, files = [], sha512 }: UpdateFacts): Promise<boolean> {
  if (downloadedFile === undefined) return false
  const published = [sha512, ...files.map((file) => file.sha512)].filter((hash) => hash !== undefined)
  const hash = await sha512Of(downloadedFile)
  if (hash !== undefined && [hash.toString('base64'), hash.toString('hex')].some((text) => published.includes(text)))
    return true
  await rm(downloadedFile, { force: true })
  return false
}

/** Undefined if the file is unreadable. */
async function sha512Of(file: string): Promise<Buffer | undefined> {
  const hash = createHash('sha512')
  try {
    await pipeline(createReadStream(file), hash)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
  return hash.digest()
}
