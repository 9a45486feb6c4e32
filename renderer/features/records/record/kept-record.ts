import { useUsers } from '@renderer/stores'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import type { GridModel } from '../model/grid-model'

/** State of the record panel that survives a reload. */
interface Kept {
  readonly user: string | null
  readonly table: string
  /** Id of a new record, or the key of a stored one. */
  readonly record: string
}

interface KeptField extends Kept {
  readonly column: string
  readonly text: string
}

const user = (): string | null => useUsers.getState().user?.email ?? null

/** An entry in the session storage. If the storage is full or forbidden, the entry is lost with the page. */
function inSession<T extends Kept>(key: string) {
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
    keep: (kept: Omit<T, 'user'>): void =>
      void stored((storage) => storage.setItem(key, JSON.stringify({ ...kept, user: user() }))),
    end: (): void => void stored((storage) => storage.removeItem(key)),
    get: (): T | undefined => {
      const kept = stored((storage) => JSON.parse(storage.getItem(key) ?? 'null') as T | null) ?? undefined
      return kept?.user === user() ? kept : undefined
    },
  }
}

const field = inSession<KeptField>('basalt typed field')
const draft = inSession<Kept>('basalt open draft')

/** Returns an id of a line's record that survives reloads; undefined while the line isn't loaded. */
const recordAt = (model: GridModel, row: number): string | undefined => model.draftAt(row)?.id ?? model.keyAt(row)

/** Deletes the saved text, if this field has saved one. */
function endTyped(isKept: RefObject<boolean>): void {
  if (isKept.current) field.end()
  isKept.current = false
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
  const isKept = useRef(false)
  useEffect(() => {
    if (!isEditing) endTyped(isKept)
  }, [isEditing])
  const openTyped = useEffectEvent(open)
  useEffect(() => {
    const typed = field.get()
    const isHere = typed?.table === model.table.name && typed.record === record && typed.column === column
    if (isHere && record !== undefined) {
      isKept.current = true
      openTyped(typed.text)
    }
    return () => endTyped(isKept)
  }, [model, record, column])
  return (text) => {
    if (record === undefined) return
    isKept.current = true
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
    const kept = draft.get()
    if (kept?.table === model.table.name) wanted.current = kept.record
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
