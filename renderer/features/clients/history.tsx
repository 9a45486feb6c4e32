import { useUsers } from '@renderer/stores'
import { Button, ConfirmDialog } from '@renderer/ui'
import { useMemo, useState, type ReactNode } from 'react'
import styles from './clients.module.css'

interface Entered {
  readonly id: string
  readonly projectId: string
  readonly userId: number | null
}

interface History<Entry> {
  readonly list: readonly Entry[]
  readonly forgotten: (ids: ReadonlySet<string>) => void
}

/** The store of a client (`createClientStore`). */
export interface HistoryStore<Entry> {
  <Part>(selector: (state: History<Entry>) => Part): Part
  readonly getState: () => History<Entry>
}

export interface OwnHistory<Entry> {
  /** Entries of this user in the project, newest first. */
  readonly own: readonly Entry[]
  /** Own entries that contain the searched text. */
  readonly found: readonly Entry[]
  /** Deletes the entries of this user in the project. */
  readonly clear: () => void
}

/**
 * Returns the history of this user in a project.
 *
 * @param textOf  returns the searchable text of an entry
 */
export function useOwnHistory<Entry extends Entered>(
  useStore: HistoryStore<Entry>,
  projectId: string,
  search: string,
  textOf: (entry: Entry) => string,
): OwnHistory<Entry> {
  const list = useStore((state) => state.list)
  const userId = useUsers((state) => state.user?.id ?? null)
  const own = useMemo(
    () => list.filter((entry) => entry.projectId === projectId && entry.userId === userId),
    [list, projectId, userId],
  )
  const wanted = search.trim().toLowerCase()
  return {
    own,
    found: own.filter((entry) => textOf(entry).toLowerCase().includes(wanted)),
    clear: () => useStore.getState().forgotten(new Set(own.map(({ id }) => id))),
  }
}

export interface ClearHistoryProps {
  readonly label: string
  readonly title: string
  /** Says what will be deleted. */
  readonly text: string
  readonly onClear: () => void
}

/** The button that clears the history, after a question. */
export function ClearHistory({ label, title, text, onClear }: ClearHistoryProps) {
  const [isAsking, setAsking] = useState(false)
  const close = (): void => setAsking(false)
  return (
    <>
      <Button kind="quiet" icon="trash" onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <ConfirmDialog
          opened
          title={title}
          action={label}
          onSubmit={() => {
            onClear()
            close()
          }}
          onClose={close}
        >
          {text}
        </ConfirmDialog>
      )}
    </>
  )
}

/** An entry of the history in several lines. */
export function HistoryEntry({ onOpen, children }: { readonly onOpen: () => void; readonly children: ReactNode }) {
  return (
    <button type="button" className={styles.entry} onClick={onOpen}>
      {children}
    </button>
  )
}
