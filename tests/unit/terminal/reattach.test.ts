import { terminalLimits, type TerminalResponse } from '@common/terminal'
import { createSessionManager } from '@main/terminal/session-manager'
import { createFakePtys, createFakeTimers } from '@tests/helpers/fake-terminal'
import { describe, expect, it } from 'vitest'

const size = { columns: 80, rows: 24 }

function manager() {
  const ptys = createFakePtys()
  const timers = createFakeTimers()
  const sessions = createSessionManager({ spawn: ptys.spawn, timers, onFault: () => undefined })
  /** A connection of the window, and what it received. */
  const connect = () => {
    const received: TerminalResponse[] = []
    const respond = (response: TerminalResponse): void => void received.push(response)
    return {
      received,
      open: () => sessions.handle('window', { type: 'open', id: 'a', ...size }, respond),
      attach: (owner = 'window') => sessions.handle(owner, { type: 'attach', id: 'a', ...size }, respond),
      ask: () => sessions.handle('window', { type: 'program', id: 'a' }, respond),
      lose: () => sessions.detach('window', respond),
    }
  }
  return { ptys, timers, sessions, connect }
}

describe('a shell whose window lost its connection', () => {
  it('goes on, and shows its latest output again', async () => {
    const { ptys, timers, connect } = manager()
    const before = connect()
    await before.open()
    ptys.at(0).emit('one\r\n')
    timers.run()
    before.lose()
    ptys.at(0).emit('two\r\n')
    ptys.at(0).run('top')
    const after = connect()
    await after.attach()
    timers.run()
    expect(after.received).toEqual([
      { type: 'opened', id: 'a' },
      { type: 'output', id: 'a', data: 'one\r\n', replay: true },
      { type: 'program', id: 'a', name: 'top', running: true },
      { type: 'output', id: 'a', data: 'two\r\n' },
    ])
    expect(ptys.at(0).calls).toEqual(['resize 80 24'])
  })

  it('ends when the window does not return', async () => {
    const { ptys, timers, sessions, connect } = manager()
    const before = connect()
    await before.open()
    before.lose()
    timers.run()
    expect(ptys.at(0).calls).toEqual(['kill'])
    expect(sessions.count()).toBe(0)
    const after = connect()
    await after.attach()
    expect(after.received).toEqual([{ type: 'gone', id: 'a' }])
  })

  it('belongs to its own window', async () => {
    const { connect, ptys } = manager()
    const before = connect()
    await before.open()
    before.lose()
    const other = connect()
    await other.attach('another window')
    expect(other.received).toEqual([{ type: 'gone', id: 'a' }])
    expect(ptys.at(0).calls).toEqual([])
  })

  it('stays with the connection that took it over', async () => {
    const { connect, ptys, timers } = manager()
    const before = connect()
    await before.open()
    const after = connect()
    await after.attach()
    before.lose()
    timers.run()
    expect(ptys.at(0).calls).toEqual(['resize 80 24'])
  })

  it('reports its exit code to the window that returns', async () => {
    const { connect, ptys, sessions } = manager()
    const before = connect()
    await before.open()
    before.lose()
    ptys.at(0).emit('bye')
    ptys.at(0).end(7)
    const after = connect()
    await after.attach()
    expect(after.received).toEqual([
      { type: 'opened', id: 'a' },
      { type: 'output', id: 'a', data: 'bye', replay: true },
      { type: 'exited', id: 'a', code: 7 },
    ])
    expect(sessions.count()).toBe(0)
  })

  it('repeats a limited amount of output, from the start of a line', async () => {
    const { connect, ptys } = manager()
    const before = connect()
    await before.open()
    before.lose()
    const line = `${'x'.repeat(99)}\n`
    const batch = line.repeat(Math.ceil(terminalLimits.batchCharacters / line.length))
    for (let sent = 0; sent < terminalLimits.replayCharacters * 2; sent += batch.length) ptys.at(0).emit(batch)
    const after = connect()
    await after.attach()
    const text = after.received.flatMap((each) => (each.type === 'output' ? each.data : [])).join('')
    expect(text.length).toBeLessThanOrEqual(terminalLimits.replayCharacters)
    expect(text.startsWith(line)).toBe(true)
  })
})

describe('the program in front', () => {
  it('is reported when it changes, and when the window asks', async () => {
    const { connect, ptys, timers } = manager()
    const window = connect()
    await window.open()
    ptys.at(0).emit('$ ')
    timers.run()
    ptys.at(0).run('vim')
    await window.ask()
    expect(window.received.filter(({ type }) => type === 'program')).toEqual([
      { type: 'program', id: 'a', name: 'bash', running: false },
      { type: 'program', id: 'a', name: 'vim', running: true },
    ])
  })
})
