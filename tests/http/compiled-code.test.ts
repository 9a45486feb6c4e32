import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startServeProcess, type ServeProcess } from '../helpers/serve-process'

let profile: string
let cache: string
beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'basalt-code-'))
  cache = join(profile, 'cache')
})
afterEach(() => rmSync(profile, { recursive: true, force: true }))

/** Starts a server that caches in its profile. */
const start = (): Promise<ServeProcess> => startServeProcess(profile, [], undefined, { NODE_COMPILE_CACHE: undefined })

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

async function expectHealthy(server: ServeProcess): Promise<void> {
  expect((await fetch(`${server.origin}/health`)).status).toBe(200)
  expect(await server.stop()).toBe(0)
}

describe('The cache of compiled code', () => {
  it('fills at the first start, and deletes the code of other builds', async () => {
    mkdirSync(join(cache, 'build-old', 'v1'), { recursive: true })
    mkdirSync(join(cache, 'notes'))
    const server = await start()
    await expect.poll(() => readdirSync(cache)).not.toContain('build-old')
    await expectHealthy(server)
    const [build = '', ...others] = readdirSync(cache)
    expect(build).toMatch(/^build-/)
    expect(others).toEqual(['notes'])
    expect(filesIn(join(cache, build)).length).toBeGreaterThan(20)
    for (const file of filesIn(cache)) expect(statSync(file).mode & 0o077).toBe(0)
  })

  it('replaces damaged code', { tags: ['nightly'] }, async () => {
    await expectHealthy(await start())
    const files = filesIn(cache)
    for (const file of files) writeFileSync(file, 'damaged')
    await expectHealthy(await start())
    expect(files.filter((file) => statSync(file).size > 'damaged'.length).length).toBeGreaterThan(20)
  })

  it('survives the loss of its folder while the server runs', { tags: ['nightly'] }, async () => {
    const server = await start()
    rmSync(cache, { recursive: true })
    await expectHealthy(server)
  })

  it('is not needed: a server starts where the folder cannot be made', { tags: ['nightly'] }, async () => {
    writeFileSync(cache, '')
    await expectHealthy(await start())
    expect(statSync(cache).size).toBe(0)
  })

  it('runs no code from a folder that other users can change', { tags: ['nightly'] }, async () => {
    mkdirSync(cache)
    chmodSync(cache, 0o777)
    await expectHealthy(await start())
    expect(filesIn(cache)).toEqual([])
  })

  it('stays whole when a second server finds the profile in use', { tags: ['nightly'] }, async () => {
    const server = await start()
    await expect(start()).rejects.toThrow('already uses this profile')
    await expectHealthy(server)
    await expectHealthy(await start())
  })
})
