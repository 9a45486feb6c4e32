import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port'

const run = promisify(execFile)

/** A private MariaDB server, which tests may kill and restart. Its data survives the kill. */
export interface OwnMariadb {
  /** Its address, with the first user, which has no password. */
  readonly url: string
  readonly start: () => Promise<void>
  /** Ends it without warning. */
  readonly kill: () => Promise<void>
  /** Ends it and removes its data. */
  readonly remove: () => Promise<void>
}

/** Where distributions put programs that users don't call directly. */
const places = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin', '/usr/libexec']

/** Returns the full path of a program, under any of its names. */
export function findProgram(...names: readonly string[]): string | undefined {
  return names.flatMap((name) => places.map((place) => join(place, name))).find((file) => existsSync(file))
}

/** @throws Error when MariaDB is not installed here */
export async function createOwnMariadb(options: readonly string[] = []): Promise<OwnMariadb> {
  const program = findProgram('mariadbd', 'mysqld')
  const installer = findProgram('mariadb-install-db', 'mysql_install_db')
  if (program === undefined || installer === undefined) throw new Error('MariaDB is not installed')
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'basalt-mariadb-'))
  const dataFolder = join(folder, 'data')
  mkdirSync(dataFolder)
  // MariaDB runs as root only with this flag.
  const user = process.getuid?.() === 0 ? ['--user=root'] : []
  await run(
    installer,
    ['--no-defaults', ...user, `--datadir=${dataFolder}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
    // A server that starts deletes temporary tables of others in the same folder.
    { env: { ...process.env, TMPDIR: folder } },
  )
  const url = `mysql://root@127.0.0.1:${port}/mysql`
  let server: ChildProcess | undefined
  // An aborted run leaves neither process nor data behind.
  const abandon = (): void => {
    server?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', abandon)

  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    const running = server
    server = undefined
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill(signal)
    await ended
  }

  return {
    url,
    start: async () => {
      server = spawn(
        program,
        [
          '--no-defaults',
          ...user,
          `--datadir=${dataFolder}`,
          `--tmpdir=${folder}`,
          `--port=${port}`,
          '--bind-address=127.0.0.1',
          `--socket=${join(folder, 'socket')}`,
          `--pid-file=${join(folder, 'pid')}`,
          '--skip-log-bin',
          '--innodb-buffer-pool-size=64M',
          ...options,
        ],
        { stdio: ['ignore', 'ignore', 'pipe'] },
      )
      await whenReady(server)
    },
    kill: () => end('SIGKILL'),
    remove: async () => {
      await end('SIGTERM')
      process.off('exit', abandon)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves when the server reports that it accepts connections. */
function whenReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log += text
      if (log.includes('ready for connections')) resolve()
    })
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`MariaDB ended with ${code}: ${log}`)))
  })
}
