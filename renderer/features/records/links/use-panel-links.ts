import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { GridModel } from '../model/grid-model'
import { keyColumns, rowKey, type Row } from '../rows/row-key'
import { linkedRecords, type LinkDone, type LinkTables } from './link-api'
import { linkedRows, recordLabel, type LinkColumn } from './linked'
import { isUnreached } from '../unsaved/unreached'
import { useCandidates } from './use-candidates'

export interface PanelLinksOptions {
  readonly tables: LinkTables
  readonly model: GridModel
  readonly column: LinkColumn
  readonly row: Row
  /** Text that candidates are searched by. */
  readonly search: string
  readonly canAdd: boolean
  /** Called after each change. */
  readonly onDone: () => void
}

/** Returns the records linked to a row, the candidates, and the actions that link and unlink. */
export function usePanelLinks({ tables, model, column, row, search, canAdd, onDone }: PanelLinksOptions) {
  const { projectId, own, related } = tables
  const [error, setError] = useState<unknown>()
  const changes = useRef(Promise.resolve())
  const linked = useQuery({
    queryKey: ['linkedRecords', projectId, column.id, keyColumns(own).map(({ title }) => row[title])],
    queryFn: ({ signal }) => linkedRecords({ projectId, own }, column, row, signal),
    gcTime: 0,
  })
  const found = useCandidates(projectId, column, related, search, canAdd)
  const queued = useQueuedCount(model)
  // Without the server, falls back to the records loaded with the row.
  const known = linked.data ?? (linked.isError ? linkedRows(row, column) : undefined)
  const records: readonly Row[] = known === undefined ? [] : model.links.linkedTo(row, column, known)
  const keyOf = (record: Row): string => JSON.stringify(keyColumns(related).map(({ title }) => record[title]))
  const isLinked = new Set(records.map(keyOf))
  const nameOf = (record: Row): string => recordLabel(related, record, model.reader)
  // Without the server, those of the last search that match.
  const lastFound = useRef<readonly Row[]>([])
  if (found.data) lastFound.current = found.data
  const text = search.trim().toLocaleLowerCase()
  const isNamed = (record: Row): boolean => nameOf(record).toLocaleLowerCase().includes(text)
  const candidates = found.data ?? (found.isError ? lastFound.current.filter(isNamed) : [])

  const isOffline = isUnreached(linked.error ?? found.error)

  /** Runs changes one after another, so that none gets lost while an earlier one is applied. */
  const change = (work: () => Promise<unknown>, others: readonly Row[] = []): void => {
    let waits = false
    const done = async (): Promise<void> => {
      setError(undefined)
      waits = (await model.saving(work)) === 'waiting'
      onDone()
    }
    const shown = async (): Promise<void> => {
      if (waits) return
      // In a table that is linked to itself, any of its rows may have changed.
      if (related.name === own.name) model.rows.refresh()
      await Promise.all([linked.refetch(), found.refetch(), ...[row, ...others].map((each) => model.readAgain(each))])
    }
    changes.current = changes.current.then(done).then(undefined, setError).then(shown).catch(setError)
  }
  /** The row with the changes made since the panel opened. */
  const rowNow = (): Row => {
    const at = model.rows.find((each) => rowKey(own, each) === rowKey(own, row))
    return (at === undefined ? undefined : model.rowAt(at)) ?? row
  }
  const wasQueued = useRef(queued)
  useEffect(() => {
    // Queued changes were stored, discarded or rejected.
    if (queued < wasQueued.current) void Promise.all([linked.refetch(), found.refetch()])
    wasQueued.current = queued
  }, [queued, linked, found])

  return {
    linked,
    found,
    /** True once the linked records are known. */
    isKnown: known !== undefined,
    records,
    offered: known ? candidates.filter((record) => !isLinked.has(keyOf(record))) : [],
    keyOf,
    nameOf,
    /** Makes a record and links it. */
    create: (values: Row): void => change(() => model.links.create(tables, column, rowNow(), values)),
    /** Links a record or removes its link; `others` are rows that it changes as well. */
    give: (record: Row, done: LinkDone, others?: readonly Row[]): void =>
      change(() => model.links.send(tables, column, rowNow(), record, done), others),
    /** True if the server can't be reached: only records of the last search are offered. */
    isOffline,
    failure: error ?? (isOffline ? undefined : (linked.error ?? found.error)),
  }
}

/** Number of queued link changes of the table. */
const useQueuedCount = (model: GridModel): number =>
  useSyncExternalStore(
    (listener) => model.subscribe(listener),
    () => model.links.count,
  )
