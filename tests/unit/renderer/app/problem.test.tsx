import { registerCommands, runCommand, shellCommands } from '@renderer/actions'
import { ApiError } from '@renderer/api'
import { watchFaults } from '@renderer/app/watch-faults'
import { ReportPlace } from '@renderer/features/report'
import { problem, useProblem } from '@renderer/stores'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { draw } from '@tests/helpers/renderer'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

beforeAll(() => {
  watchFaults()
  registerCommands(shellCommands)
})
beforeEach(() => {
  draw(<ReportPlace />)
})
afterEach(() => {
  act(() => problem.close())
  Reflect.deleteProperty(window, 'basalt')
})

const fail = (error: unknown, filename = ''): void => {
  act(() => void window.dispatchEvent(new ErrorEvent('error', { error, message: String(error), filename })))
}
const reject = (reason: unknown): void => {
  const event = Object.assign(new Event('unhandledrejection'), { reason })
  act(() => void window.dispatchEvent(event))
}

describe('an error outside of pages', () => {
  it('shows Unexpected Error once, which Cancel closes', async () => {
    const error = new Error('The timer failed')
    fail(error)
    await screen.findByRole('dialog', { name: 'Unexpected Error' })
    expect(screen.getByText('The timer failed')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    fail(error)
    expect(useProblem.getState().current).toBeNull()
  })

  it('leads to a report, which the user reads before saving or copying it', async () => {
    const writeText = vi.fn(() => Promise.resolve())
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    const logTail = vi.fn(() => Promise.resolve({ ok: true, value: ['{"msg":"ready"}', 'password=hunter2'] }))
    Object.defineProperty(window, 'basalt', { value: { logTail }, configurable: true })
    const fetched = vi.spyOn(globalThis, 'fetch')
    reject(new Error('ada@harbour.example has no rows'))
    await screen.findByRole('dialog', { name: 'Unexpected Error' })
    expect(logTail).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Report' }))
    const report = await screen.findByRole('region', { name: 'Report of a problem' })
    expect(report.textContent).toContain('[e-mail] has no rows')
    expect(report.textContent).toContain('{"msg":"ready"}')
    expect(report.textContent).not.toContain('hunter2')
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
    await waitFor(() => expect(writeText).toHaveBeenCalledWith(report.textContent))
    expect(fetched).not.toHaveBeenCalled()

    const saved: Blob[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: (blob: Blob) => saved.push(blob), revokeObjectURL: vi.fn() }),
    )
    fireEvent.click(screen.getByRole('button', { name: 'Save report' }))
    expect(await saved[0]?.text()).toBe(report.textContent)
    Reflect.deleteProperty(navigator, 'clipboard')
  })

  it.each([
    ['of a call, which its caller shows', new ApiError('INTERNAL', 'Failed', 500)],
    ['of a cancelled request', new DOMException('Aborted', 'AbortError')],
    ['of code that an update removed', new TypeError('Failed to fetch dynamically imported module: x.js')],
    ['without an error, as of a layout', undefined],
  ])('%s is no surprise', (_, error) => {
    fail(error)
    reject(error)
    expect(useProblem.getState().current).toBeNull()
  })

  it('of a program that the browser adds to the page is not ours', () => {
    fail(new Error('Not ours'), 'chrome-extension://abc/content.js')
    expect(useProblem.getState().current).toBeNull()
  })
})

it('a command opens a report without an error, with the last actions', async () => {
  act(() => void runCommand('help.report'))
  const report = await screen.findByRole('region', { name: 'Report of a problem' })
  expect(report.textContent).toContain('None: the user opened this report.')
  expect(report.textContent).toContain('command help/report')
})
