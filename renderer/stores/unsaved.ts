import { withOwnText, type Sentence } from '@renderer/i18n'
import { create } from 'zustand'
import { useUsers } from './users'

interface UnsavedPart {
  readonly id: string
  readonly projectId: string
  readonly table: { readonly name: string; readonly title: string }
  /**
   * sending: in flight. waiting: queued until the server is reachable. refused: rejected by the server, or by the
   * column's type. staged: a batch that is sent when the user commits.
   */
  readonly state: 'sending' | 'waiting' | 'refused' | 'staged'
  /** Reason of the rejection. */
  readonly message?: Sentence | undefined
  /** Milliseconds since 1970. */
  readonly at: number
  /** Idempotency key if it differs from the id: the outcome of the earlier attempt is unknown. */
  readonly sentAs?: string | undefined
}

/** An unsaved value of a cell. */
export interface UnsavedCell extends UnsavedPart {
  readonly kind: 'cell'
  readonly column: { readonly name: string; readonly title: string }
  /** Display name of the record. */
  readonly record: string
  readonly rowKey: string
  /** Values of the key columns, by titles. */
  readonly key: Readonly<Record<string, unknown>>
  /** Value as in a request body; undefined for text that the column's type can't parse. */
  readonly value?: unknown
  /** Last known value of the server. */
  readonly before: unknown
  /** Text as typed. */
  readonly text: string
}

/** An unsaved new record. */
export interface UnsavedRow extends UnsavedPart {
  readonly kind: 'row'
  readonly values: Readonly<Record<string, unknown>>
  /** Titles of required columns without a value. */
  readonly missing: readonly string[]
  /** Id of the window that edits it. */
  readonly window: string
  /** Values of an attempt that may have succeeded. Later values follow after the response. */
  readonly sent?: Readonly<Record<string, unknown>> | undefined
}

type Values = Readonly<Record<string, unknown>>

/** Change of one record. Values as in a request body, by title. */
export type RowChange =
  | { readonly kind: 'create'; readonly values: Values }
  | {
      readonly kind: 'update'
      readonly rowKey: string
      /** As in a path. */
      readonly rowId: string
      readonly values: Values
      /** Guard: values of the record at the time of the change. */
      readonly expected: Values
      /** Display name of the record. */
      readonly record?: string
    }
  | {
      readonly kind: 'delete'
      readonly rowKey: string
      readonly rowId: string
      readonly expected: Values
      readonly record?: string
    }

/** Batch of one action, all or nothing. */
export interface UnsavedBatch extends UnsavedPart {
  readonly kind: 'batch'
  /** Messages of the action and of its undo, for the history. */
  readonly words: { readonly label: Sentence; readonly undone: Sentence }
  readonly changes: readonly RowChange[]
  /** Column names in the database, by title. */
  readonly columns: Readonly<Record<string, string>>
  /** True if the server was unreachable. The grid shows the batch until it is stored. */
  readonly waited?: boolean
  /** True if only the user sends it. A commit that a reload interrupts leaves it staged. */
  readonly isStaged?: boolean
}

/** The effect of an unsaved link on a row at its other end. */
export interface LinkEffect {
  readonly table: string
  /** Id of the link's column there. */
  readonly column: string
  readonly rowKey: string
  /** The record of the unsaved link that is added to or removed from that list. */
  readonly lists: 'row' | 'record'
  /** Titles of the key of that record. */
  readonly recordKey: readonly string[]
  readonly done: 'linked' | 'unlinked'
  /** The record that was listed before, where only one can be. */
  readonly replaced?: Values | undefined
}

/** An unsaved link to another record, or its removal. */
export interface UnsavedLink extends UnsavedPart {
  readonly kind: 'link'
  readonly done: 'linked' | 'unlinked'
  /** Messages of the action and of its undo, for the history. */
  readonly words: { readonly label: Sentence; readonly undone: Sentence }
  /** The link, by the id of its virtual column. */
  readonly column: { readonly id: string; readonly title: string }
  readonly rowKey: string
  /** The record of the table and the other one: their keys and the values that link them, by title. */
  readonly row: Values
  readonly record: Values
  /** Values of the other record if it is a new one. Until it is stored, its key is a placeholder. */
  readonly creates?: Values
  /** The effect on a reference, unless it is a many-to-many. */
  readonly reference?: {
    /** Names the row that holds it. */
    readonly holder: string
    /** Guard: values at the time of the change. */
    readonly before?: Values | undefined
    readonly after: Values
  }
  /** The record that was linked before, where only one can be. */
  readonly replaced?: Values | undefined
  /** Titles of the other record's key. */
  readonly recordKey: readonly string[]
  /** Effects on other rows. */
  readonly effects?: readonly LinkEffect[]
  /** Column names in the database, by title. */
  readonly columns: {
    readonly row: Readonly<Record<string, string>>
    readonly record: Readonly<Record<string, string>>
  }
  /** True if the server was unreachable. The grid shows the link until it is stored. */
  readonly waited?: boolean
}

export type UnsavedEdit = UnsavedCell | UnsavedRow | UnsavedBatch | UnsavedLink

/** True for actions on several values, which the grid shows while they wait. */
const mayWait = (edit: UnsavedEdit): edit is UnsavedBatch | UnsavedLink => edit.kind === 'batch' || edit.kind === 'link'

interface UnsavedState {
  /** Edits of the signed-in user, oldest first. */
  readonly edits: readonly UnsavedEdit[]
  /** Edits beyond the browser's storage quota, which are lost with the window. */
  readonly fleeting: ReadonlySet<string>
}

