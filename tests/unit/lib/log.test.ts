import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { AppError } from '@common/errors'
import { createFileLog, createLog } from '@main/lib/log'

describe('log', () => {
  it('begins a new file while it runs, and keeps a few', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'basalt-log-'))
    const { log, close } = createFileLog(folder, 'info', 10_000)
    try {
      const names = async (): Promise<string[]> => (await readdir(join(folder, 'logs'))).toSorted()
      const more = (): void => {
        for (let n = 0; n < 100; n += 1) log.info('x'.repeat(200))
      }
      await expect
        .poll(async () => (more(), names()), { timeout: 25_000, interval: 300 })
        .toEqual(['server.1.log', 'server.2.log', 'server.3.log', 'server.4.log', 'server.log'])
      for (const name of await names()) expect((await stat(join(folder, 'logs', name))).mode & 0o077).toBe(0)
    } finally {
      await close()
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('never holds secrets, wherever they stand', () => {
    let text = ''
    const stream = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        text += chunk.toString()
        done()
      },
    })
    const log = createLog('info', stream)
    log.info({ token: 'hush', password: 'hush' }, 'flat')
    log.info({ body: { password: 'hush', newPassword: 'hush' } }, 'nested')
    log.info(
      { request: { headers: { 'xc-auth': 'hush', 'xc-master-key': 'hush', cookie: 'hush', authorization: 'hush' } } },
      'deep',
    )
    log.error({ err: new AppError('INTERNAL', {}, { cause: new Error('the cause') }) }, 'fault')
    expect(text).not.toContain('hush')
    expect(text.match(/\[hidden\]/g)).toHaveLength(8)
    expect(text).toContain('the cause')
  })
})
