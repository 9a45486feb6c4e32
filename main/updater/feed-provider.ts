import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js'
import { CancellationToken } from 'electron-updater/out/types.js'
import { checkTimeoutMs, UpdateNotSignedError } from './updater'

/** Extension of a manifest's Ed25519 signature in base64, which `npm run package` writes. */
const signatureEnding = '.sig'

/** A header of electron-updater that would name this installation to the feed. */
const installationHeader = 'x-user-staging-id'

/**
 * Returns a provider of updates that sends nothing about this installation. With a key, it trusts only manifests signed
 * with it. A manifest holds the hash of each file, so the updater detects a changed file or manifest.
 *
 * @param publicKey Ed25519, as base64 of its SPKI form
 * @param timeoutMs ends a request for a manifest, also one whose redirects never end
 */
export function feedProvider(publicKey: string | undefined, timeoutMs = checkTimeoutMs): typeof GenericProvider {
  const key =
    publicKey === undefined
      ? undefined
      : createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  return class FeedProvider extends GenericProvider {
    override setRequestHeaders(headers: OutgoingHttpHeaders | null): void {
      const others = Object.entries(headers ?? {}).filter(([name]) => name !== installationHeader)
      super.setRequestHeaders(Object.fromEntries(others))
    }

    protected override async httpRequest(url: URL, headers?: OutgoingHttpHeaders | null) {
      const manifest = await this.read(url, headers)
      if (key === undefined || !url.pathname.endsWith('.yml')) return manifest
      const address = new URL(url)
      address.pathname += signatureEnding
      const signature = await this.read(address, headers).catch((error: unknown) => {
        if (isMissing(error)) throw new UpdateNotSignedError(url.pathname)
        throw error
      })
      if (!isSigned(manifest, signature, key)) throw new UpdateNotSignedError(url.pathname)
      return manifest
    }

    private async read(url: URL, headers?: OutgoingHttpHeaders | null): Promise<string | null> {
      const token = new CancellationToken()
      const timer = setTimeout(() => token.cancel(), timeoutMs)
      return super.httpRequest(url, headers, token).finally(() => clearTimeout(timer))
    }
  }
}

const isSigned = (manifest: string | null, signature: string | null, key: KeyObject): boolean =>
  verify(null, Buffer.from(manifest ?? '', 'utf8'), key, Buffer.from(signature ?? '', 'base64'))

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && (error.statusCode === 404 || error.statusCode === 403)
