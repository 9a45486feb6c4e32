import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { createServer, type Server as NetServer } from 'node:net'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sendRequest } from '@tests/helpers/server'

/** The real command, in a process of its own. `global-setup.ts` has bundled it. */
const script = resolve('.cache/test/serve.js')

let folder: string
let started: Started[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basalt-serve-'))
})
afterEach(async () => {
  for (const each of started) each.signal('SIGKILL')
  await Promise.all(started.map(({ ended }) => ended))
  started = []
  await rm(folder, { recursive: true, force: true })
})

interface Started {
  /** All output so far. */
  readonly output: () => string
  readonly errors: () => string
  readonly ended: Promise<number | null>
  /** Resolves with the address once it is printed. */
  readonly ready: Promise<string>
  readonly signal: (name: NodeJS.Signals) => void
}

function serve(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Started {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: folder, ...environment },
  })
  let output = ''
  let errors = ''
  const ready = new Promise<string>((settle) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const url = /http:\S+?(?=\/dashboard)/.exec(output)?.[0]
      if (url !== undefined) settle(url)
    })
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const result: Started = {
    output: () => output,
    errors: () => errors,
    ended,
    ready: Promise.race([ready, ended.then(() => Promise.reject(new Error(`It ended: ${errors}${output}`)))]),
    signal: (name) => void child.kill(name),
  }
  result.ready.catch(() => undefined)
  started.push(result)
  return result
}

const profile = (name = 'profile'): string => join(folder, name)

