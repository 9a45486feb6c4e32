import { terminalLimits, type TerminalResponse } from '@common/terminal'
import { createOutputBuffer } from '@main/terminal/output-buffer'
import { shellEnvironment } from '@main/terminal/pty'
import { createSessionManager } from '@main/terminal/session-manager'
import { createFakePtys, createFakeTimers } from '@tests/helpers/fake-terminal'
import { describe, expect, it } from 'vitest'

function manager() {
  const ptys = createFakePtys()
  const timers = createFakeTimers()
  const faults: unknown[] = []
  const heard: TerminalResponse[] = []
  const sessions = createSessionManager({ spawn: ptys.spawn, timers, onFault: (error) => void faults.push(error) })
  const open = (id: string, owner = 'window') =>
    sessions.handle(owner, { type: 'open', id, columns: 80, rows: 24 }, (response) => void heard.push(response))
  return { ptys, timers, faults, heard, sessions, open }
}
const ignore = (): void => undefined

describe('terminal sessions', () => {
  it('open a shell, pass input on and report output and end', async () => {
    const { sessions, ptys, timers, heard, open } = manager()
    await open('a')
    await sessions.handle('window', { type: 'input', id: 'a', data: 'ls\r' }, ignore)
    await sessions.handle('window', { type: 'resize', id: 'a', columns: 100, rows: 30 }, ignore)
    ptys.at(0).emit('README.md')
    timers.run()
    ptys.at(0).end(3)
    expect(ptys.at(0).calls).toEqual(['write ls\r', 'resize 100 30'])
    expect(heard).toEqual([
      { type: 'opened', id: 'a' },
      { type: 'output', id: 'a', data: 'README.md' },
      { type: 'program', id: 'a', name: 'bash', running: false },
      { type: 'exited', id: 'a', code: 3 },
    ])
    expect(sessions.count()).toBe(0)
  })

  it('are five at most, also when they are asked for at once', async () => {
    const { ptys, heard, open } = manager()
    await Promise.all(['1', '2', '3', '4', '5', '6'].map((id) => open(id)))
    expect(ptys.count()).toBe(5)
    expect(heard.filter(({ type }) => type === 'failed')).toEqual([
      {
        type: 'failed',
        id: '6',
        code: 'TERMINALS_TOO_MANY',
        msg: 'Only 5 terminals can be opened',
        message: { key: 'errors.TERMINALS_TOO_MANY', params: {} },
      },
    ])
  })

  it('have a place again when one is closed', async () => {
    const { sessions, ptys, open, heard } = manager()
    for (const id of ['1', '2', '3', '4', '5']) await open(id)
    await sessions.handle('window', { type: 'close', id: '1' }, ignore)
    expect(ptys.at(0).calls).toEqual(['kill'])
    await open('6')
    expect(heard.at(-1)).toEqual({ type: 'opened', id: '6' })
  })

  it('fail with the fixed text when there is no shell, and the cause goes to the log', async () => {
    const { ptys, heard, faults, open, sessions } = manager()
    ptys.failWith(new Error('node-pty is not built'))
    await open('a')
    expect(heard).toEqual([
      {
        type: 'failed',
        id: 'a',
        code: 'TERMINAL_FAILED',
        msg: 'Error opening the terminal\n\nPlease use your system terminal',
        message: { key: 'errors.TERMINAL_FAILED', params: {} },
      },
    ])
    expect(faults).toHaveLength(1)
    expect(sessions.count()).toBe(0)
  })

  it('are reached by their own window only, and end with it', async () => {
    const { sessions, ptys, open } = manager()
    await open('a', 'first')
    await open('a', 'second')
    await sessions.handle('second', { type: 'input', id: 'a', data: 'x' }, ignore)
    sessions.leave('first')
    expect(ptys.at(0).calls).toEqual(['kill'])
    expect(ptys.at(1).calls).toEqual(['write x'])
    expect(sessions.count()).toBe(1)
  })

  it('refuse an id that is in use, and pass over one that is not', async () => {
    const { sessions, heard, open, ptys } = manager()
    await open('a')
    await open('a')
    expect(heard.at(-1)).toMatchObject({ type: 'failed', code: 'INPUT_INVALID' })
    await sessions.handle('window', { type: 'input', id: 'gone', data: 'x' }, ignore)
    expect(ptys.at(0).calls).toEqual([])
  })

  it('that are closed while they start leave no shell behind', async () => {
    const { sessions, ptys, open, heard } = manager()
    const opening = open('a')
    sessions.leave('window')
    await opening
    expect(ptys.at(0).calls).toEqual(['kill'])
    expect(heard).toEqual([])
  })

  it('wait when the window does not draw, and go on when it has', async () => {
    const { sessions, ptys, open } = manager()
    await open('a')
    const flood = 'x'.repeat(terminalLimits.batchCharacters)
    const batches = Math.ceil(terminalLimits.pauseCharacters / flood.length) + 1
    for (let n = 0; n < batches; n += 1) ptys.at(0).emit(flood)
    expect(ptys.at(0).calls).toEqual(['pause'])
    const drawn = { type: 'drawn', id: 'a', characters: batches * flood.length } as const
    await sessions.handle('window', drawn, ignore)
    expect(ptys.at(0).calls).toEqual(['pause', 'resume'])
  })
})

