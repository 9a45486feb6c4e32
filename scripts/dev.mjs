/**
 * `npm run dev`: serves the web page with hot reload; rebuilds and restarts the server when its sources change. Proxies
 * everything but the page to the server, so the browser sees one origin as in the built application.
 */
import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { createServer as createSocket } from 'node:net'
import { endWithNpm, handOverToProjectNode, inRoot, loadModule, root, offerLocales, say } from './lib/process.mjs'

/** Returns a free port, stable over restarts of the server. */
function freePort() {
  return new Promise((resolve, reject) => {
    const socket = createSocket()
    socket.once('error', reject)
    socket.listen(0, '127.0.0.1', () => {
      const { port } = socket.address()
      socket.close(() => resolve(port))
    })
  })
}

/** Runs one server: `restart` ends the old one, which releases its profile, before the new one starts. */
function keepServer(port, args) {
  let child
  let queue = Promise.resolve()
  const stop = () =>
    new Promise((resolve) => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', resolve)
      child.kill('SIGTERM')
    })
  const begin = async () => {
    await stop()
    child = spawn(process.execPath, [inRoot('dist', 'main', 'serve.js'), '--port', String(port), ...args], {
      cwd: root,
      stdio: 'inherit',
    })
  }
  // Vite exits by itself on a signal; the server must not outlive it.
  process.on('exit', () => child?.kill('SIGTERM'))
  return { restart: () => (queue = queue.then(begin)), stop: () => (queue = queue.then(stop)) }
}

/**
 * @param onBuilt  called after the first build, and once after each change, when all that it reaches is built
 * @returns the watchers of the server's bundle and of each program of SQLite
 */
async function rebuildServerOnChange(vite, onBuilt) {
  let isReady = false
  const building = new Set()
  /** Resolves after the first build. */
  const watch = async (config) => {
    const watcher = await vite.build({ ...config, build: { ...config.build, watch: {} } })
    const { promise, resolve } = Promise.withResolvers()
    watcher.on('event', ({ code, error }) => {
      if (code === 'START') building.add(watcher)
      if (code === 'ERROR') say(String(error?.message ?? error))
      if (code !== 'END' && code !== 'ERROR') return
      building.delete(watcher)
      if (code === 'END') resolve()
      if (code === 'END' && isReady && building.size === 0) onBuilt()
    })
    await promise
    return watcher
  }
  const { sqlitePrograms } = await import('./build/sqlite-programs.ts')
  // Emptied once: a build of the server that emptied it after each change would remove the other programs.
  await rm(inRoot('dist', 'main'), { recursive: true, force: true })
  const server = {
    configFile: inRoot('scripts/build/server.config.ts'),
    logLevel: 'warn',
    build: { emptyOutDir: false },
  }
  const watchers = await Promise.all([server, ...sqlitePrograms('dist/main')].map(watch))
  isReady = true
  onBuilt()
  return watchers
}

/**
 * True for requests of the page, which Vite serves. API calls are paths outside its folder, its auth paths, and any
 * write.
 */
function isPage(request) {
  const path = request.url ?? '/'
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  return path.startsWith('/dashboard/') && !path.startsWith('/dashboard/auth/') && !path.startsWith('/dashboard/?q=')
}

function proxyTo(target, ownOrigins) {
  return {
    '^/': {
      target,
      changeOrigin: true,
      bypass: (request) => (isPage(request) ? request.url : undefined),
      // Replaces our own page's origin with the server's. Any other stays foreign, and the server rejects it.
      configure: (proxy) =>
        proxy.on('proxyReq', (outgoing, incoming) => {
          if (ownOrigins().includes(incoming.headers.origin ?? '')) outgoing.setHeader('origin', target)
        }),
    },
  }
}

async function dev(args) {
  offerLocales()
  process.chdir(root)
  const vite = await loadModule('node_modules', 'vite', 'dist', 'node', 'index.js')
  const port = await freePort()
  const server = keepServer(port, args)
  const watchers = await rebuildServerOnChange(vite, server.restart)

  let pageUrls = []
  const page = await vite.createServer({
    configFile: inRoot('vite.config.ts'),
    server: {
      host: '127.0.0.1',
      proxy: proxyTo(`http://127.0.0.1:${port}`, () => pageUrls.map((url) => new URL(url).origin)),
    },
  })
  await page.listen()
  pageUrls = [...(page.resolvedUrls?.local ?? []), ...(page.resolvedUrls?.network ?? [])]
  say(`Basalt for development: ${pageUrls[0] ?? ''}`)

  const end = async () => {
    await Promise.all(watchers.map((watcher) => watcher.close()))
    await page.close()
    await server.stop()
    process.exit(0)
  }
  process.once('SIGINT', () => void end())
  process.once('SIGTERM', () => void end())
}

endWithNpm()
if (!(await handOverToProjectNode(import.meta.url))) await dev(process.argv.slice(2))
