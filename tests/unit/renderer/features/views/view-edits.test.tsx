import type { View } from '@common/views'
import { queryClient } from '@renderer/api'
import {
  editKey,
  storeOptions,
  useViewEdits,
  viewEdits,
  viewListKey,
  type ViewKey,
} from '@renderer/features/views/view-edits'
import { undoLog } from '@renderer/features/undo'
import { operationIn } from '@tests/helpers/fake-server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** The calls sent to the server, in order. */
let sent: { api: string; args: Record<string, unknown> }[]
/** True for each call that continues after the page closes. */
let outlived: boolean[]
let answer: (body: { api: string }) => Promise<Response>

const key: ViewKey = { projectId: 'p', table: 'things', id: 'vw_1' }
const seen = (scope: 'everyone' | 'me' = 'everyone') => useViewEdits.getState().patches[editKey(key, scope)]
const listed = () => queryClient.getQueryData<View[]>(viewListKey(key))?.[0]
const fine = (): Promise<Response> => Promise.resolve(Response.json(1))
const ignore = (): void => undefined
async function flushed(): Promise<void> {
  const done = viewEdits.flush()
  await vi.advanceTimersByTimeAsync(100)
  await done
}

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  outlived = []
  answer = fine
  vi.stubGlobal('fetch', (path: string, init: { readonly body: string; readonly keepalive?: boolean }) => {
    const call = { api: operationIn(path).name, args: JSON.parse(init.body) as Record<string, unknown> }
    sent.push(call)
    outlived.push(init.keepalive === true)
    return answer(call)
  })
  queryClient.setQueryData(viewListKey(key), [{ id: 'vw_1', settings: { frozen: 1 }, personal: null }])
})
afterEach(async () => {
  // Flushes notifications of the next tick before the fake clock is restored.
  await vi.advanceTimersByTimeAsync(1_000)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  queryClient.clear()
})

describe('an undo step of settings', () => {
  const step = (label: string) => ({ label, undone: `${label} back` })
  const steps = (): unknown[] => undoLog.history('p').entries.map(({ label }) => label)
  beforeEach(() => {
    undoLog.clear()
    let count = 0
    answer = () => Promise.resolve(Response.json(1, { headers: { 'basalt-change': `change ${(count += 1)}` } }))
  })

  it('is one request, also if it goes on and on', async () => {
    viewEdits.change(key, 'everyone', { widths: { a: 100 } }, ignore, step('Changed the width'))
    viewEdits.change(key, 'everyone', { widths: { a: 120 } }, ignore, step('Changed the width'))
    viewEdits.change(key, 'everyone', { hidden: ['a'] }, ignore, step('Hid a'))
    await flushed()
    expect(sent.map(({ args }) => args['settings'])).toEqual([{ widths: { a: 120 } }, { hidden: ['a'] }])
    expect(steps()).toEqual(['Changed the width', 'Hid a'])
  })

  it('is stored before an undo, which does not wait for more', async () => {
    viewEdits.change(key, 'everyone', { hidden: ['a'] }, ignore, step('Hid a'))
    const undone = undoLog.undo('p')
    await vi.advanceTimersByTimeAsync(100)
    await undone
    expect(sent.map(({ api }) => api)).toEqual(['viewSettingsSave', 'changeUndo'])
  })

  it('is none if the server rejects the change', async () => {
    answer = () => Promise.resolve(Response.json({ code: 'TABLE_VIEW_LOCKED', msg: '' }, { status: 409 }))
    viewEdits.change(key, 'everyone', { hidden: ['a'] }, ignore, step('Hid a'))
    await flushed()
    expect(steps()).toEqual([])
  })
})

