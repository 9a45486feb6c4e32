import {
  optionsPatchOf,
  rebasedOptions,
  withOptionsPatch,
  type OptionsPatch,
  type PartialViewSettings,
  type View,
  type ViewOptions,
} from '@common/views'
import { createKeyedQueue } from '@common/util/queue'
import { client, operationKey, queryClient } from '@renderer/api'
import { recordChange, undoLog, type StepWords } from '@renderer/features/undo'
import { notifyManager } from '@tanstack/react-query'
import { create } from 'zustand'

/** The scope of a change to a view. */
export type Scope = 'everyone' | 'me'

/** Identifies a view of a table; without an id, the table's own grid. */
export interface ViewKey {
  readonly projectId: string
  readonly table: string
  readonly id: string | undefined
}

/** Debounce: a change applies immediately and is stored after this pause (ui.md §7). */
const storesAfterMs = 400

/** Changes that are stored by one request. */
interface Pending {
  patch: PartialViewSettings
  /** Messages of the undo step; undefined for a change that records none of its own. */
  readonly words: StepWords | undefined
  /** Resolves when it is stored or rejected. */
  readonly settled: PromiseWithResolvers<void>
}

interface Edit {
  readonly key: ViewKey
  readonly scope: Scope
  /** Settings being sent to the server, and those queued after them: each undo step is a request. */
  sending: PartialViewSettings | undefined
  waiting: Pending[]
  timer: ReturnType<typeof setTimeout> | undefined
  /** Resolves when the running request and the queue are stored. */
  running: Promise<void> | undefined
  /** Called if the server rejects a change. */
  onError: (error: unknown) => void
}

const edits = new Map<string, Edit>()

/** Views deleted in this window: its user needs no message about them. */
export const deletedHere = new Set<string>()

/** Changes that the server's responses don't contain yet, by `editKey`. */
export const useViewEdits = create<{ readonly patches: Readonly<Record<string, PartialViewSettings>> }>(() => ({
  patches: {},
}))

export const editKey = ({ projectId, table, id }: ViewKey, scope: Scope): string =>
  JSON.stringify([projectId, table, id ?? '', scope])

const patchOf = (waiting: readonly Pending[]): PartialViewSettings =>
  Object.assign({}, ...waiting.map(({ patch }) => patch)) as PartialViewSettings

function show(name: string, edit: Edit): void {
  const patch = { ...edit.sending, ...patchOf(edit.waiting) }
  useViewEdits.setState(({ patches }) => {
    const others = Object.entries(patches).filter(([other]) => other !== name)
    const isOver = Object.keys(patch).length === 0
    return { patches: Object.fromEntries(isOver ? others : [...others, [name, patch]]) }
  })
}

/** Returns the address of a view in operations. */
export const addressOf = ({ table, id }: Omit<ViewKey, 'projectId'>) => ({
  table,
  ...(id === undefined ? {} : { view: id }),
})

export const viewListKey = ({ projectId, table }: Pick<ViewKey, 'projectId' | 'table'>): readonly unknown[] =>
  operationKey('viewList', { table }, projectId)

/** Updates a view in the cache, before the next request. */
export function updateListed(key: ViewKey, update: (view: View) => View): void {
  queryClient.setQueryData<readonly View[]>(viewListKey(key), (list) =>
    list?.map((view) => (view.id === key.id ? update(view) : view)),
  )
}

/** Updates a view in the cache with stored data. Cancels earlier requests, whose responses may be stale. */
function updateStored(key: ViewKey, update: (view: View) => View): void {
  updateListed(key, update)
  const list = { queryKey: viewListKey(key), exact: true }
  if (queryClient.isFetching(list) > 0) void queryClient.refetchQueries(list)
}

/** Call options: requests survive an immediate reload, so that no change is lost. */
const unseen = { silent: true, outlives: true } as const

/** Stores settings of a view immediately. @returns the id of the change; undefined if nothing was written */
export async function storeSettings(
  key: ViewKey,
  scope: Scope,
  settings: PartialViewSettings,
): Promise<string | undefined> {
  const at = addressOf(key)
  let change: string | undefined
  const options = { projectId: key.projectId, ...unseen, onChange: (id: string) => (change = id) }
  if (scope === 'everyone') await client.call('viewSettingsSave', { ...at, settings }, options)
  else await client.call('viewPersonalSave', { ...at, settings }, options)
  updateStored(key, (view) =>
    scope === 'everyone'
      ? { ...view, settings: { ...view.settings, ...settings } }
      : { ...view, personal: { ...view.personal, ...settings } },
  )
  return change
}

/** Changes of options that aren't stored yet, in order. Responses may arrive without them meanwhile. */
const unstored = new Map<string, readonly OptionsPatch[]>()
/** Sends them in order. */
const sending = createKeyedQueue()
/** Requests that wait for an earlier one of their view. */
const queued = new Set<() => Promise<unknown>>()

/**
 * Stores changed options of a view's kind, for everyone. Leaves other users' changes to other options alone.
 *
 * @returns the id of the change; undefined if nothing was written
 */