export const useUnsaved = create<UnsavedState>(() => ({ edits: [], fleeting: new Set() }))

const prefix = 'basalt unsaved'
/** Key prefix of the user's edits. Each edit has its own key, so that windows never overwrite each other's. */
const owner = (): string => `${prefix} ${JSON.stringify(useUsers.getState().user?.email ?? null)} `

/** Falls back to memory if the storage is full or forbidden. */
function stored<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(localStorage)
  } catch (error) {
    if (error instanceof DOMException || error instanceof ReferenceError) return undefined
    throw error
  }
}

function editOf(text: string | null): UnsavedEdit | undefined {
  try {
    const edit = text === null ? undefined : (JSON.parse(text) as Partial<UnsavedEdit> | null)
    const isWhole = typeof edit?.id === 'string' && typeof edit.projectId === 'string' && edit.table !== undefined
    return isWhole && ['cell', 'row', 'batch', 'link'].includes(edit.kind ?? '') ? (edit as UnsavedEdit) : undefined
  } catch {
    return undefined
  }
}

function show(change: (edits: readonly UnsavedEdit[]) => readonly UnsavedEdit[]): void {
  useUnsaved.setState(({ edits }) => ({ edits: change(edits) }))
}

const withEdit =
  (edit: UnsavedEdit) =>
  (edits: readonly UnsavedEdit[]): readonly UnsavedEdit[] =>
    edits.some(({ id }) => id === edit.id)
      ? edits.map((each) => (each.id === edit.id ? edit : each))
      : inOrder(edits, edit)

/** Inserts an edit in chronological order: a discarded one returns to its position. */
function inOrder(edits: readonly UnsavedEdit[], edit: UnsavedEdit): readonly UnsavedEdit[] {
  const before = edits.findLastIndex(({ at }) => at <= edit.at) + 1
  return [...edits.slice(0, before), edit, ...edits.slice(before)]
}

function markFleeting(id: string, isFleeting: boolean): void {
  useUnsaved.setState((state) => {
    const { fleeting } = state
    if (fleeting.has(id) === isFleeting) return state
    const next = new Set(fleeting)
    if (isFleeting) next.add(id)
    else next.delete(id)
    return { fleeting: next }
  })
}

/** A reload shows the reason before the texts of its feature are there. */
const storable = (edit: UnsavedEdit): UnsavedEdit =>
  edit.message === undefined ? edit : { ...edit, message: withOwnText(edit.message) }

/** Unsaved edits, stored on this computer until they are saved or discarded. */
export const unsaved = {
  put: (edit: UnsavedEdit): void => {
    const isStored = stored((storage) => {
      storage.setItem(owner() + edit.id, JSON.stringify(storable(edit)))
      return true
    })
    markFleeting(edit.id, isStored !== true)
    show(withEdit(edit))
  },
  /** Returns an edit, unless another window has just saved or discarded it. */
  now: (id: string): UnsavedEdit | undefined => {
    const { edits, fleeting } = useUnsaved.getState()
    const held = edits.find((edit) => edit.id === id)
    if (held === undefined || fleeting.has(id)) return held
    const found = stored((storage) => ({ text: storage.getItem(owner() + id) }))
    return found?.text === null ? undefined : held
  },
  remove: (id: string): void => {
    if (!useUnsaved.getState().edits.some((edit) => edit.id === id)) return
    stored((storage) => storage.removeItem(owner() + id))
    markFleeting(id, false)
    show((edits) => edits.filter((edit) => edit.id !== id))
  },
}

/**
 * Loads the edits of the user's earlier windows. Retries requests that were in flight with the same key, so that no
 * write happens twice.
 */
function load(): void {
  const mine = owner()
  const found = stored((storage) =>
    Array.from({ length: storage.length }, (_, at) => storage.key(at))
      .filter((key) => key?.startsWith(mine) === true)
      .flatMap((key) => editOf(key === null ? null : storage.getItem(key)) ?? []),
  )
  const edits = (found ?? []).map((edit): UnsavedEdit => {
    if (edit.state !== 'sending') return edit
    if (!mayWait(edit)) return { ...edit, state: 'waiting' }
    const isStaged = edit.kind === 'batch' && edit.isStaged === true
    return isStaged ? { ...edit, state: 'staged' } : { ...edit, state: 'waiting', waited: true }
  })
  useUnsaved.setState({ edits: edits.toSorted((one, other) => one.at - other.at), fleeting: new Set() })
}

/** Subscribes to the session and to edits of other windows. @returns the unsubscribe function */
export function watchUnsaved(): () => void {
  load()
  const listener = ({ key, newValue }: StorageEvent): void => {
    const mine = owner()
    if (key === null || !key.startsWith(mine)) return
    const edit = editOf(newValue)
    if (edit) show(withEdit(edit))
    else show((edits) => edits.filter(({ id }) => id !== key.slice(mine.length)))
  }
  window.addEventListener('storage', listener)
  const stop = useUsers.subscribe(({ user }, before) => {
    if (user?.email !== before.user?.email) load()
  })
  return () => {
    window.removeEventListener('storage', listener)
    stop()
  }
}

/** Returns the edits to list: all except those on their first attempt. */
export const isListed = (edit: UnsavedEdit): boolean =>
  edit.state !== 'sending' ||
  (mayWait(edit) && edit.waited === true) ||
  (edit.kind === 'batch' && edit.isStaged === true)
