import { execFile } from 'node:child_process'
import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startServeProcess, type ServeProcess } from '@tests/helpers/serve-process'
import { loadNotices, loadPackageFiles, loadStandIn, type Packed, type PackedFile } from '@tests/helpers/stand-in'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/*
 * The application as `npm run package` packs it, around a stand-in for the Electron runtime. Node can't read the
 * archive, so its programs run from a folder with the archive's files.
 */

/** Packing reads and writes thousands of files: ten seconds on a quiet machine. */
const packingTimeoutMs = 300_000
const mostBytes = 60 * 1024 ** 2
const { packWithStandIn, filesOfArchive, fusesOf, missingPackers } = await loadStandIn()
const { missingNatives, packagesOfBuild } = await loadPackageFiles()
const { packagesInside, isAllowed } = await loadNotices()

const obstacles =
  process.platform === 'linux'
    ? missingNatives('linux', [process.arch])
    : ['The stand-in for the runtime is for Linux.']
const isHere = obstacles.length === 0
if (!isHere) process.stderr.write(`The package is NOT tested here. ${obstacles.join(' ')}\n`)

const missing = missingPackers()
if (isHere && missing.length > 0)
  process.stderr.write(
    `AppImage and real deb are NOT built here: electron-builder would download ${missing.join(' and ')}. CI builds them.\n`,
  )

/** Natives by what they are, not by system: `argon2-linux-x64-gnu` → `argon2-(system)`. */
const neutral = (path: string): string =>
  path
    .replace(/(argon2-)(?:linux|darwin|win32)-\w+(?:-\w+)?/, '$1(system)')
    .replace(/(?:linux|darwin|win32)-[\w-]+\.node/, '(system).node')

/** A line of the reviewed list: each package, each native file, and each folder of our own. */
function groupOf({ path, isUnpacked }: PackedFile): string {
  if (isUnpacked && path.endsWith('.node')) return neutral(path)
  const [, name] = /^(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? []
  if (name !== undefined) return `${neutral(name)}/`
  const inBuild = /^dist\/main\/[^/]+$|^dist\/preload\/|^[^/]+$/.test(path)
  return inBuild ? path : `${path.split('/').slice(0, 3).join('/')}`.replace(/\/[^/]*\.[^/]+$/, '/')
}

/** Files that no program of a package reads. */
const unneeded =
  /\.(?:map|ts|tsx|mts|cts|flow|md|markdown|tsbuildinfo|c|cc|cpp|h|hpp|gyp|gypi|lib|pdb|o|obj)$|(?:^|\/)(?:test|tests|__tests__|\.github|docs|example|examples|benchmark|coverage)\/|\.(?:test|spec)\.[cm]?js$/

const relativeImport = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)["'](\.{1,2}\/[^"'\n]*)["']/g

