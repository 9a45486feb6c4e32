import { useUsers } from '@renderer/stores'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import type { GridModel } from '../model/grid-model'

/** State of the record panel that survives a reload. */
interface SavedRecord {
  readonly user: string | null
  readonly table: string
  /** Id of a new record, or the key of a stored one. */
  readonly record: string
}

interface SavedField extends SavedRecord {
  readonly column: string
  readonly text: string
}

const user = (): string | null => useUsers.getState().user?.email ?? null

/** An entry in the session storage. If the storage is full or forbidden, the entry is lost with the page. */
function inSession<T extends SavedRecord>(key: string) {
  const stored = <R>(work: (storage: Storage) => R): R | undefined => {
    try {
      return work(sessionStorage)
    } catch (error) {
      if (error instanceof DOMException || error instanceof ReferenceError || error instanceof SyntaxError)
        return undefined
      throw error
    }
  }
  return {
    keep: (saved: Omit<T, 'user'>): void =>
      void stored((storage) => storage.setItem(key, JSON.stringify({ ...saved, user: user() }))),
    end: (): void => void stored((storage) => storage.removeItem(key)),
    get: (): T | undefined => {
      const saved = stored((storage) => JSON.parse(storage.getItem(key) ?? 'null') as T | null) ?? undefined
      return saved?.user === user() ? saved : undefined
    },
  }
}

const field = inSession<SavedField>('basalt typed field')
const draft = inSession<SavedRecord>('basalt open draft')

/** Returns an id of a line's record that survives reloads; undefined while the line isn't loaded. */
const recordAt = (model: GridModel, row: number): string | undefined => model.draftAt(row)?.id ?? model.keyAt(row)

/** Deletes the saved text, if this field has saved one. */
function endTyped(isSaved: RefObject<boolean>): void {
  if (isSaved.current) field.end()
  isSaved.current = false
}

/**
 * Saves uncommitted text of a field in the panel, so that it survives a reload.
 *
 * @param open  opens the editor with the text from before the reload
 * @returns a function that saves a text
 */
export function useTypedField(
  model: GridModel,
  row: number,
  column: string,
  isEditing: boolean,
  open: (typed: string) => void,
): (text: string) => void {
  const record = recordAt(model, row)
  const isSaved = useRef(false)
  useEffect(() => {
    if (!isEditing) endTyped(isSaved)
  }, [isEditing])
  const openTyped = useEffectEvent(open)
  useEffect(() => {
    const typed = field.get()
    const isHere = typed?.table === model.table.name && typed.record === record && typed.column === column
    if (isHere && record !== undefined) {
      isSaved.current = true
      openTyped(typed.text)
    }
    return () => endTyped(isSaved)
  }, [model, record, column])
  return (text) => {
    if (record === undefined) return
    isSaved.current = true
    field.keep({ table: model.table.name, record, column, text })
  }
}

/**
 * Reopens the panel of a new record after a reload.
 *
 * @param line  line of the record in the panel
 */
export function useOpenDraft(model: GridModel, line: number | undefined, open: (line: number) => void): void {
  const shown = line === undefined ? undefined : model.draftAt(line)?.id
  const wanted = useRef<string | undefined>(undefined)
  const isRead = useRef(false)
  if (!isRead.current) {
    isRead.current = true
    const saved = draft.get()
    if (saved?.table === model.table.name) wanted.current = saved.record
  }
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    if (shown === undefined) return undefined
    draft.keep({ table: model.table.name, record: shown })
    return () => draft.end()
  }, [model, shown])
  useEffect(() => {
    const look = (): void => {
      if (wanted.current === undefined || model.rows.count === undefined) return
      for (let at = model.rows.length; at < model.rowCount; at += 1)
        if (model.draftAt(at)?.id === wanted.current) {
          wanted.current = undefined
          latest.current(at)
          return
        }
    }
    look()
    return model.subscribe(look)
  }, [model])
}
