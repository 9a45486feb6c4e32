import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startUtilityProcess } from '@main/shell/child-process'
import { chooseDatabaseFile } from '@main/shell/dialogs'
import { menuTemplate } from '@main/shell/menu'
import { optionsAmong } from '@main/shell/arguments'
import { becomeOnlyInstance, fileAmong } from '@main/shell/single-instance'
import { moveToTrash } from '@main/shell/trash'
import { app, recorded, resetElectron } from '@tests/helpers/electron-stub'
import type * as Electron from 'electron'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'basalt-shell-'))
const file = join(folder, 'music.sqlite')
writeFileSync(file, '')
writeFileSync(join(folder, 'notes.txt'), '')
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(resetElectron)

describe('a file given to the application', () => {
  it('is found among the arguments, relative ones too', () => {
    expect(fileAmong(['--port', '8090', file], '/')).toBe(file)
    expect(fileAmong(['music.sqlite'], folder)).toBe(file)
  })

  it.each([['missing.sqlite'], ['notes.txt'], [''], ['--profile=music.sqlite'], ['.']])('is not %s', (argument) => {
    expect(fileAmong([argument], folder)).toBeUndefined()
  })
})

describe('the options of the desktop shell', () => {
  it.each([
    [
      ['--port', '8090', '--no-sandbox', '--profile=/p', 'music.sqlite'],
      ['--port', '8090', '--profile=/p'],
    ],
    [['--inspect=0', '--remote-debugging-port=0', '/app'], []],
    [
      ['--terminal-port', '8091', '--host', '0.0.0.0', '--grpc-port=50052', '--open'],
      ['--terminal-port', '8091', '--grpc-port=50052'],
    ],
    [['--port'], ['--port']],
  ])('are taken out of %j', (args, options) => {
    expect(optionsAmong(args)).toEqual(options)
  })
})

describe('the only instance', () => {
  it('hears of the file that a second one was given', () => {
    const heard: (string | undefined)[] = []
    expect(becomeOnlyInstance(['basalt'], (given) => void heard.push(given))).toBe(true)
    app.emit('second-instance', {}, [], folder, { file })
    app.emit('second-instance', {}, [], folder, { file: null })
    app.emit('second-instance', {}, [], folder, { file: join(folder, 'notes.txt') })
    app.emit('second-instance', {}, [], folder, 'nonsense')
    expect(heard).toEqual([file, undefined, undefined, undefined])
  })

  it('is refused to a second one, which passes its file on', () => {
    recorded.isOnlyInstance = false
    expect(becomeOnlyInstance(['basalt', file], () => undefined)).toBe(false)
    expect(recorded.instanceData).toEqual({ file })
  })
})

describe('the menu', () => {
  const asked: string[] = []
  const deps = { run: (command: string) => void asked.push(command), openFile: () => void asked.push('openFile') }

  it.each(['darwin', 'win32', 'linux'] as const)('has a label for every item on %s', (platform) => {
    const flat = menuTemplate({ ...deps, platform, isPackaged: true }).flatMap((menu) =>
      Array.isArray(menu.submenu) ? menu.submenu : [],
    )
    expect(flat.filter((item) => item.type !== 'separator').every((item) => (item.label ?? '').length > 0)).toBe(true)
  })

  it('offers the developer tools in a clone only', () => {
    const roles = (isPackaged: boolean) => JSON.stringify(menuTemplate({ ...deps, platform: 'linux', isPackaged }))
    expect(roles(false)).toContain('toggleDevTools')
    expect(roles(true)).not.toContain('toggleDevTools')
  })

  it('runs commands of the page and opens files', () => {
    for (const menu of menuTemplate({ ...deps, platform: 'linux', isPackaged: true }))
      for (const { click } of Array.isArray(menu.submenu) ? menu.submenu : [])
        click?.({} as Electron.MenuItem, undefined, {})
    expect(asked).toEqual(['project.new', 'openFile', 'theme.toggleDark'])
  })

  it('leaves Ctrl+R and Ctrl+W to the page', () => {
    const text = JSON.stringify(menuTemplate({ ...deps, platform: 'linux', isPackaged: true }))
    expect(text).toContain('"role":"reload","label":"Reload","accelerator":"F5"')
    expect(text).not.toContain('"close"')
  })
})

describe('dialogs and the trash', () => {
  it('gives the file that was chosen, or nothing', async () => {
    expect(await chooseDatabaseFile(undefined)).toBeNull()
    recorded.chosen = { canceled: false, filePaths: [file] }
    expect(await chooseDatabaseFile(undefined)).toBe(file)
  })

  it('puts files into the trash, and says so when there is none', async () => {
    await moveToTrash(file)
    expect(recorded.trashed).toEqual([file])
    recorded.hasTrash = false
    await expect(moveToTrash(file)).rejects.toThrow()
  })
})

describe('a child process of the desktop application', () => {
  it('is a utility process: messages go there and back, its end is told once, and it can be killed', () => {
    const heard: unknown[] = []
    const child = startUtilityProcess(new URL('file:///app/dist/main/sqlite-process.js'), ['low'], {
      message: (message) => heard.push(message),
      exit: () => heard.push('exit'),
    })
    const [started] = recorded.started
    expect(started).toMatchObject({ path: '/app/dist/main/sqlite-process.js', args: ['low'] })
    child.send({ kind: 'cancel', slot: 1 })
    expect(started?.process.sent).toEqual([{ kind: 'cancel', slot: 1 }])
    started?.process.emit('message', 'online')
    child.kill()
    expect(started?.process.killed).toBe(true)
    started?.process.emit('exit', 0)
    started?.process.emit('exit', 0)
    expect(heard).toEqual(['online', 'exit'])
  })
})
