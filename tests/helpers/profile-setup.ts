import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { chromiumPath } from './browser'
import { profileTemplateVariable } from './profile-template'
import { sendRequest } from './request'

const program = resolve('dist/main/serve.js')
let folder: string | undefined

/**
 * Starts the built server once, so that the servers of the tests begin with a migrated meta store and compiled code. Each
 * saves 0.3 s of processor time. Two files begin without: `newcomer` and `production`.
 */
export async function setup(): Promise<void> {
  if (chromiumPath === undefined || !existsSync(program)) return
  folder = await mkdtemp(join(tmpdir(), 'basalt-profile-'))
  const [used, template] = [join(folder, 'used'), join(folder, 'template')]
  // The first start migrates. No user has signed up when the store is copied.
  await run(used)
  await cp(used, template, { recursive: true })
  // The second one compiles what threads need.
  await run(used, async (origin) => {
    const body = { email: 'first@example.com', password: 'correct horse battery' }
    const { json } = await sendRequest(origin, '/auth/signup', { method: 'POST', body })
    const { token } = json as { token: string }
    const call = { api: 'projectCreateSample', args: {} }
    await sendRequest(origin, '/dashboard/?q=sqlOp_projectCreateSample', { method: 'POST', token, body: call })
  })
  await cp(join(used, 'cache'), join(template, 'cache'), { recursive: true })
  await rm(used, { recursive: true })
  process.env[profileTemplateVariable] = template
}

export async function teardown(): Promise<void> {
  if (folder === undefined) return
  delete process.env[profileTemplateVariable]
  await rm(folder, { recursive: true, force: true })
}

/** Runs the server until it has answered, and lets it finish. */
async function run(profile: string, task?: (origin: string) => Promise<void>): Promise<void> {
  const server = spawn(process.execPath, [program, '--port', '0', '--profile', profile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((settle) => server.once('exit', settle))
  for await (const line of createInterface({ input: server.stdout })) {
    const origin = /http:\/\/[^\s/]+/.exec(line)?.[0]
    if (origin === undefined) continue
    await task?.(origin)
    break
  }
  server.kill('SIGTERM')
  await ended
}
