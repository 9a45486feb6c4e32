import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { randomIds } from '@main/lib/ids'
import { lockProfile } from '@main/lib/profile-lock'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basalt-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const path = (): string => join(folder, 'basalt.lock')
const lock = (): ReturnType<typeof lockProfile> => lockProfile(folder, randomIds)
const leftover = (holder: Record<string, unknown>): Promise<void> =>
  writeFile(
    path(),
    JSON.stringify({ host: hostname(), lockedAt: new Date().toISOString(), processStart: '', nonce: 'x', ...holder }),
  )

/** Returns the id of a process that has certainly ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid ?? 0
}

describe('profile lock', () => {
  it('is held by one at a time, and free again afterwards', async () => {
    const first = await lock()
    await expect(lock()).rejects.toMatchObject({ code: 'PROFILE_IN_USE', details: { pid: process.pid } })
    await first.release()
    const second = await lock()
    await second.release()
    expect(await readdir(folder)).toEqual([])
  })

  it('goes to one of many who ask at once', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 20 }, lock))
    const held = asked.filter((result) => result.status === 'fulfilled')
    expect(held).toHaveLength(1)
  })

  it('goes to one of many who find what a crash left behind', async () => {
    await leftover({ pid: await endedProcess() })
    const asked = await Promise.allSettled(Array.from({ length: 20 }, lock))
    expect(asked.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  })

  it.each<[string, () => Promise<Record<string, unknown>>]>([
    ['of a process that has ended', async () => ({ pid: await endedProcess() })],
    ['of another process with the same number', () => Promise.resolve({ pid: process.pid, processStart: '1' })],
    [
      'from before the machine was started',
      () => Promise.resolve({ pid: process.pid, lockedAt: '2001-01-01T00:00:00Z' }),
    ],
  ])('recognises a leftover %s', async (_name, holder) => {
    await leftover(await holder())
    const held = await lock()
    expect(JSON.parse(await readFile(path(), 'utf8'))).toMatchObject({ pid: process.pid })
    await held.release()
  })

  it.each(['', '{', '[]', '{"pid":"x"}'])('recognises a leftover that cannot be read: %j', async (text) => {
    await writeFile(path(), text)
    const held = await lock()
    await held.release()
    expect(await readdir(folder)).toEqual([])
  })

  it('believes another machine while its sign of life is fresh', async () => {
    await leftover({ pid: 1, host: 'another-machine' })
    await expect(lock()).rejects.toMatchObject({ code: 'PROFILE_IN_USE' })
    const longAgo = new Date(Date.now() - 600_000)
    await utimes(path(), longAgo, longAgo)
    await (await lock()).release()
  })

  it('leaves alone the lock of somebody who took it over', async () => {
    const held = await lock()
    await writeFile(path(), '{"somebody":"else"}')
    await held.release()
    expect(await readFile(path(), 'utf8')).toContain('somebody')
  })
})
