/** Database servers that tests run on, beside those that come as packages. */
import { existsSync } from 'node:fs'
import { findProgram } from './desktop.mjs'
import { run } from './process.mjs'

/** Where the distributions put what is not meant for people. */
const places = ['/usr/sbin/mariadbd', '/usr/local/sbin/mariadbd', '/usr/libexec/mariadbd', '/opt/homebrew/bin/mariadbd']

/** The MariaDB server, which the tests start for themselves on a free port with data of their own. */
export function findMariadb() {
  return findProgram('mariadbd') ?? places.find((file) => existsSync(file))
}

/** Installs the server's programs alone, which starts nothing: from the distribution, when root on Debian and its kin. */
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
