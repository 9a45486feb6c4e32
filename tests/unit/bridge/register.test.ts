import { AppError } from '@common/errors'
import { bridgeRequestNames, requestChannel, updaterAtStart, type BridgeRequest } from '@common/bridge'
import { sendEvent } from '@main/bridge/events'
import { registerBridge, type BridgeHandlers } from '@main/bridge/register'
import { recorded, resetElectron, WebContents } from '@tests/helpers/electron-stub'
import { beforeEach, describe, expect, it } from 'vitest'

const origin = 'http://127.0.0.1:8080'
const windowId = 7

const answered: number[] = []
const handlers: BridgeHandlers = {
  shellInfo: () => ({ version: '1', platform: 'linux', serverUrl: origin, port: 8080, portIsDefault: true }),
  invokeOperation: ({ name }) => {
    if (name === 'refused') throw new AppError('TABLE_NOT_FOUND', { table: 'Track' })
    if (name === 'broken') throw new Error('SELECT secret FROM somewhere')
    return { name }
  },
  chooseDatabaseFile: () => null,
  openExternal: () => undefined,
  terminalToken: () => null,
  updaterState: () => updaterAtStart,
  logTail: () => [],
  checkForUpdate: () => undefined,
  downloadUpdate: () => undefined,
  restartToUpdate: () => 'notReady',
  tellSaveState: (_input, id) => void answered.push(id),
  takeOpenings: () => [],
  readOpening: () => new Uint8Array(),
  newWindow: () => undefined,
  windowContent: () => null,
  windowChanged: () => undefined,
  menuChanged: () => undefined,
  reveal: () => undefined,
  settingsRead: () => ({}),
  settingsChange: () => undefined,
}

const ourFrame = { url: `${origin}/dashboard/#/projects`, parent: null }

function call(name: BridgeRequest, args: unknown[], frame: unknown = ourFrame, sender = windowId): Promise<unknown> {
  const handler = recorded.handlers.get(requestChannel(name))
  if (handler === undefined) throw new Error(`${name} is not registered`)
  return Promise.resolve(handler({ senderFrame: frame, sender: { id: sender } } as never, ...args))
}

let faults: unknown[] = []
beforeEach(() => {
  resetElectron()
  faults = []
  registerBridge({
    handlers,
    origin: () => origin,
    isOwnWindow: (contentsId) => contentsId === windowId,
    onFault: (error) => {
      faults.push(error)
      return 'fault-1'
    },
  })
})

const operation = { name: 'tableList', token: null, projectId: 'p', args: {} }

describe('a call over the bridge', () => {
  it('is answered as a value', async () => {
    expect(await call('invokeOperation', [operation])).toEqual({ ok: true, value: { name: 'tableList' } })
    expect(await call('shellInfo', [])).toMatchObject({ ok: true, value: { port: 8080 } })
  })

  it('names the window that asks', async () => {
    answered.length = 0
    expect(await call('tellSaveState', [{ ticket: 1, state: 'saved' }])).toEqual({ ok: true, value: undefined })
    expect(answered).toEqual([windowId])
  })

  it('is registered for every name of the channel map, and for nothing else', () => {
    expect([...recorded.handlers.keys()].sort()).toEqual(bridgeRequestNames.map(requestChannel).sort())
  })

  it.each([
    ['a foreign page', { url: 'https://example.com/', parent: null }, windowId],
    ['another port of this computer', { url: 'http://127.0.0.1:8081/dashboard/', parent: null }, windowId],
    ['a frame inside our page', { url: `${origin}/dashboard/`, parent: ourFrame }, windowId],
    ['a page without an address', { url: '', parent: null }, windowId],
    ['the error page', { url: 'data:text/html,x', parent: null }, windowId],
    ['a frame that is gone', null, windowId],
    ['another window', ourFrame, 8],
  ])('from %s is refused', async (_name, frame, sender) => {
    for (const name of bridgeRequestNames)
      expect(await call(name, [operation], frame, sender)).toMatchObject({ ok: false, error: { code: 'NOT_ALLOWED' } })
  })

  it.each([
    ['nothing', []],
    ['text', ['tableList']],
    ['a missing name', [{ token: null, projectId: null }]],
    ['an unknown key', [{ ...operation, path: '/etc/passwd' }]],
    ['a wrong type', [{ ...operation, projectId: 5 }]],
    ['a second argument', [operation, 'more']],
  ])('with %s is refused', async (_name, args) => {
    expect(await call('invokeOperation', args)).toMatchObject({ ok: false, error: { code: 'INPUT_INVALID' } })
  })

  it('refuses arguments where none are expected', async () => {
    expect(await call('chooseDatabaseFile', ['/etc'])).toMatchObject({ ok: false, error: { code: 'INPUT_INVALID' } })
  })

  it('answers an expected error with its sentence and details', async () => {
    expect(await call('invokeOperation', [{ ...operation, name: 'refused' }])).toEqual({
      ok: false,
      error: {
        code: 'TABLE_NOT_FOUND',
        message: { key: 'errors.TABLE_NOT_FOUND', params: { table: 'Track' } },
        msg: "There is no table 'Track' in this project.",
        details: { table: 'Track' },
      },
    })
    expect(faults).toEqual([])
  })

  it('answers a fault in our words, with the id under which the log keeps the cause', async () => {
    const answer = await call('invokeOperation', [{ ...operation, name: 'broken' }])
    expect(answer).toMatchObject({ ok: false, error: { code: 'INTERNAL', id: 'fault-1' } })
    expect(JSON.stringify(answer)).not.toContain('secret')
    expect(faults).toHaveLength(1)
  })
})

describe('an event to the window', () => {
  it('is checked and sent on its own channel', () => {
    const contents = new WebContents()
    sendEvent(contents, 'runCommand', { command: 'project.new' })
    expect(contents.sent).toEqual([{ channel: 'basalt:event:runCommand', args: [{ command: 'project.new' }] }])
  })

  it('goes nowhere when the window is gone', () => {
    const contents = new WebContents()
    contents.destroyed = true
    sendEvent(contents, 'runCommand', { command: 'project.new' })
    sendEvent(undefined, 'runCommand', { command: 'project.new' })
    expect(contents.sent).toEqual([])
  })
})