describe('serve', () => {
  it('says one line when it is ready, and ends with 0 when it is told to', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const server = serve(['--port', '0', '--profile', profile()])
      const url = await server.ready
      expect((await sendRequest(url, '/health')).json).toEqual({ status: 'ok' })
      server.signal(signal)
      expect(await server.ended).toBe(0)
      expect(server.output()).toMatch(/^Basalt is ready: http:\/\/127\.0\.0\.1:\d+\/dashboard\/\n$/)
      expect(server.errors()).toBe('')
    }
    // No file still marks it as running, and the store is one complete file.
    expect((await readdir(profile())).toSorted()).toEqual([
      'attachments',
      'backups',
      'cache',
      'copies',
      'imports',
      'logs',
      'meta.sqlite',
      'projects',
      'snapshots',
    ])
  })

  it('speaks the chosen language on the console, and English to scripts', async () => {
    const wrong = ['--port', 'many', '--profile', profile()]
    // The output of a child process is no terminal.
    const [script, japanese] = [serve(wrong, { LANG: 'de_DE.UTF-8' }), serve(wrong, { BASALT_LANGUAGE: 'ja' })]
    expect(await Promise.all([script.ended, japanese.ended])).toEqual([2, 2])
    expect(script.errors()).toMatch(/whole number/)
    expect(japanese.errors()).toMatch(/\p{sc=Hira}/u)
  })

  it(
    'keeps its files from other users of the machine, also in a folder that was there before',
    { tags: ['nightly'] },
    async () => {
      const folderOf = (...names: string[]): string => join(profile(), ...names)
      for (const name of ['', 'projects', 'attachments', 'attachments/p', 'logs', 'backups'])
        await mkdir(folderOf(name), { recursive: true })
      for (const name of ['', 'projects', 'attachments', 'attachments/p']) await chmod(folderOf(name), 0o755)
      const earlier = ['logs/server.1.log', 'attachments/p/file', 'settings.json', 'notes.txt']
      for (const name of earlier) await writeFile(folderOf(name), '{}', { mode: 0o644 })
      const server = serve(['--port', '0', '--profile', profile()])
      const url = await server.ready
      const body = { email: 'first@example.com', password: 'a good password' }
      const { token } = (await sendRequest(url, '/auth/signup', { method: 'POST', body })).json as { token: string }
      const made = await sendRequest(url, '/dashboard/', {
        method: 'POST',
        token,
        body: { api: 'projectCreateByWebWithXCDB', args: { title: 'Private' } },
      })
      expect(made.status).toBe(200)
      const open: string[] = []
      for (const each of await readdir(profile(), { recursive: true, withFileTypes: true })) {
        const path = join(each.parentPath, each.name)
        if (((await stat(path)).mode & 0o077) !== 0) open.push(each.name)
      }
      // Basalt doesn't change files of other programs in the folder, but closes the folder.
      expect(open).toEqual(['notes.txt'])
      expect((await stat(profile())).mode & 0o777).toBe(0o700)
      expect((await stat(folderOf('meta.sqlite'))).mode & 0o777).toBe(0o600)
    },
  )

  it('takes the environment as well', { tags: ['nightly'] }, async () => {
    const server = serve([], { BASALT_PORT: '0', BASALT_PROFILE: profile('other'), BASALT_HOST: '127.0.0.1' })
    await server.ready
    expect(await readdir(profile('other'))).toContain('meta.sqlite')
  })

  it(
    'takes its ports from the settings of the profile, and puts broken ones aside',
    { tags: ['nightly'] },
    async () => {
      const { server, port } = await occupy()
      server.close()
      await once(server, 'close')
      await mkdir(profile())
      await writeFile(join(profile(), 'settings.json'), JSON.stringify({ port }))
      const first = serve(['--profile', profile()])
      expect(new URL(await first.ready).port).toBe(String(port))
      first.signal('SIGTERM')
      await first.ended
      await writeFile(join(profile(), 'settings.json'), '{"port":')
      const second = serve(['--profile', profile(), '--port', '0'])
      await second.ready
      expect(second.errors()).toContain('The settings could not be read.')
      expect((await readdir(profile())).filter((name) => name.startsWith('settings.broken'))).toHaveLength(1)
    },
  )

  it('uses the next free port when one is taken, and says so', { tags: ['nightly'] }, async () => {
    const taken = await occupy()
    try {
      const server = serve(['--port', String(taken.port), '--profile', profile()])
      const url = await server.ready
      expect(Number(new URL(url).port)).toBeGreaterThan(taken.port)
      expect(server.output()).toContain(`(port ${taken.port} was taken)`)
      expect((await sendRequest(url, '/health')).status).toBe(200)
    } finally {
      taken.server.close()
    }
  })

  it('serves gRPC at the port that is named, or the next free one, and says where', { tags: ['nightly'] }, async () => {
    const first = serve(['--port', '0', '--profile', profile()])
    const url = await first.ready
    const body = { email: 'first@example.com', password: 'a good password' }
    const { token } = (await sendRequest(url, '/auth/signup', { method: 'POST', body })).json as { token: string }
    const made = await sendRequest(url, '/dashboard/?q=sqlOp_projectCreateByWebWithXCDB', {
      method: 'POST',
      token,
      body: { api: 'projectCreateByWebWithXCDB', args: { title: 'Called', projectType: 'grpc' } },
    })
    const { id } = made.json as { id: string }
    first.signal('SIGTERM')
    await first.ended
    expect(first.output()).not.toContain('gRPC')

    const taken = await occupy()
    try {
      const second = serve(['--port', '0', '--profile', profile()], { BASALT_GRPC_PORT: String(taken.port) })
      const secondUrl = await second.ready
      await expect.poll(second.output, { timeout: 20_000 }).toContain(`(port ${taken.port} was taken)`)
      const address = /gRPC is ready: (127\.0\.0\.1:\d+) /.exec(second.output())?.[1]
      expect(Number(address?.split(':')[1])).toBeGreaterThan(taken.port)
      const { json } = await sendRequest(secondUrl, `/nc/${id}/projectApiInfo`, { token })
      expect(json).toMatchObject({ info: { db: { grpcApiUrl: address } } })
      second.signal('SIGTERM')
      await second.ended
    } finally {
      taken.server.close()
    }

    const third = serve(['--port', '0', '--grpc-port', String(taken.port), '--profile', profile()])
    await third.ready
    await expect.poll(third.output, { timeout: 20_000 }).toContain(`gRPC is ready: 127.0.0.1:${taken.port}\n`)
  })

  it.each([
    [['--port', 'abc'], /^--port needs a whole number/],
    [['--grpc-port', '70000'], /^--grpc-port needs a whole number/],
    [['--prot', '1'], /^Basalt does not know the argument --prot\./],
    [['extra'], /^Basalt does not know the argument extra\./],
  ])('ends with 2 and one sentence for %j', async (args, sentence) => {
    const server = serve([...args, '--profile', profile()])
    expect(await server.ended).toBe(2)
    expect(server.errors()).toMatch(sentence)
    expect(server.errors().trim().split('\n')).toHaveLength(1)
  })

  it('ends with one sentence when another server has the profile', async () => {
    const first = serve(['--port', '0', '--profile', profile()])
    const url = await first.ready
    const second = serve(['--port', '0', '--profile', profile()])
    expect(await second.ended).toBe(1)
    expect(second.errors()).toMatch(/^Another Basalt already uses this profile \(process \d+\)\..*\n$/)
    expect((await sendRequest(url, '/health')).status).toBe(200)
  })

  it('starts again after a crash', { tags: ['nightly'] }, async () => {
    for (let round = 0; round < 2; round += 1) {
      const server = serve(['--port', '0', '--profile', profile()])
      const url = await server.ready
      const body = { email: `person${round}@example.com`, password: 'a good password' }
      expect((await sendRequest(url, '/auth/signup', { method: 'POST', body })).status).toBe(200)
      server.signal('SIGKILL')
      await server.ended
    }
    const url = await serve(['--port', '0', '--profile', profile()]).ready
    const body = { email: 'person0@example.com', password: 'a good password' }
    expect((await sendRequest(url, '/auth/signin', { method: 'POST', body })).status).toBe(200)
  })

  it('leaves a store that it cannot read as it is, and says what to do', { tags: ['nightly'] }, async () => {
    const first = serve(['--port', '0', '--profile', profile()])
    await first.ready
    first.signal('SIGTERM')
    await first.ended
    const file = join(profile(), 'meta.sqlite')
    await writeFile(file, 'broken'.repeat(1_000))
    const second = serve(['--port', '0', '--profile', profile()])
    expect(await second.ended).toBe(1)
    expect(second.errors()).toMatch(/^Basalt's own data cannot be read \(meta\.sqlite\)\. Nothing was changed\./)
    expect(await readFile(file, 'utf8')).toBe('broken'.repeat(1_000))
  })

  it('ends with one sentence when the profile or the address cannot be used', { tags: ['nightly'] }, async () => {
    await writeFile(profile('file'), '')
    const noFolder = serve(['--port', '0', '--profile', profile('file')])
    expect(await noFolder.ended).toBe(1)
    expect(noFolder.errors().trim().split('\n')).toHaveLength(1)
    const noHost = serve(['--port', '0', '--profile', profile(), '--host', '192.0.2.1'])
    expect(await noHost.ended).toBe(1)
    expect(noHost.errors()).toContain('192.0.2.1')
    const noStore = serve(['--port', '0', '--profile', profile()], { BASALT_META_URL: 'postgres://127.0.0.1:1/none' })
    expect(await noStore.ended).toBe(1)
    expect(noStore.errors().trim().split('\n')).toHaveLength(1)
  })

  it('finishes what runs before it ends', async () => {
    const server = serve(['--port', '0', '--profile', profile()])
    const url = await server.ready
    const body = { email: 'first@example.com', password: 'a good password' }
    const first = await sendRequest(url, '/auth/signup', { method: 'POST', body })
    const { token } = first.json as { token: string }
    const creation = JSON.stringify({ api: 'projectCreateByWebWithXCDB', args: { title: 'Last' } })
    // The server answers 100 once it has the head of the request: from then on the request runs.
    const running = request(`${url}/dashboard/?q=sqlOp_projectCreateByWebWithXCDB`, {
      method: 'POST',
      headers: {
        'xc-auth': token,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(creation),
        expect: '100-continue',
      },
    })
    const answered = once(running, 'response') as Promise<[IncomingMessage]>
    await once(running, 'continue')
    server.signal('SIGTERM')
    running.end(creation)
    const [answer] = await answered
    answer.resume()
    expect(answer.statusCode).toBe(200)
    expect(await server.ended).toBe(0)
    const again = serve(['--port', '0', '--profile', profile()])
    const list = await sendRequest(await again.ready, '/dashboard/?q=sqlOp_projectList', {
      method: 'POST',
      token,
      body: { api: 'projectList', args: {} },
    })
    expect(list.json).toHaveLength(1)
  })

  it('writes no secret to its log', { tags: ['nightly'] }, async () => {
    const server = serve(['--port', '0', '--profile', profile()], { BASALT_LOG_LEVEL: 'trace' })
    const url = await server.ready
    const password = 'a very secret password'
    const body = { email: 'first@example.com', password }
    const { token } = (await sendRequest(url, '/auth/signup', { method: 'POST', body })).json as { token: string }
    await sendRequest(url, '/auth/signin', { method: 'POST', body: { ...body, password: `${password}!` } })
    await sendRequest(url, '/auth/signout', { method: 'POST', token })
    server.signal('SIGTERM')
    await server.ended
    const log = await readFile(join(profile(), 'logs', 'server.log'), 'utf8')
    expect(log).toContain('authSignUp')
    expect(log).not.toContain(password)
    expect(log).not.toContain(token)
  })
})

async function occupy(): Promise<{ readonly server: NetServer; readonly port: number }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { server, port: typeof address === 'object' && address !== null ? address.port : 0 }
}