export async function storeOptions(key: ViewKey, before: ViewOptions, after: ViewOptions): Promise<string | undefined> {
  const { projectId, id } = key
  const name = editKey(key, 'everyone')
  const waiting = unstored.get(name) ?? []
  const list = queryClient.getQueryData<readonly View[]>(viewListKey(key))
  const listed = list?.find((view) => view.id === id)?.options ?? before
  const now = waiting.reduce(withOptionsPatch, listed)
  const optionsPatch = optionsPatchOf(now, rebasedOptions(before, after, now))
  if (Object.keys(optionsPatch).length === 0) return undefined
  const changed = (view: View): View => {
    const patches = unstored.get(name) ?? []
    return { ...view, options: patches.reduce(withOptionsPatch, view.options) }
  }
  unstored.set(name, [...waiting, optionsPatch])
  updateListed(key, changed)
  const settle = (): void => {
    const left = (unstored.get(name) ?? []).filter((patch) => patch !== optionsPatch)
    if (left.length > 0) unstored.set(name, left)
    else unstored.delete(name)
  }
  let change: string | undefined
  const options = { projectId, ...unseen, onChange: (id: string) => (change = id) }
  let sent: Promise<unknown> | undefined
  const send = (): Promise<unknown> => {
    queued.delete(send)
    return (sent ??= client.call('viewSettingsSave', { ...addressOf(key), optionsPatch }, options))
  }
  queued.add(send)
  try {
    await sending.run(name, send)
    updateStored(key, changed)
    settle()
    return change
  } catch (error) {
    settle()
    await queryClient.invalidateQueries({ queryKey: viewListKey(key) })
    throw error
  }
}

/** Sends queued changes one after another, until none is left or another one is expected soon. */
async function sendAll(name: string, edit: Edit): Promise<void> {
  for (let next = edit.waiting[0]; edit.timer === undefined && next !== undefined; next = edit.waiting[0]) {
    edit.waiting.shift()
    edit.sending = next.patch
    try {
      await storePending(edit, next)
    } finally {
      edit.sending = undefined
      // Wait for the list, which publishes the stored change in its next tick. Otherwise the change would flicker.
      await new Promise<void>((resolve) => notifyManager.schedule(resolve))
      show(name, edit)
    }
  }
}

/** Stores changes as one undo step. */
async function storePending(edit: Edit, { patch, words, settled }: Pending): Promise<void> {
  const { key, scope } = edit
  try {
    const change = await storeSettings(key, scope, patch)
    if (words !== undefined) recordChange(key.projectId, words, change)
  } catch (error) {
    // Roll back the rejected change on screen.
    edit.onError(error)
  } finally {
    settled.resolve()
  }
}

function send(name: string, edit: Edit): Promise<void> {
  clearTimeout(edit.timer)
  edit.timer = undefined
  edit.running ??= sendAll(name, edit).finally(() => {
    edit.running = undefined
  })
  return edit.running
}

export const viewEdits = {
  /**
   * Changes settings of a view: immediately on screen, a moment later on the server.
   *
   * @param words  messages of its undo step; undefined for none of its own. Equal steps in a row are one
   */
  change: (
    key: ViewKey,
    scope: Scope,
    patch: PartialViewSettings,
    onError: (error: unknown) => void,
    words?: StepWords,
  ): void => {
    const name = editKey(key, scope)
    const edit: Edit = edits.get(name) ?? {
      key,
      scope,
      sending: undefined,
      waiting: [],
      timer: undefined,
      running: undefined,
      onError,
    }
    edits.set(name, edit)
    edit.onError = onError
    const last = edit.waiting.at(-1)
    if (last && JSON.stringify(last.words?.label) === JSON.stringify(words?.label))
      last.patch = { ...last.patch, ...patch }
    else {
      const settled = Promise.withResolvers<void>()
      edit.waiting.push({ patch, words, settled })
      if (words !== undefined) void undoLog.during(key.projectId, settled.promise)
    }
    clearTimeout(edit.timer)
    edit.timer = setTimeout(() => {
      void send(name, edit)
    }, storesAfterMs)
    show(name, edit)
  },

  /** True if a change made now merges with queued ones that aren't sent yet. */
  isWaiting: (key: ViewKey, scope: Scope): boolean => edits.get(editKey(key, scope))?.timer !== undefined,

  /** Stores queued changes immediately: the window closes, or another action on the view follows. */
  flush: async (): Promise<void> => {
    await Promise.all([...edits].map(([name, edit]) => send(name, edit)))
  },

  /** Sends everything now, because the page ends: changes behind a running request would be lost with it. */
  leave: (): void => {
    for (const edit of edits.values()) {
      const { running, waiting } = edit
      const [first] = waiting
      if (first === undefined || (running === undefined && waiting.length === 1)) continue
      clearTimeout(edit.timer)
      edit.timer = undefined
      edit.waiting = []
      const patch = patchOf(waiting)
      edit.sending = { ...edit.sending, ...patch }
      void storePending(edit, { ...first, patch })
      for (const { settled } of waiting) settled.resolve()
    }
    // The queue reports their errors.
    for (const each of queued) each().catch(() => undefined)
    void viewEdits.flush()
  },
}

// An undo follows the changes that aren't stored yet.
undoLog.beforeUndo(() => void viewEdits.flush())

globalThis.addEventListener?.('pagehide', viewEdits.leave)
globalThis.addEventListener?.('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void viewEdits.flush()
})
