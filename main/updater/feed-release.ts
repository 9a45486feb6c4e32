import { releaseNotesMaxCharacters, type Release, type UpdateChannel } from '@common/model/release'
import { z } from 'zod'

export interface FeedOptions {
  /** Address of the folder that holds the manifests. */
  readonly url: string
  readonly channel: UpdateChannel
  readonly platform: NodeJS.Platform
  readonly arch: string
  readonly nowMs: () => number
  readonly onFault: (error: unknown) => void
}

/** Windows ask every ten minutes, each for itself. */
const freshMs = 5 * 60_000
const feedTimeoutMs = 10_000
const manifestMaxBytes = 1024 * 1024

const manifestShape = z.object({ version: z.string().max(100), releaseNotes: z.string().nullish() })

/**
 * Returns the newest version in the feed, for a server that doesn't update itself. Sends one request for the manifest,
 * at most every five minutes, with nothing about this installation. A feed that doesn't answer counts as unknown.
 */
export function feedReleases(options: FeedOptions): () => Promise<Release | undefined> {
  const { nowMs, onFault } = options
  let last: { readonly at: number; readonly answer: Promise<Release | undefined> } | undefined
  return () => {
    if (last !== undefined && nowMs() - last.at < freshMs) return last.answer
    const answer = readManifest(options).catch((error: unknown) => {
      onFault(error)
      return undefined
    })
    last = { at: nowMs(), answer }
    return answer
  }
}

/** Returns the name of a manifest, by the rules of electron-updater. */
function manifestName({ channel, platform, arch }: Pick<FeedOptions, 'channel' | 'platform' | 'arch'>): string {
  if (platform === 'win32') return `${channel}.yml`
  if (platform === 'darwin') return `${channel}-mac.yml`
  return `${channel}-linux${arch === 'x64' ? '' : `-${arch}`}.yml`
}

async function readManifest(options: FeedOptions): Promise<Release> {
  const address = new URL(manifestName(options), options.url.endsWith('/') ? options.url : `${options.url}/`)
  const answer = await fetch(address, {
    headers: { 'cache-control': 'no-cache' },
    signal: AbortSignal.timeout(feedTimeoutMs),
  })
  if (!answer.ok) throw new Error(`The feed answered ${answer.status} for ${address.pathname}`)
  const text = await readText(answer)
  const { parseUpdateInfo } = await import('electron-updater/out/providers/Provider.js')
  const { version, releaseNotes } = manifestShape.parse(parseUpdateInfo(text, address.pathname, address))
  const notes = releaseNotes?.trim() ?? ''
  return { version, notes: notes === '' ? null : notes.slice(0, releaseNotesMaxCharacters) }
}

/** Reads at most `manifestMaxBytes`. */
async function readText(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > manifestMaxBytes) throw new Error(`The manifest is larger than ${manifestMaxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
