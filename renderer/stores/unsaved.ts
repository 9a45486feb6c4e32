import { create } from 'zustand'
import { useUsers } from './users'

interface UnsavedPart {
  readonly id: string
  readonly projectId: string
  readonly table: { readonly name: string; readonly title: string }
  /**
   * sending: on its way. waiting: the server could not be reached, and gets it when it is back. refused: the server, or
   * the type of the column, does not take it as it is.
   */
  readonly state: 'sending' | 'waiting' | 'refused'
  /** Why it was refused. */
  readonly message?: string | undefined
  /** Milliseconds since 1970. */
  readonly at: number
  /** The name it is sent with, where that is another one than its id: the server doesn't know what became of that. */
  readonly sentAs?: string | undefined
}

/** A value of a cell that is not in the database. */
export interface UnsavedCell extends UnsavedPart {
  readonly kind: 'cell'
  readonly column: { readonly name: string; readonly title: string }
  /** What people call the record. */
  readonly record: string
  readonly rowKey: string
  /** Values of the key columns, by titles. */
  readonly key: Readonly<Record<string, unknown>>
  /** As in the body of a request; undefined for text that the type of the column could not read. */
  readonly value?: unknown
  /** What the server holds, as far as this window knows. */
  readonly before: unknown
  /** As it was typed. */
  readonly text: string
}

/** A new record that is not in the database. */
export interface UnsavedRow extends UnsavedPart {
  readonly kind: 'row'
  readonly values: Readonly<Record<string, unknown>>
  /** Titles of the columns that it still needs. */
  readonly missing: readonly string[]
  /** The window that it is being filled in. */
  readonly window: string
  /** What was sent, and may be stored: values that differ from it follow when the answer comes. */
  readonly sent?: Readonly<Record<string, unknown>> | undefined
}

type Values = Readonly<Record<string, unknown>>

/** What an action does to one record. Values as in the body of a request, by titles. */
export type RowChange =
  | { readonly kind: 'create'; readonly values: Values }
  | {
      readonly kind: 'update'
      readonly rowKey: string
      /** As in a path. */
      readonly rowId: string
      readonly values: Values
      /** What the record held when it was changed here. */
      readonly expected: Values
    }
  | { readonly kind: 'delete'; readonly rowKey: string; readonly rowId: string; readonly expected: Values }

/** Changes of records that one action made, written together or not at all. */
export interface UnsavedBatch extends UnsavedPart {
  readonly kind: 'batch'
  /** What was done, and what taking it back does, as sentences for the history. */
  readonly words: { readonly label: string; readonly undone: string }
  readonly changes: readonly RowChange[]
  /** Names of columns in the database, by the titles in the changes. */
  readonly columns: Readonly<Record<string, string>>
  /** The server could not be reached with it: it is shown among the records until it is stored. */
  readonly waited?: boolean
}

export type UnsavedEdit = UnsavedCell | UnsavedRow | UnsavedBatch

interface UnsavedState {
  /** Of the person who is signed in, oldest first. */
  readonly edits: readonly UnsavedEdit[]
  /** Edits that the storage of the browser has no room for: they go with the window. */
  readonly fleeting: ReadonlySet<string>
}

export const useUnsaved = create<UnsavedState>(() => ({ edits: [], fleeting: new Set() }))

const prefix = 'basalt unsaved'
/** One entry for each edit, so that windows never write over each other's. */
const owner = (): string => `${prefix} ${JSON.stringify(useUsers.getState().user?.email ?? null)} `

/** Storage may be full or forbidden: then the window alone remembers. */
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
    return isWhole && ['cell', 'row', 'batch'].includes(edit.kind ?? '') ? (edit as UnsavedEdit) : undefined
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
    edits.some(({ id }) => id === edit.id) ? edits.map((each) => (each.id === edit.id ? edit : each)) : [...edits, edit]

function markFleeting(id: string, isFleeting: boolean): void {
  useUnsaved.setState(({ fleeting }) => {
    if (fleeting.has(id) === isFleeting) return {}
    const next = new Set(fleeting)
    if (isFleeting) next.add(id)
    else next.delete(id)
    return { fleeting: next }
  })
}

/** What was typed and is not in the database yet: kept on this computer until it is, or until it is discarded. */
export const unsaved = {
  put: (edit: UnsavedEdit): void => {
    const isStored = stored((storage) => {
      storage.setItem(owner() + edit.id, JSON.stringify(edit))
      return true
    })
    markFleeting(edit.id, isStored !== true)
    show(withEdit(edit))
  },
  /** An edit, unless it is saved or discarded: another window may have done that a moment ago. */
  now: (id: string): UnsavedEdit | undefined => {
    const { edits, fleeting } = useUnsaved.getState()
    const held = edits.find((edit) => edit.id === id)
    if (held === undefined || fleeting.has(id)) return held
    const kept = stored((storage) => ({ text: storage.getItem(owner() + id) }))
    return kept?.text === null ? undefined : held
  },
  remove: (id: string): void => {
    if (!useUnsaved.getState().edits.some((edit) => edit.id === id)) return
    stored((storage) => storage.removeItem(owner() + id))
    markFleeting(id, false)
    show((edits) => edits.filter((edit) => edit.id !== id))
  },
}

/**
 * Reads what earlier windows of this person left. What they were sending may have arrived: sent again, it is done once.
 */
function load(): void {
  const mine = owner()
  const found = stored((storage) =>
    Array.from({ length: storage.length }, (_, at) => storage.key(at))
      .filter((key) => key?.startsWith(mine) === true)
      .flatMap((key) => editOf(key === null ? null : storage.getItem(key)) ?? []),
  )
  const edits = (found ?? []).map((edit): UnsavedEdit =>
    edit.state === 'sending' ? { ...edit, state: 'waiting', ...(edit.kind === 'batch' && { waited: true }) } : edit,
  )
  useUnsaved.setState({ edits: edits.toSorted((one, other) => one.at - other.at), fleeting: new Set() })
}

/** Follows who is signed in and what other windows keep. @returns the function that ends it */
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

/** Edits that the person should know about: what is being sent for the first time is none of them. */
export const isKept = (edit: UnsavedEdit): boolean =>
  edit.state !== 'sending' || (edit.kind === 'batch' && edit.waited === true)
