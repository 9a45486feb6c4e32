import {
  bridgeEventNames,
  bridgeLocalNames,
  bridgeRequestNames,
  eventChannel,
  requestChannel,
  subscriptionName,
} from '@common/bridge'
import { ipcRenderer, recorded, resetElectron } from '@tests/helpers/electron-stub'
import { beforeAll, describe, expect, it } from 'vitest'

type Exposed = Record<string, (...args: unknown[]) => unknown>
let bridge: Exposed

beforeAll(async () => {
  resetElectron()
  await import('../../../preload/index')
  bridge = recorded.exposed['basalt'] as Exposed
})

describe('the object at window.basalt', () => {
  it('has one function per request, per event and per thing that is answered here, and nothing else', () => {
    expect(Object.keys(bridge).sort()).toEqual(
      [...bridgeRequestNames, ...bridgeEventNames.map(subscriptionName), ...bridgeLocalNames].sort(),
    )
    expect(Object.values(bridge).every((value) => typeof value === 'function')).toBe(true)
  })

  it('is frozen', () => {
    expect(Object.isFrozen(bridge)).toBe(true)
  })

  it('sends a request on its own channel, with one argument at most', async () => {
    await bridge['openExternal']?.({ url: 'https://example.com' }, 'more', 'and more')
    expect(ipcRenderer.invoked.at(-1)).toEqual({
      channel: requestChannel('openExternal'),
      args: [{ url: 'https://example.com' }],
    })
  })

  it('tells the path of a file that was handed over, and of nothing else', () => {
    expect(bridge['pathOfFile']?.(new File([], 'music.sqlite'))).toBe('/dropped/music.sqlite')
    expect(bridge['pathOfFile']?.({ name: '/etc/passwd' })).toBe('')
    expect(bridge['pathOfFile']?.('/etc/passwd')).toBe('')
  })

  it('hands a listener the payload without the event, until it is ended', () => {
    const heard: unknown[][] = []
    const end = bridge['onRunCommand']?.((...args: unknown[]) => heard.push(args)) as () => void
    ipcRenderer.emit(eventChannel('runCommand'), { sender: 'a way to send' }, { command: 'project.new' })
    end()
    ipcRenderer.emit(eventChannel('runCommand'), {}, { command: 'docs.open' })
    expect(heard).toEqual([[{ command: 'project.new' }]])
  })
})