describe('a change of a view', () => {
  it('is seen at once, and sent with what follows it when nothing more comes', async () => {
    viewEdits.change(key, 'everyone', { hidden: ['a'] }, ignore)
    expect(seen()).toEqual({ hidden: ['a'] })
    await vi.advanceTimersByTimeAsync(300)
    viewEdits.change(key, 'everyone', { hidden: ['a', 'b'], frozen: 2 }, ignore)
    expect(viewEdits.isWaiting(key, 'everyone')).toBe(true)
    await vi.advanceTimersByTimeAsync(300)
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect(sent).toEqual([
      { api: 'viewSettingsSave', args: { table: 'things', view: 'vw_1', settings: { hidden: ['a', 'b'], frozen: 2 } } },
    ])
    expect(seen()).toBeUndefined()
    expect(listed()?.settings).toEqual({ frozen: 2, hidden: ['a', 'b'] })
  })

  it('that comes while another one is on its way waits for that', async () => {
    let settle: (response: Response) => void = ignore
    answer = () => new Promise((resolve) => (settle = resolve))
    viewEdits.change(key, 'everyone', { frozen: 2 }, ignore)
    await vi.advanceTimersByTimeAsync(500)
    viewEdits.change(key, 'everyone', { frozen: 3 }, ignore)
    await vi.advanceTimersByTimeAsync(500)
    expect(sent).toHaveLength(1)
    expect(seen()).toEqual({ frozen: 3 })
    answer = fine
    settle(Response.json(1))
    await vi.advanceTimersByTimeAsync(50)
    expect(sent.map(({ args }) => args['settings'])).toEqual([{ frozen: 2 }, { frozen: 3 }])
    expect(listed()?.settings).toEqual({ frozen: 3 })
  })

  it('is stored at once when something else is about to be done, after what is on its way', async () => {
    let settle: (response: Response) => void = ignore
    answer = () => new Promise((resolve) => (settle = resolve))
    viewEdits.change(key, 'everyone', { frozen: 2 }, ignore)
    await vi.advanceTimersByTimeAsync(500)
    viewEdits.change(key, 'everyone', { frozen: 3 }, ignore)
    let isDone = false
    const done = viewEdits.flush().then(() => (isDone = true))
    await vi.advanceTimersByTimeAsync(50)
    expect([isDone, sent.length]).toEqual([false, 1])
    answer = fine
    settle(Response.json(1))
    await vi.advanceTimersByTimeAsync(50)
    await done
    expect(sent.map(({ args }) => args['settings'])).toEqual([{ frozen: 2 }, { frozen: 3 }])
  })

  it('is sent when the page ends, without waiting for the request before it', async () => {
    const settled: ((response: Response) => void)[] = []
    answer = () => new Promise((resolve) => settled.push(resolve))
    viewEdits.change(key, 'everyone', { frozen: 2 }, ignore)
    await vi.advanceTimersByTimeAsync(500)
    viewEdits.change(key, 'everyone', { frozen: 3 }, ignore)
    viewEdits.leave()
    expect(sent.map(({ args }) => args['settings'])).toEqual([{ frozen: 2 }, { frozen: 3 }])
    expect(outlived).toEqual([true, true])
    // The browser may restore the page: it goes on as before, and sends nothing twice.
    for (const settle of settled) settle(Response.json(1))
    await flushed()
    expect([sent.length, seen(), listed()?.settings]).toEqual([2, undefined, { frozen: 3 }])
  })

  it('for one person is sent as his, and seen beside what is for everyone', async () => {
    viewEdits.change(key, 'me', { hidden: ['a'] }, ignore)
    viewEdits.change(key, 'everyone', { frozen: 4 }, ignore)
    expect([seen('me'), seen('everyone')]).toEqual([{ hidden: ['a'] }, { frozen: 4 }])
    await flushed()
    expect(sent.map(({ api }) => api).toSorted()).toEqual(['viewPersonalSave', 'viewSettingsSave'])
    expect(listed()).toMatchObject({ settings: { frozen: 4 }, personal: { hidden: ['a'] } })
  })

  it('that is refused is no longer seen, and told', async () => {
    answer = () =>
      Promise.resolve(Response.json({ msg: 'The view is locked.', code: 'TABLE_VIEW_LOCKED' }, { status: 400 }))
    const told: unknown[] = []
    viewEdits.change(key, 'everyone', { frozen: 9 }, (error) => told.push(error))
    await flushed()
    expect(told).toMatchObject([{ code: 'TABLE_VIEW_LOCKED' }])
    expect(seen()).toBeUndefined()
    expect(listed()?.settings).toEqual({ frozen: 1 })
  })
})

