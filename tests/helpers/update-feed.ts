import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import * as electron from './electron-stub'

/*
 * A feed of updates on a loopback port, with the manifests that our packaging configuration writes, and electron-updater
 * on the stub of Electron.
 */

type PublishConfig = Readonly<Record<string, unknown>>
/** The parts of electron-builder that write manifests. */
interface Builder {
  readonly AppInfo: new (
    info: object,
    buildVersion: null,
  ) => { readonly version: string; readonly channel: string | null }
  readonly expandMacro: (text: string, arch: string | null, appInfo: object) => string
  readonly getConfig: (folder: string, file: string, given: object) => Promise<Record<string, unknown>>
  readonly getPublishConfigs: (packager: object, target: null, arch: null, strict: boolean) => Promise<PublishConfig[]>
  readonly createUpdateInfoTasks: (event: object, configs: PublishConfig[]) => Promise<object[]>
  readonly writeUpdateInfoFiles: (tasks: object[], packager: object) => Promise<void>
  readonly Platform: Readonly<Record<'LINUX' | 'WINDOWS', object>>
}

const require = createRequire(import.meta.url)
const builderRequire = createRequire(require.resolve('electron-builder/package.json'))
const builderPart = (name: string): unknown => builderRequire(`app-builder-lib/out/${name}.js`)
const builder = Object.assign(
  {},
  ...[
    'appInfo',
    'util/macroExpander',
    'util/config/config',
    'publish/PublishManager',
    'publish/updateInfoBuilder',
    'core',
  ].map(builderPart),
) as Builder

/** The commands are plain JavaScript. */
const signing = (await import(/* @vite-ignore */ new URL('../../scripts/lib/signing.mjs', import.meta.url).href)) as {
  readonly manifestSigningOf: (
    environment: Readonly<Record<string, string>>,
    url: string,
  ) => Promise<{ readonly options: readonly string[]; readonly sign: (folder: string) => Promise<string[]> }>
}

export type FeedSystem = 'linux' | 'win32'
const fileNames = { linux: 'AppImage', win32: 'exe' } as const

export interface Release {
  readonly version: string
  /** Bytes of the package. */
  readonly content: string
  readonly notes?: string
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

export interface Feed {
  readonly url: () => string
  /** Requests, as paths without a query, and their headers. */
  readonly requests: { readonly path: string; readonly headers: IncomingMessage['headers'] }[]
  /** Answers a path in another way than with its file. */
  readonly answers: Map<string, Answer>
  /** Packs a release as `npm run package` does, with the manifests of its channels. @returns its file name */
  readonly publish: (release: Release, key?: string) => Promise<string>
  /** Files of the feed, by name. */
  readonly file: (name: string) => string
  /** Writes package.json and app-update.yml of an installed package. @returns its folder */
  readonly installed: (folder: string, key?: string) => Promise<string>
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
}

/** Starts a feed in a folder. */
export async function openFeed(folder: string, system: FeedSystem): Promise<Feed> {
  const requests: Feed['requests'] = []
  const answers = new Map<string, Answer>()
  let server: Server
  let port = 0
  const url = (): string => `http://127.0.0.1:${port}/updates`

  const answer: Answer = (request, response) => {
    const path = new URL(request.url ?? '', 'http://feed').pathname
    requests.push({ path, headers: request.headers })
    const other = answers.get(path)
    if (other !== undefined) return other(request, response)
    readFile(join(folder, path.replace('/updates/', ''))).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    )
  }
  const start = async (): Promise<void> => {
    server = createServer(answer)
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
    port = (server.address() as AddressInfo).port
  }
  const stop = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  const keyEnvironment = (key: string | undefined): Record<string, string> =>
    key === undefined ? {} : { BASALT_UPDATE_KEY: key }

  await start()
  return {
    url,
    requests,
    answers,
    start,
    stop,
    file: (name) => join(folder, name),
    publish: async ({ version, content, notes }, key) => {
      const { packager, configs } = await packagerOf(version, url(), system, notes)
      const name = `Basalt-${version}.${fileNames[system]}`
      const file = join(folder, name)
      await writeFile(file, content)
      const tasks = await builder.createUpdateInfoTasks(
        { file, arch: 1, packager, target: { outDir: folder } },
        configs,
      )
      await builder.writeUpdateInfoFiles(tasks, { emitArtifactCreated: async () => undefined })
      await (await signing.manifestSigningOf(keyEnvironment(key), url())).sign(folder)
      return name
    },
    installed: async (appPath, key) => {
      const { options } = await signing.manifestSigningOf(keyEnvironment(key), url())
      const updates = Object.fromEntries(
        options.map((option) => option.replace('-c.extraMetadata.updates.', '').split(/=(.*)/s)),
      )
      await mkdir(appPath, { recursive: true })
      await writeFile(join(appPath, 'package.json'), JSON.stringify({ name: 'basalt', updates }))
      const { configs } = await packagerOf('1.0.0', url(), system, undefined)
      await writeFile(
        join(appPath, 'app-update.yml'),
        JSON.stringify({ ...configs[0], updaterCacheDirName: 'basalt-updater' }),
      )
      return appPath
    },
  }
}

/** The packager of electron-builder, as far as manifests need it, with our own configuration. */
async function packagerOf(version: string, url: string, system: FeedSystem, notes: string | undefined) {
  process.env['BASALT_UPDATE_URL'] = url
  const given = notes === undefined ? {} : { releaseInfo: { releaseNotes: notes } }
  const config = { ...(await builder.getConfig(resolve('.'), resolve('electron-builder.yml'), {})), ...given }
  const metadata = { name: 'basalt', version, dependencies: { 'electron-updater': '6.8.10' } }
  const info = { metadata, config }
  const appInfo = new builder.AppInfo(info, null)
  const packager = {
    appInfo,
    config,
    info: { ...info, appInfo },
    platform: builder.Platform[system === 'linux' ? 'LINUX' : 'WINDOWS'],
    platformSpecificBuildOptions: {},
    expandMacro: (text: string, arch: string | null) => builder.expandMacro(text, arch, appInfo),
    getResource: async () => null,
  }
  return { packager, configs: await builder.getPublishConfigs(packager, null, null, true) }
}

const electronId = require.resolve('electron')

/** Gives packages that load `electron` themselves the stub. @returns the end of it */
export function useElectronStub(): () => void {
  const before = require.cache[electronId]
  const stub = new (require('node:module') as { Module: new (id: string) => NodeJS.Module }).Module(electronId)
  stub.filename = electronId
  stub.exports = electron
  stub.loaded = true
  require.cache[electronId] = stub
  return () => {
    if (before === undefined) Reflect.deleteProperty(require.cache, electronId)
    else require.cache[electronId] = before
  }
}

/** Folder of electron-updater's downloads, in a cache of its own. */
export const pendingFolder = (cache: string): string => join(cache, 'basalt-updater', 'pending')
