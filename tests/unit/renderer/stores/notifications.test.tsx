import { asShown } from '@tests/helpers/as-shown'
import { operationNames } from '@common/operations'
import { i18n } from '@renderer/i18n'
import { client } from '@renderer/api'
import {
  followCalls,
  hasPending,
  hasShortWork,
  isNotified,
  loadCommandWords,
  notifications,
  toast,
  toastLatestNotification,
  useNotifications,
  useProgress,
  useToasts,
} from '@renderer/stores'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const rename = { type: 'Rename', module: 'project', title: 'Rename A to B' }
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  useNotifications.setState({ list: [], unread: false })
  useToasts.setState({ toasts: [] })
  stop = toastLatestNotification()
})

afterEach(() => {
  stop()
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a notification', () => {
  it('goes from pending to success and says so for 2 s', () => {
    const id = notifications.push(rename)
    expect(asShown(useToasts.getState()).toasts).toEqual([])
    expect(hasPending(useNotifications.getState())).toBe(true)
    notifications.settle(id, 'success')
    vi.runAllTimers()
    expect(asShown(useToasts.getState()).toasts).toMatchObject([
      { kind: 'success', text: 'Rename project successful', durationMs: 2_000 },
    ])
    expect(hasPending(useNotifications.getState())).toBe(false)
  })

  it('goes from pending to error, with its reason', () => {
    notifications.settle(notifications.push(rename), 'error', 'The name is taken.')
    vi.runAllTimers()
    expect(asShown(useToasts.getState()).toasts).toMatchObject([
      { kind: 'error', text: 'Rename project failed', durationMs: 2_000 },
    ])
    expect(asShown(useNotifications.getState()).list[0]).toMatchObject({
      status: 'error',
      reason: 'The name is taken.',
    })
  })

  it('gives way to what its action says itself, before it and after it', () => {
    const texts = () => asShown(useToasts.getState()).toasts.map(({ text }) => text)
    notifications.settle(notifications.push(rename), 'success')
    toast.success('Renamed A to B', { action: { label: 'Undo', run: () => undefined } })
    vi.runAllTimers()
    expect(texts()).toEqual(['Renamed A to B'])

    useToasts.setState({ toasts: [] })
    vi.advanceTimersByTime(1_000)
    notifications.settle(notifications.push(rename), 'success')
    vi.runAllTimers()
    toast.success('Renamed B to C')
    expect(texts()).toEqual(['Renamed B to C'])

    vi.advanceTimersByTime(1_000)
    notifications.settle(notifications.push(rename), 'error', 'Taken')
    vi.runAllTimers()
    toast.info('Something else')
    expect(texts()).toEqual(['Renamed B to C', 'Rename project failed', 'Something else'])
  })

  it('of type List says nothing', () => {
    notifications.settle(notifications.push({ ...rename, type: 'List' }), 'success')
    vi.runAllTimers()
    expect(asShown(useToasts.getState()).toasts).toEqual([])
  })

  it('that is no longer the latest says nothing', () => {
    const first = notifications.push(rename)
    notifications.push({ ...rename, title: 'Another' })
    notifications.settle(first, 'success')
    vi.runAllTimers()
    expect(asShown(useToasts.getState()).toasts).toEqual([])
  })

  it('that runs stays when the list is cleared', () => {
    notifications.settle(notifications.push(rename), 'success')
    const running = notifications.push(rename)
    useToasts.setState({ toasts: [] })
    notifications.clear()
    expect(asShown(useNotifications.getState()).list.map(({ id }) => id)).toEqual([running])
    expect(asShown(useToasts.getState()).toasts).toEqual([])
  })
})

describe('long work', () => {
  const work = { ...rename, progress: { percent: 0, detail: 'Uploading', cancel: () => undefined } }

  it('tells how far it has come, beside the short work of which the top bar tells', () => {
    const id = notifications.push(work)
    notifications.progress(id, { percent: 40, detail: '400 of 1,000' })
    const [line] = asShown(useNotifications.getState()).list
    expect(line?.progress).toMatchObject({ percent: 40, detail: '400 of 1,000' })
    expect(hasPending(useNotifications.getState())).toBe(true)
    expect(hasShortWork(useNotifications.getState())).toBe(false)
  })

  it('goes on in the menu when its toast is closed, and stays closed', () => {
    const id = notifications.push(work)
    notifications.hideProgress(id)
    notifications.progress(id, { percent: 50, detail: '500 of 1,000' })
    expect(asShown(useNotifications.getState()).list[0]?.progress).toMatchObject({ percent: 50, isHidden: true })
  })

  it('ends in its own words, with what can be done then, and says nothing twice', () => {
    const open = { label: 'Open', run: vi.fn() }
    const id = notifications.push(work)
    notifications.settle(id, 'success', undefined, { title: 'Imported 1,000 records', action: open })
    expect(asShown(useNotifications.getState()).list[0]).toMatchObject({
      title: 'Imported 1,000 records',
      action: open,
    })
    expect(asShown(useToasts.getState()).toasts).toEqual([])
  })
})

describe('toasts', () => {
  it('are three at most; the oldest goes', () => {
    for (const text of ['a', 'b', 'c', 'd']) toast.info(text)
    expect(asShown(useToasts.getState()).toasts.map(({ text }) => text)).toEqual(['b', 'c', 'd'])
  })

  it('stay 2 s, errors 3 s', () => {
    toast.info('i')
    toast.error('e')
    expect(asShown(useToasts.getState()).toasts.map(({ durationMs }) => durationMs)).toEqual([2_000, 3_000])
  })
})

describe('calls', () => {
  it('of commands push a notification, of queries only move the bar, silent ones neither', async () => {
    let finish: (response: Response) => void = () => undefined
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (finish = resolve)))
    await loadCommandWords()
    const end = followCalls()
    const running = client.call('projectRename', { title: 'B' }, { projectId: 'p', title: 'Rename A to B' })
    expect(asShown(useNotifications.getState()).list).toMatchObject([{ ...rename, status: 'pending' }])
    expect(useProgress.getState().requests).toBe(1)
    finish(new Response(JSON.stringify({ id: 'p', title: 'B' })))
    await running
    expect(asShown(useNotifications.getState()).list).toMatchObject([{ status: 'success' }])
    expect(useProgress.getState().requests).toBe(0)

    const listing = client.call('projectList', {})
    expect(useProgress.getState().requests).toBe(1)
    finish(new Response('[]'))
    await listing

    const quiet = client.call('projectRename', { title: 'C' }, { projectId: 'p', silent: true })
    expect(useProgress.getState().requests).toBe(0)
    finish(new Response('{}'))
    await quiet
    expect(asShown(useNotifications.getState()).list).toHaveLength(1)
    end()
  })

  it('that change something have words for their notification, and no others have', async () => {
    const { commandWords } = await loadCommandWords()
    const worded = Object.keys(i18n.getResourceBundle('en', 'operations') as object)
    expect(worded.toSorted()).toEqual(operationNames.filter(isNotified).toSorted())
    for (const name of operationNames.filter(isNotified))
      expect(commandWords(name).module, name).not.toContain('operations.')
    expect(isNotified('authSignIn')).toBe(false)
    expect(isNotified('projectList')).toBe(false)
  })
})