describe('options of a view', () => {
  it('are sent when the page ends, without waiting for the request before them', async () => {
    queryClient.setQueryData(viewListKey(key), [
      { id: 'vw_1', type: 'vtable', settings: {}, personal: null, options: {} },
    ])
    const settled: ((response: Response) => void)[] = []
    answer = () => new Promise((resolve) => settled.push(resolve))
    const first = storeOptions(key, {}, { stackColumn: 'kind' })
    const second = storeOptions(key, { stackColumn: 'kind' }, { stackColumn: 'kind', coverColumn: 'file' })
    await vi.advanceTimersByTimeAsync(50)
    expect(sent).toHaveLength(1)
    viewEdits.leave()
    expect(sent.map(({ args }) => args['optionsPatch'])).toEqual([{ stackColumn: 'kind' }, { coverColumn: 'file' }])
    expect(outlived).toEqual([true, true])
    for (const settle of settled) settle(Response.json(1))
    await Promise.all([first, second])
    expect(sent).toHaveLength(2)
  })

  it('are taken back without what others have changed since', async () => {
    const list = (options: View['options']) =>
      queryClient.setQueryData(viewListKey(key), [{ id: 'vw_1', settings: {}, personal: null, options }])
    list({ stackColumn: 'state' })
    await storeOptions(key, { stackColumn: 'state' }, { stackColumn: 'kind' })
    // Another user shows covers in the meantime.
    list({ stackColumn: 'kind', coverColumn: 'file' })
    await storeOptions(key, { stackColumn: 'kind' }, { stackColumn: 'state' })
    expect(sent.map(({ args }) => args)).toEqual([
      { table: 'things', view: 'vw_1', optionsPatch: { stackColumn: 'kind' } },
      { table: 'things', view: 'vw_1', optionsPatch: { stackColumn: 'state' } },
    ])
    expect(listed()?.options).toEqual({ stackColumn: 'state', coverColumn: 'file' })
  })

  it('are taken back whole, whatever the server tells that has not heard of all of it', async () => {
    const parts = (...columns: string[]) => ({ parts: columns.map((column) => ({ kind: 'field', column })) })
    const list = (options: View['options']) => [
      { id: 'vw_1', settings: {}, personal: null, options } as unknown as View,
    ]
    queryClient.setQueryData(viewListKey(key), list(parts('title', 'genre')))
    // The list was requested earlier, and its response arrives after the write.
    let tell: (views: View[]) => void = ignore
    const answers = [
      new Promise<View[]>((resolve) => (tell = resolve)),
      Promise.resolve(list(parts('title', 'genre', 'price'))),
    ]
    const asked = queryClient.fetchQuery({
      queryKey: viewListKey(key),
      staleTime: 0,
      queryFn: () => answers.shift() ?? Promise.reject(new Error('Asked once too often')),
    })
    let stored: (answer: Response) => void = ignore
    answer = () => new Promise((resolve) => (stored = resolve))
    const first = storeOptions(key, parts('title', 'genre'), parts('title', 'genre', 'price'))
    stored(Response.json(1))
    await first
    tell(list(parts('title', 'genre')))
    await asked
    answer = fine
    await storeOptions(key, parts('title', 'genre', 'price'), parts('price', 'title', 'genre'))
    expect(sent.map(({ args }) => args['optionsPatch'])).toEqual([
      parts('title', 'genre', 'price'),
      parts('price', 'title', 'genre'),
    ])
  })

  it('that are not stored yet are counted in although the server tells of others', async () => {
    const parts = (...columns: string[]) => ({ parts: columns.map((column) => ({ kind: 'field', column })) })
    const list = (options: View['options']) =>
      queryClient.setQueryData(viewListKey(key), [{ id: 'vw_1', settings: {}, personal: null, options }])
    list(parts('title', 'genre'))
    const answers: ((answer: Response) => void)[] = []
    answer = () => new Promise((resolve) => answers.push(resolve))
    const first = storeOptions(key, parts('title', 'genre'), parts('title', 'genre', 'price'))
    list(parts('title', 'genre'))
    const second = storeOptions(key, parts('title', 'genre', 'price'), parts('price', 'title', 'genre'))
    expect(sent).toHaveLength(1)
    answers.shift()?.(Response.json(1))
    await first
    await vi.advanceTimersByTimeAsync(0)
    answers.shift()?.(Response.json(1))
    await second
    expect(sent.map(({ args }) => args['optionsPatch']).at(-1)).toEqual(parts('price', 'title', 'genre'))
    expect(listed()?.options).toEqual(parts('price', 'title', 'genre'))
  })

  it('are stored, like settings, although the page is left at once', async () => {
    const options = { stackColumn: 'state' }
    queryClient.setQueryData(viewListKey(key), [{ id: 'vw_1', settings: {}, personal: null, options }])
    viewEdits.change(key, 'everyone', { frozen: 2 }, ignore)
    globalThis.dispatchEvent(new Event('pagehide'))
    await storeOptions(key, options, { stackColumn: 'kind' })
    expect(sent.map(({ args }) => Object.keys(args).at(-1))).toEqual(['settings', 'optionsPatch'])
    expect(outlived).toEqual([true, true])
  })
})
