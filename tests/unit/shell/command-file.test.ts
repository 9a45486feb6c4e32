import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { appLauncher, argumentsOfCommand, writeCommandFile } from '@main/shell/command-file'
import { shellEnvironment } from '@main/terminal/pty'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), "basalt command's "))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the command file of terminals', () => {
  it.skipIf(process.platform === 'win32')('passes every argument on, whatever is in it', async () => {
    const print = 'console.log(JSON.stringify(process.argv.slice(1)))'
    const launcher = { file: process.execPath, args: ['-e', print, '--', "it's"] }
    const path = await writeCommandFile(join(folder, 'bin'), launcher, 'linux')
    const out = execFileSync(join(path, 'basalt'), ['a b', '$(exit 1)', '*', "'", '"'], { encoding: 'utf8' })
    expect(JSON.parse(out)).toEqual(["it's", 'a b', '$(exit 1)', '*', "'", '"'])
  })

  it('is a batch file on Windows', async () => {
    const path = await writeCommandFile(folder, { file: 'C:\\100%\\Basalt.exe', args: ['--run'] }, 'win32')
    expect(readFileSync(join(path, 'basalt.cmd'), 'utf8')).toBe('@echo off\r\n"C:\\100%%\\Basalt.exe" "--run" %*\r\n')
  })
})

describe('the command in the desktop application', () => {
  it.each(['linux', 'darwin', 'win32'])('takes arguments that look like options and addresses on %s', (platform) => {
    const given = ['query', 'SELECT 1', '--json', '--', 'https://basalt.example', '--basalt-command', '--help']
    for (const appPath of [undefined, '/repository']) {
      const { file, args } = appLauncher('/opt/Basalt/basalt', appPath, platform)
      expect(args.at(-1)).toBe('--')
      expect(argumentsOfCommand([file, ...args, ...given])).toEqual(given)
      expect(args.includes('/repository')).toBe(appPath !== undefined)
    }
  })

  it('is not asked for by a start that opens a window', () => {
    expect(argumentsOfCommand(['/opt/Basalt/basalt', '--port', '0', '/files/store.sqlite'])).toBeUndefined()
  })

  it('is asked for by its first word, as the deb links the application into the PATH', () => {
    expect(argumentsOfCommand(['/usr/bin/basalt', 'get', 'Tracks', '--json'])).toEqual(['get', 'Tracks', '--json'])
    expect(argumentsOfCommand(['/usr/bin/basalt', '--help'])).toEqual(['--help'])
    expect(argumentsOfCommand(['/usr/bin/basalt'])).toBeUndefined()
    expect(argumentsOfCommand(['/usr/bin/basalt', '/files/ls'])).toBeUndefined()
  })

  it('also takes arguments without the end of options', () => {
    expect(argumentsOfCommand(['basalt', '--basalt-command', 'ls', '--json'])).toEqual(['ls', '--json'])
  })
})

describe('the variables of a terminal', () => {
  it('include those of its project, and the command comes first on the path', () => {
    const environment = { PATH: '/usr/bin', BASALT_TOKEN: 'of the server' }
    const own = { BASALT_TOKEN: 'of the terminal', PATH: '/profile/bin' }
    expect(shellEnvironment(environment, own)).toEqual({
      PATH: process.platform === 'win32' ? '/profile/bin;/usr/bin' : '/profile/bin:/usr/bin',
      BASALT_TOKEN: 'of the terminal',
      TERM_PROGRAM: 'Basalt',
    })
  })
})
