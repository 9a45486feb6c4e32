import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startUtilityProcess } from '@main/shell/child-process'
import { chooseDatabaseFile, chooseFile, showStillRunning } from '@main/shell/dialogs'
import { optionsAmong } from '@main/shell/arguments'
import { becomeOnlyInstance, type SecondInstance } from '@main/shell/single-instance'
import { reveal } from '@main/shell/reveal'
import { moveToTrash } from '@main/shell/trash'
import { app, recorded, resetElectron } from '@tests/helpers/electron-stub'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'basalt-shell-'))
const file = join(folder, 'music.sqlite')
writeFileSync(file, '')
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(resetElectron)

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
  it('receives the files and links of a second one, and the wish for a window', () => {
    const heard: SecondInstance[] = []
    expect(becomeOnlyInstance([], [], (second) => void heard.push(second))).toBe(true)
    app.emit('second-instance', {}, [], folder, { places: [file, 'basalt://p_1', 7, ''] })
    app.emit('second-instance', {}, [], folder, { places: [], wantsWindow: true })
    app.emit('second-instance', {}, [], folder, { places: 'nonsense', wantsWindow: 'yes' })
    app.emit('second-instance', {}, [], folder, null)
    expect(heard).toEqual([
      { places: [file, 'basalt://p_1'], wantsWindow: false },
      { places: [], wantsWindow: true },
      { places: [], wantsWindow: false },
      { places: [], wantsWindow: false },
    ])
  })

  it('is refused to a second one, which passes everything on', () => {
    recorded.isOnlyInstance = false
    expect(becomeOnlyInstance([file], ['--new-window'], () => undefined)).toBe(false)
    expect(recorded.instanceData).toEqual({ places: [file], wantsWindow: true })
  })
})

describe('dialogs and the trash', () => {
  it('gives the file that was chosen, or nothing', async () => {
    expect(await chooseDatabaseFile(undefined)).toBeNull()
    recorded.chosen = { canceled: false, filePaths: [file] }
    expect(await chooseDatabaseFile(undefined)).toBe(file)
    expect(await chooseFile(undefined)).toBe(file)
  })

  it('says that it continues without a window, by notification or dialog', () => {
    showStillRunning()
    expect(recorded.notifications).toHaveLength(1)
    recorded.hasNotifications = false
    showStillRunning()
    expect(recorded.messageBoxes.map(({ message }) => message)).toEqual(['Basalt is still running'])
  })

  it('shows files in their folder while they exist', () => {
    reveal(file)
    expect(recorded.revealed).toEqual([file])
    expect(() => reveal(join(folder, 'gone.csv'))).toThrow(expect.objectContaining({ code: 'FILE_GONE' }))
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