describe.skipIf(!isHere)('the package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'basalt-package-'))
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  let packed: Packed
  let files: PackedFile[]
  let server: ServeProcess

  beforeAll(async () => {
    packed = await packWithStandIn(folder, {
      env: { BASALT_UPDATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() },
    })
    expect([packed.code, packed.code === 0 ? '' : packed.output]).toEqual([0, ''])
    files = await filesOfArchive(packed.archive)
    server = await startServeProcess(join(folder, 'profile'), [], join(packed.app, 'dist/main/serve.js'))
  }, packingTimeoutMs)
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Runs a program of the package with the stub of Electron that the tests use. */
  function runInStub(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const stub = join(folder, 'electron.mjs')
    writeFileSync(
      stub,
      `export const app = { isPackaged: true, exit: (code) => process.exit(code), getVersion: () => '0', getPath: () => '' }
export const ipcMain = {}, ipcRenderer = {}, shell = {}, nativeTheme = {}
export default { app, ipcMain, ipcRenderer, shell }`,
    )
    const hooks = `import { registerHooks } from 'node:module'
registerHooks({ resolve: (name, context, next) => name === 'electron' ? { url: ${JSON.stringify(pathToFileURL(stub).href)}, shortCircuit: true } : next(name, context) })`
    const preload = `data:text/javascript,${encodeURIComponent(hooks)}`
    return new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const child = execFile(
        process.execPath,
        ['--import', preload, ...args],
        { cwd: folder, env: { ...process.env, ...env } },
        (_error, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
      )
    })
  }

  it('contains what is on the reviewed list, and nothing else', async () => {
    const groups = [...new Set(files.map(groupOf))].sort()
    // After a review of the change: npx vitest run --project e2e tests/e2e/package.test.ts -u
    await expect(`${groups.join('\n')}\n`).toMatchFileSnapshot('package-files.txt')
  })

  it('contains no sources, tests, documents or maps of packages, and no binary of another system', () => {
    expect(
      files.map(({ path }) => path).filter((path) => path.startsWith('node_modules/') && unneeded.test(path)),
    ).toEqual([])
    expect(files.filter(({ path }) => path.endsWith('.map'))).toEqual([])
    const natives = files
      .filter(({ path }) => /\.(?:node|dll|exe|dylib|so)$/.test(path))
      .map(({ path }) => neutral(path))
    expect(natives.sort()).toEqual([
      'node_modules/@node-rs/argon2-(system)/argon2.(system).node',
      'node_modules/better-sqlite3/prebuilds/(system).node',
      'node_modules/node-pty/build/Release/pty.node',
    ])
  })

  it('takes at most 60 MiB beside the runtime', () => {
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    process.stdout.write(`The package has ${files.length} files of ${(bytes / 1024 ** 2).toFixed(1)} MiB.\n`)
    expect(bytes).toBeLessThanOrEqual(mostBytes)
  })

  it('has native modules, and nothing of ours, as files beside the archive', () => {
    const beside = files.filter(({ isUnpacked }) => isUnpacked).map(({ path }) => path)
    expect(beside.filter((path) => !/^node_modules\/(?:better-sqlite3|node-pty|@node-rs)\//.test(path))).toEqual([])
    const inside = files.filter(({ path, isUnpacked }) => path.endsWith('.node') && !isUnpacked)
    expect(inside).toEqual([])
    expect(beside.every((path) => existsSync(join(`${packed.archive}.unpacked`, path)))).toBe(true)
  })

  it('has the fuses of electron-builder.yml in its binary', () => {
    expect(fusesOf(join(packed.packed, 'basalt'))).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    })
  })

  it('knows where updates come from, and the key that signs them', () => {
    const feed = readFileSync(join(packed.packed, 'resources', 'app-update.yml'), 'utf8')
    expect(feed).toContain('url: https://updates.basalt.example/')
    const { main, updates } = JSON.parse(readFileSync(join(packed.app, 'package.json'), 'utf8')) as {
      readonly main: string
      readonly updates: { readonly url: string; readonly publicKey: string }
    }
    expect(main).toBe('dist/main/start.js')
    const inPackage = createPublicKey({ key: Buffer.from(updates.publicKey, 'base64'), format: 'der', type: 'spki' })
    expect(inPackage.equals(publicKey)).toBe(true)
  })

  it('comes with a manifest for each channel, signed with this key', () => {
    for (const channel of ['latest', 'beta']) {
      const manifest = readFileSync(join(packed.release, `${channel}-linux.yml`))
      const signature = readFileSync(join(packed.release, `${channel}-linux.yml.sig`), 'utf8')
      expect(verify(null, manifest, publicKey, Buffer.from(signature, 'base64'))).toBe(true)
      const [, name = '', sha512] = /- url: (\S+)\n\s+sha512: (\S+)/.exec(manifest.toString()) ?? []
      const bytes = readFileSync(join(packed.release, name))
      expect(createHash('sha512').update(bytes).digest('base64')).toBe(sha512)
    }
  })

  it('offers itself for files and links on Linux, without JSON', () => {
    const entry = readFileSync(packed.entry, 'utf8')
    expect(entry).toMatch(/^Exec=\/opt\/Basalt\/basalt %U$/m)
    expect(/^MimeType=(.*);$/m.exec(entry)?.[1]?.split(';')).toEqual([
      'application/vnd.sqlite3',
      'application/x-sqlite3',
      'text/csv',
      'text/tab-separated-values',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/x-ndjson',
      'x-scheme-handler/basalt',
    ])
    const { desktopName } = JSON.parse(readFileSync(join(packed.app, 'package.json'), 'utf8')) as {
      readonly desktopName: string
    }
    // The system joins windows and entry by this name.
    expect(entry).toMatch(new RegExp(`^StartupWMClass=${desktopName.replace('.desktop', '')}$`, 'm'))
  })

  it('serves the page, and writes and reads a record', async () => {
    const page = await fetch(`${server.origin}/dashboard/`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>')])
    const post = async (path: string, body: unknown, token = ''): Promise<{ readonly [name: string]: unknown }> => {
      const answer = await fetch(`${server.origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'xc-auth': token },
        body: JSON.stringify(body),
      })
      expect([path, answer.status]).toEqual([path, 200])
      return (await answer.json()) as { readonly [name: string]: unknown }
    }
    const { token } = await post('/auth/signup', { email: 'ada@example.com', password: 'correct horse battery' })
    const operate = (api: string, args: unknown, projectId?: string) =>
      post(`/dashboard/?q=sqlOp_${api}`, { api, project_id: projectId, args }, String(token))
    const project = await operate('projectCreateSample', {})
    const rows = `/nc/${String(project['id'])}/api/v1/Artists`
    const written = await post(rows, { Name: 'The packed ones' }, String(token))
    const read = await fetch(`${server.origin}${rows}/${String(written['Id'])}`, {
      headers: { 'xc-auth': String(token) },
    })
    expect(await read.json()).toMatchObject({ Name: 'The packed ones' })

    const apiToken = await operate('apiTokenCreate', { title: 'Command', role: 'owner' }, String(project['id']))
    const environment = {
      BASALT_URL: server.origin,
      BASALT_PROJECT: String(project['id']),
      BASALT_TOKEN: String(apiToken['token']),
    }
    const command = [join(packed.app, 'dist/main/start.js'), '--basalt-command', '--']
    const found = await runInStub([...command, 'get', 'Artists', String(written['Id']), '--json'], environment)
    expect([found.err, found.code]).toEqual(['', 0])
    expect(JSON.parse(found.out)).toMatchObject({ Name: 'The packed ones' })
    expect(await runInStub([...command, 'get', 'Nothing'], environment)).toMatchObject({ code: 1, out: '' })
  })

  it('can load every package that its code loads', async () => {
    const { loaded, read } = packagesOfBuild(join(packed.app, 'dist/main'))
    const shipped = loaded.filter((name) => existsSync(join(packed.app, 'node_modules', name)))
    expect(shipped).toEqual(expect.arrayContaining(['better-sqlite3', 'electron-updater', 'node-pty', 'pg', 'tedious']))
    const script = join(packed.app, 'dist/main/load-all.mjs')
    writeFileSync(
      script,
      `for (const name of ${JSON.stringify(shipped)}) await import(name)\nprocess.stdout.write('all')\nprocess.exit()`,
    )
    const { out, err } = await runInStub([script])
    rmSync(script)
    expect([out, out === 'all' ? '' : err]).toEqual(['all', ''])
    expect(read).toEqual(['@fastify/swagger-ui'])
    for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'])
      expect(existsSync(join(packed.app, 'node_modules/@fastify/swagger-ui/static', file))).toBe(true)
  })

  it('contains every file that a packed file imports', () => {
    const endings = ['', '.js', '.json', '.mjs', '.cjs', '.node', '/index.js', '/index.mjs', '/package.json']
    const isFile = (path: string): boolean =>
      endings.some((ending) => statSync(`${path}${ending}`, { throwIfNoEntry: false })?.isFile() === true)
    const missing = files.flatMap(({ path }) => {
      if (!path.startsWith('node_modules/') || !/\.[cm]?js$/.test(path)) return []
      const text = readFileSync(join(packed.app, path), 'utf8')
      return [...text.matchAll(relativeImport)].flatMap(([, target = '']) => {
        const wanted = join(dirname(path), target)
        // Some imports are in comments, and lead nowhere in the installed package either.
        return !isFile(join(packed.app, wanted)) && isFile(wanted) ? [`${path} imports ${target}`] : []
      })
    })
    expect(missing.filter((line) => !/better-sqlite3\/lib\/.*prebuilds\/.*\.node$/.test(line))).toEqual([])
  })

  it('names the licence of every package in it, all of which allow that', async () => {
    const inside = packagesInside()
    expect(
      inside.filter(({ licence }) => !isAllowed(licence)).map(({ name, licence }) => `${name}: ${licence}`),
    ).toEqual([])
    const notices = await (await fetch(`${server.origin}/dashboard/licences.txt`)).text()
    expect(inside.filter(({ name, version }) => !notices.includes(`\n${name} ${version} (`))).toEqual([])
    const names = new Set(inside.map(({ name }) => name))
    const shipped = files.flatMap(({ path }) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [])
    expect([...new Set(shipped)].filter((name) => !names.has(name))).toEqual([])
    for (const name of ['react', 'fastify', 'zod', 'better-sqlite3']) expect(names).toContain(name)
  })
})
