import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { feedProvider } from '@main/updater/feed-provider'
import { UpdateNotSignedError } from '@main/updater/updater'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Signing = { readonly options: readonly string[]; readonly missing: readonly string[] }
type ManifestSigning = Signing & { readonly sign: (folder: string) => Promise<string[]> }
type SigningOf = (environment: Readonly<Record<string, string>>, platform: string) => Signing

/** The commands are plain JavaScript. */
const file = new URL('../../../scripts/lib/signing.mjs', import.meta.url).href
const { manifestSigningOf, signingOf } = (await import(/* @vite-ignore */ file)) as {
  readonly signingOf: SigningOf
  readonly manifestSigningOf: (environment: Readonly<Record<string, string>>, url: string) => Promise<ManifestSigning>
}

describe('signing of packages', () => {
  it('says what a package goes without', () => {
    expect(signingOf({}, 'darwin').missing).toHaveLength(2)
    expect(signingOf({}, 'win32').missing).toHaveLength(2)
    expect(signingOf({ CSC_LINK: '' }, 'darwin').missing).toHaveLength(2)
    expect(signingOf({}, 'linux').missing).toHaveLength(1)
    // Apple's processors run no program without a signature, and the hardened runtime needs one of a team.
    expect(signingOf({}, 'darwin').options).toEqual(['-c.mac.identity=-', '-c.mac.hardenedRuntime=false'])
  })

  it('takes identities from the environment', () => {
    const apple = { CSC_NAME: 'x', APPLE_API_KEY: 'k', APPLE_API_KEY_ID: 'i', APPLE_API_ISSUER: 's' }
    expect(signingOf(apple, 'darwin')).toEqual({ options: [], missing: [] })
    expect(signingOf({ WIN_CSC_LINK: 'x', BASALT_PUBLISHER_NAME: 'Basalt Ltd' }, 'win32')).toEqual({
      options: ['-c.win.signtoolOptions.publisherName=Basalt Ltd'],
      missing: [],
    })
  })
})

describe('a signed update', () => {
  const pem = (): string =>
    generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const manifest =
    'version: 9.0.0\nfiles:\n  - url: Basalt-9.0.0.AppImage\n    sha512: abc\n    size: 1\npath: x\nsha512: abc\n'
  let folder: string
  const server = createServer((request, response) => {
    readFile(join(folder, new URL(request.url ?? '', 'http://localhost').pathname)).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'basalt-updates-'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    server.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** The version that a package with this key finds. */
  const versionFor = async (signing: ManifestSigning): Promise<string> => {
    const publicKey = signing.options.at(-1)?.split('publicKey=')[1] ?? ''
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const Provider = feedProvider(publicKey) as unknown as new (...given: unknown[]) => {
      getLatestVersion: () => Promise<{ readonly version: string }>
    }
    const provider = new Provider(
      { provider: 'custom', url, channel: 'latest' },
      { isAddNoCacheQuery: true },
      {
        platform: 'linux',
        executor: { request },
      },
    )
    return (await provider.getLatestVersion()).version
  }

  it('is found when its manifest is signed with the key of the package', async () => {
    const signing = await manifestSigningOf({ BASALT_UPDATE_KEY: pem() }, 'https://updates.example')
    await writeFile(join(folder, 'latest-linux.yml'), manifest)
    expect(await signing.sign(folder)).toEqual(['latest-linux.yml'])
    expect(await readdir(folder)).toEqual(['latest-linux.yml', 'latest-linux.yml.sig'])
    expect(await versionFor(signing)).toBe('9.0.0')
  })

  it('is refused when the manifest was changed, signed by another key, or not signed', async () => {
    const signing = await manifestSigningOf({ BASALT_UPDATE_KEY: pem() }, 'https://updates.example')
    await writeFile(join(folder, 'latest-linux.yml'), manifest)
    await signing.sign(folder)
    await writeFile(join(folder, 'latest-linux.yml'), manifest.replace('9.0.0', '9.0.1'))
    await expect(versionFor(signing)).rejects.toThrow(UpdateNotSignedError)
    const another = await manifestSigningOf({ BASALT_UPDATE_KEY: pem() }, 'https://updates.example')
    await another.sign(folder)
    await expect(versionFor(signing)).rejects.toThrow(UpdateNotSignedError)
    await rm(join(folder, 'latest-linux.yml.sig'))
    await expect(versionFor(signing)).rejects.toThrow(UpdateNotSignedError)
  })

  it('has a signature beside the manifest of each channel and system', async () => {
    const signing = await manifestSigningOf({ BASALT_UPDATE_KEY: pem() }, 'https://updates.example')
    const names = ['beta-linux-arm64.yml', 'beta.yml', 'latest-linux.yml', 'latest-mac.yml', 'latest.yml']
    for (const name of [...names, 'builder-debug.yml']) await writeFile(join(folder, name), manifest)
    expect((await signing.sign(folder)).toSorted()).toEqual(names)
  })

  it('needs a key of the right kind; without one the command says so', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const text = rsa.export({ format: 'pem', type: 'pkcs8' }).toString()
    await expect(manifestSigningOf({ BASALT_UPDATE_KEY: text }, 'https://updates.example')).rejects.toThrow('Ed25519')
    expect((await manifestSigningOf({}, 'https://updates.example')).missing).toHaveLength(1)
  })
})

/** Replaces the requests of the Electron runtime. */
const request = (options: Parameters<typeof get>[0]): Promise<string> =>
  new Promise((resolve, reject) => {
    get(options, (response: IncomingMessage) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        if (response.statusCode === 200) resolve(Buffer.concat(chunks).toString())
        else reject(Object.assign(new Error('HttpError'), { statusCode: response.statusCode }))
      })
    }).on('error', reject)
  })
