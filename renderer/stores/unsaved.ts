import { t } from '@renderer/i18n'
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
}

export type UnsavedEdit = UnsavedCell | UnsavedRow

interface UnsavedState {
  /** Of the person who is signed in, oldest first. */
  readonly edits: readonly UnsavedEdit[]
}

export const useUnsaved = create<UnsavedState>(() => ({ edits: [] }))

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
    return isWhole && (edit.kind === 'cell' || edit.kind === 'row') ? (edit as UnsavedEdit) : undefined
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

/** What was typed and is not in the database yet: kept on this computer until it is, or until it is discarded. */
export const unsaved = {
  put: (edit: UnsavedEdit): void => {
    stored((storage) => storage.setItem(owner() + edit.id, JSON.stringify(edit)))
    show(withEdit(edit))
  },
  remove: (id: string): void => {
    if (!useUnsaved.getState().edits.some((edit) => edit.id === id)) return
    stored((storage) => storage.removeItem(owner() + id))
    show((edits) => edits.filter((edit) => edit.id !== id))
  },
}

/** Reads what earlier windows of this person left. What they were sending may or may not have arrived. */
function load(): void {
  const mine = owner()
  const found = stored((storage) =>
    Array.from({ length: storage.length }, (_, at) => storage.key(at))
      .filter((key) => key?.startsWith(mine) === true)
      .flatMap((key) => editOf(key === null ? null : storage.getItem(key)) ?? []),
  )
  const edits = (found ?? []).map((edit): UnsavedEdit => {
    if (edit.state !== 'sending') return edit
    // A value is compared before it is sent again. A record that had arrived would be there twice.
    return edit.kind === 'cell'
      ? { ...edit, state: 'waiting' }
      : { ...edit, state: 'refused', message: t('unsaved.interrupted') }
  })
  useUnsaved.setState({ edits: edits.toSorted((one, other) => one.at - other.at) })
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

/** Edits that the person should know about: what is just being sent is none of them. */
export const isKept = ({ state }: UnsavedEdit): boolean => state !== 'sending'