describe('output', () => {
  it('is gathered into few messages, in order', () => {
    const timers = createFakeTimers()
    const sent: string[] = []
    const buffer = createOutputBuffer((data) => void sent.push(data), timers)
    for (const piece of ['a', '', 'b', 'c']) buffer.push(piece)
    expect(sent).toEqual([])
    timers.run()
    buffer.push('d')
    buffer.flush()
    timers.run()
    expect(sent).toEqual(['abc', 'd'])
  })

  it('goes out at once when it is long', () => {
    const sent: string[] = []
    const buffer = createOutputBuffer((data) => void sent.push(data), createFakeTimers())
    buffer.push('x'.repeat(terminalLimits.batchCharacters))
    expect(sent).toHaveLength(1)
  })
})

describe('the environment of a shell', () => {
  it('is the user’s, without what belongs to Basalt or Electron', () => {
    const environment = {
      HOME: '/home/ada',
      BASALT_META_URL: 'secret',
      ELECTRON_RUN_AS_NODE: '1',
      NODE_OPTIONS: '-r x',
    }
    expect(shellEnvironment(environment)).toEqual({ HOME: '/home/ada', TERM_PROGRAM: 'Basalt' })
  })
})

describe('a terminal of a project', () => {
  const open = { type: 'open', id: 'a', columns: 80, rows: 24, project: 'p1' } as const

  it('starts in its folder with its variables, and what was prepared ends with the shell', async () => {
    const ptys = createFakePtys()
    const events: string[] = []
    const sessions = createSessionManager({
      spawn: (start) => {
        events.push(`${start.folder} ${start.environment?.['BASALT_PROJECT']}`)
        return ptys.spawn(start)
      },
      prepare: async (token, project) => ({
        folder: '/projects/p1',
        environment: { BASALT_PROJECT: project },
        end: () => void events.push(`ended for ${token}`),
      }),
      timers: createFakeTimers(),
      onFault: () => undefined,
    })
    await sessions.handle('window', open, ignore, 'session')
    expect(events).toEqual(['/projects/p1 p1'])
    await sessions.handle('window', { type: 'close', id: 'a' }, ignore)
    await sessions.handle('window', open, ignore, 'session')
    ptys.at(1).end(0)
    expect(events.slice(1)).toEqual(['ended for session', '/projects/p1 p1', 'ended for session'])
    ptys.failWith(new Error('no shell'))
    await sessions.handle('window', open, ignore, 'session')
    expect(events.at(-1)).toBe('ended for session')
  })

  it('does not open when its project can’t be opened', async () => {
    const heard: TerminalResponse[] = []
    const ptys = createFakePtys()
    const sessions = createSessionManager({
      spawn: ptys.spawn,
      prepare: () => Promise.reject(new Error('gone')),
      timers: createFakeTimers(),
      onFault: () => undefined,
    })
    await sessions.handle('window', open, (response) => void heard.push(response))
    expect(heard).toMatchObject([{ type: 'failed', code: 'TERMINAL_FAILED' }])
    expect([ptys.count(), sessions.count()]).toEqual([0, 0])
  })
})
