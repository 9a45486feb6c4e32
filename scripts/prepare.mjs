/**
 * Prepares a fresh clone: installs the packages if they are missing or don't match package-lock.json. With `--test`
 * also a Chromium for the end-to-end tests and a MariaDB server. Silent when everything is there.
 *
 * Runs before anything is installed, on any Node from 20.
 */
import { existsSync, readFileSync } from 'node:fs'
import { findMariadb, installMariadb } from './lib/databases.mjs'
import { findChromium, installChromium } from './lib/desktop.mjs'
import { complain, hostPath, inRoot, projectNode, run, say } from './lib/process.mjs'

const oldestNode = 20
if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  complain(`Basalt needs Node ${oldestNode} or newer to install; this is ${process.versions.node}.`)
  process.exit(1)
}

/**
 * True if node_modules matches the lockfile. npm writes the inner lockfile last, so this detects an interrupted install
 * too.
 */
function installed() {
  const inner = inRoot('node_modules', '.package-lock.json')
  if (!existsSync(inner) || projectNode() === undefined) return false
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
  const wanted = packagesOf(inRoot('package-lock.json'))
  const present = packagesOf(inner)
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' || (present[path] === undefined ? entry.optional : present[path].version === entry.version),
  )
}

if (!installed()) {
  say('Installing packages (once, a minute or two) …')
  const { code } = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    env: { PATH: hostPath() },
    shell: process.platform === 'win32',
  })
  if (code !== 0 || !installed()) {
    complain('The packages could not be installed. Check the network and the disk, then run the command again.')
    process.exit(code || 1)
  }
}

if (process.argv.includes('--test') && (await findChromium()) === undefined) {
  say('Installing Chromium for the end-to-end tests …')
  if ((await installChromium()) === undefined)
    complain(
      'No Chromium could be found or installed: THE END-TO-END TESTS WILL BE SKIPPED. ' +
        'Install Chromium or Chrome, or name one with BASALT_CHROMIUM, and run the command again.',
    )
}

if (process.argv.includes('--test') && process.env.BASALT_TEST_MYSQL_URL === undefined && findMariadb() === undefined) {
  say('Installing MariaDB for the tests …')
  if ((await installMariadb()) === undefined)
    complain(
      'No MariaDB could be found or installed: ITS TESTS WILL BE SKIPPED. ' +
        'Install the MariaDB server, or name a test server with BASALT_TEST_MYSQL_URL, and run the command again.',
    )
}
