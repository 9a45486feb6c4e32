import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { AppError } from '@common/errors'
import { createLog } from '@main/lib/log'

describe('log', () => {
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
    log.info({ request: { headers: { 'xc-auth': 'hush', cookie: 'hush', authorization: 'hush' } } }, 'deep')
    log.error({ err: new AppError('INTERNAL', {}, { cause: new Error('the cause') }) }, 'fault')
    expect(text).not.toContain('hush')
    expect(text.match(/\[hidden\]/g)).toHaveLength(7)
    expect(text).toContain('the cause')
  })
})
