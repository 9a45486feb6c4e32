import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** The commands are plain JavaScript. */
const file = new URL('../../../scripts/lib/feed.mjs', import.meta.url).href
const { channelsOf, problemsOfFeed } = (await import(/* @vite-ignore */ file)) as {
  readonly channelsOf: (version: string) => string[]
  readonly problemsOfFeed: (folder: string, version: string, key?: KeyObject) => Promise<string[]>
}

const { privateKey } = generateKeyPairSync('ed25519')
const packages = {
  'latest.yml': ['basalt-1.2.3-win.exe'],
  'latest-mac.yml': ['basalt-1.2.3-mac-x64.zip', 'basalt-1.2.3-mac-arm64.zip', 'basalt-1.2.3-mac-arm64.dmg'],
  'latest-linux.yml': ['basalt-1.2.3-linux-x86_64.AppImage', 'basalt-1.2.3-linux-amd64.deb'],
  'latest-linux-arm64.yml': ['basalt-1.2.3-linux-arm64.AppImage', 'basalt-1.2.3-linux-arm64.deb'],
}

let folder: string

/** Writes a manifest as electron-builder does. */
function writeManifest(name: string, files: readonly string[]): void {
  const entries = files.map((each) => {
    writeFileSync(join(folder, each), `the package ${each}`)
    const sha512 = createHash('sha512').update(`the package ${each}`).digest('base64')
    return `  - url: ${each}\n    sha512: ${sha512}\n    size: ${`the package ${each}`.length}\n`
  })
  const text = `version: 1.2.3\nfiles:\n${entries.join('')}path: ${files[0]}\nreleaseDate: '2026-11-28T00:00:00.000Z'\n`
  writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, `${name}.sig`), sign(null, Buffer.from(text), privateKey).toString('base64'))
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'basalt-feed-'))
  for (const [name, files] of Object.entries(packages)) {
    writeManifest(name, files)
    writeManifest(name.replace('latest', 'beta'), files)
  }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a feed that is about to be published', () => {
  it('is complete with the manifests of all systems, their files and signatures', async () => {
    expect(await problemsOfFeed(folder, '1.2.3', privateKey)).toEqual([])
  })

  it.each<[string, () => void, string]>([
    ['a missing manifest of betas', () => rmSync(join(folder, 'beta.yml')), 'beta.yml is missing.'],
    ['a missing manifest', () => rmSync(join(folder, 'latest-mac.yml')), 'latest-mac.yml is missing.'],
    [
      'a missing signature',
      () => rmSync(join(folder, 'latest.yml.sig')),
      "latest.yml isn't signed with BASALT_UPDATE_KEY.",
    ],
    [
      'a manifest that changed after signing',
      () => appendFileSync(join(folder, 'latest-linux.yml'), '\n'),
      "latest-linux.yml isn't signed with BASALT_UPDATE_KEY.",
    ],
    [
      'a missing package',
      () => rmSync(join(folder, 'basalt-1.2.3-linux-arm64.deb')),
      'basalt-1.2.3-linux-arm64.deb is missing (latest-linux-arm64.yml).',
    ],
    [
      'a truncated package',
      () => writeFileSync(join(folder, 'basalt-1.2.3-win.exe'), 'the package'),
      'basalt-1.2.3-win.exe has another size (latest.yml).',
    ],
    [
      'a changed package',
      () => writeFileSync(join(folder, 'basalt-1.2.3-win.exe'), 'the package basalt-1.2.3-win.EXE'),
      'basalt-1.2.3-win.exe has another hash (latest.yml).',
    ],
    [
      'a package that no manifest names',
      () => writeFileSync(join(folder, 'basalt-1.2.2-win.exe'), 'old'),
      'No manifest names basalt-1.2.2-win.exe.',
    ],
  ])('is refused with %s', async (_case, change, problem) => {
    change()
    expect(await problemsOfFeed(folder, '1.2.3', privateKey)).toContain(problem)
  })

  it('is refused if it is of another version, or of another channel', async () => {
    expect(await problemsOfFeed(folder, '1.2.4', privateKey)).toContain('latest.yml is of version 1.2.3, not 1.2.4.')
    expect(await problemsOfFeed(folder, '1.3.0-beta.1', privateKey)).toContain(
      'beta.yml is of version 1.2.3, not 1.3.0-beta.1.',
    )
    expect(channelsOf('1.3.0')).toEqual(['latest', 'beta'])
    expect(channelsOf('1.3.0-beta.1')).toEqual(['beta'])
  })

  it('needs no signature if no key signs this project', async () => {
    rmSync(join(folder, 'latest.yml.sig'))
    expect(await problemsOfFeed(folder, '1.2.3')).toEqual([])
  })
})
