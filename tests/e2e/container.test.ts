import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sendRequest } from '@tests/helpers/request'
import { afterAll, expect, it } from 'vitest'

/*
 * The image of resources/deploy/Dockerfile without Docker: its last stage copies these files, and its user can't write
 * any of them.
 */

const dockerfile = readFileSync('resources/deploy/Dockerfile', 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'basalt-image-'))
const image = join(folder, 'opt')
const profile = join(folder, 'profile')
/** The user of the image. Only root can start a process as another user. */
const user = process.getuid?.() === 0 ? 65_534 : undefined
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Files that a running program loads. */
const loaded = /\.(?:c?js|mjs|json|node|wasm|proto)$/

/** Links the files of a package, or copies them to another disk. Packages inside it have entries of their own. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory() && entry.name !== 'node_modules') linkFolder(source, target)
    if (!entry.isFile() || !loaded.test(entry.name)) continue
    try {
      linkSync(source, target)
    } catch {
      cpSync(source, target)
    }
  }
}

/** Copies the packages that `npm prune --omit=dev` leaves. */
function copyPackages(): void {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: true; readonly devOptional?: true }>>
  }
  for (const [path, { dev, devOptional }] of Object.entries(packages)) {
    if (path === '' || dev === true || devOptional === true || !existsSync(path)) continue
    linkFolder(path, join(image, path))
  }
}

it.skipIf(process.platform !== 'linux')(
  'the files of the image start the server, as a user who can write only the profile',
  async () => {
    for (const path of ['package.json', 'LICENSE', 'dist']) cpSync(path, join(image, path), { recursive: true })
    copyPackages()
    mkdirSync(profile)
    if (user !== undefined) {
      chmodSync(folder, 0o755)
      chownSync(profile, user, user)
    }
    const variables = Object.fromEntries(
      [...dockerfile.matchAll(/^ENV (\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
    )
    const [, program = '[]'] = /^CMD (\[.+\])$/m.exec(dockerfile) ?? []
    const [, ...args] = JSON.parse(program) as string[]
    const server = spawn(process.execPath, args, {
      cwd: image,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(user !== undefined && { uid: user, gid: user }),
      env: {
        ...variables,
        BASALT_HOST: '127.0.0.1',
        BASALT_PORT: '0',
        BASALT_PROFILE: profile,
        BASALT_SETUP_CODE: 'code of the test',
        HOME: '/nonexistent',
        TMPDIR: '/nonexistent',
      },
    })
    const ended = new Promise<number | null>((settle) => server.once('exit', settle))
    try {
      let said = ''
      const origin = await new Promise<string>((settle, refuse) => {
        server.stderr.on('data', (chunk: Buffer) => {
          said += chunk.toString()
          const url = /http:\/\/[^\s/]+(?=\/dashboard)/.exec(said)?.[0]
          if (url !== undefined) settle(url)
        })
        void ended.then((code) => refuse(new Error(`The server ended with ${code}: ${said}`)))
      })
      const ready = async () => (await sendRequest(origin, '/health/ready')).json
      await expect.poll(ready).toEqual({ status: 'ready' })
      const body = { email: 'owner@example.com', password: 'correct horse battery', setupCode: 'code of the test' }
      expect((await sendRequest(origin, '/auth/signup', { method: 'POST', body })).status).toBe(200)
      expect((await sendRequest(origin, '/dashboard/')).text).toContain('<html')
      server.kill('SIGTERM')
      expect(await ended).toBe(0)
    } finally {
      server.kill('SIGKILL')
      await ended
    }
  },
  120_000,
)
