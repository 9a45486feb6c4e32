/** Database servers for tests, in addition to those that come as packages. */
import { existsSync } from 'node:fs'
import { findProgram } from './desktop.mjs'
import { run } from './process.mjs'

/** Where distributions put programs that users don't call directly. */
const places = ['/usr/sbin/mariadbd', '/usr/local/sbin/mariadbd', '/usr/libexec/mariadbd', '/opt/homebrew/bin/mariadbd']

/** Finds the MariaDB server, which the tests start on a free port with their own data. */
export function findMariadb() {
  return findProgram('mariadbd') ?? places.find((file) => existsSync(file))
}

/**
 * Installs only the server's programs from the distribution, without starting anything. Needs root on Debian or a
 * derivative.
 */
export async function installMariadb() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || findProgram('apt-get') === undefined) return undefined
  const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' }, limitMs: 300_000 }
  await run('apt-get', ['update', '-qq'], options)
  // Older distributions have the programs under names with versions; there, the whole server brings them along.
  for (const packages of [['mariadb-server-core', 'mariadb-client-core'], ['mariadb-server']]) {
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)
    const found = findMariadb()
    if (found !== undefined) return found
  }
  return undefined
}
