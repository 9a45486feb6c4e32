import { useUsers } from '@renderer/stores'
import { useEffect, useRef } from 'react'
import type { GridModel } from '../grid-model'

/** What a window keeps of the record panel over a reload. */
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

/** One thing of a window; storage may be full or forbidden, then it goes with the page. */
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

/** Names the record of a line over reloads; undefined while it is not loaded. */
const recordAt = (model: GridModel, row: number): string | undefined => model.draftAt(row)?.id ?? model.keyAt(row)

/**
 * Keeps what is typed into a field of the panel and not given to it yet, so that a reload does not lose it.
 *
 * @param open  opens the editor with what was typed before the reload
 * @returns keeps a text
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
  const end = (): void => {
    if (isKept.current) field.end()
    isKept.current = false
  }
  useEffect(() => {
    if (!isEditing) end()
  }, [isEditing])
  useEffect(() => {
    const typed = field.get()
    const isHere = typed?.table === model.table.name && typed.record === record && typed.column === column
    if (isHere && record !== undefined) {
      isKept.current = true
      open(typed.text)
    }
    return end
    // Once for each record.
  }, [model, record, column]) // eslint-disable-line react-hooks/exhaustive-deps
  return (text) => {
    if (record === undefined) return
    isKept.current = true
    field.keep({ table: model.table.name, record, column, text })
  }
}

/**
 * Opens the panel of a new record again that was open before the page was reloaded.
 *
 * @param line  of the record that the panel shows
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
