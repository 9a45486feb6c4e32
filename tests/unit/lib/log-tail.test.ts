import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFileLog } from '@main/lib/log'
import { readLogTail } from '@main/lib/log-tail'
import { afterEach, beforeEach, expect, it } from 'vitest'

let profile: string

beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'basalt-log-'))
})
afterEach(() => rmSync(profile, { recursive: true, force: true }))

it('returns the last lines of a running log, without secrets', async () => {
  const { log, close } = createFileLog(profile, 'info')
  for (let at = 0; at < 300; at += 1) log.info({ at }, 'step')
  log.error(
    { body: { password: 'hunter2' }, err: new Error('connect postgres://ada:hunter2@db.harbour/shop') },
    'ada@x.org',
  )
  const lines = await readLogTail(profile, log)
  expect(lines).toHaveLength(200)
  expect(lines[0]).toContain('"at":101')
  expect(lines.at(-1)).toContain('[e-mail]')
  expect(lines.join('\n')).not.toMatch(/hunter2|harbour|ada@/)
  await close()
})

it('drops a line that it would cut, and answers without a log', async () => {
  const still = { flush: (done?: (error?: Error) => void) => done?.() }
  expect(await readLogTail(profile, still)).toEqual([])
  mkdirSync(join(profile, 'logs'))
  const file = join(profile, 'logs', 'server.log')
  writeFileSync(file, `{"password":"${'x'.repeat(70_000)}"}\n`)
  appendFileSync(file, '{"msg":"last"}\n')
  expect(await readLogTail(profile, still)).toEqual(['{"msg":"last"}'])
})
