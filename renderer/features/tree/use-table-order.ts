import type { TableSummary } from '@common/model'
import { client, sentenceOf } from '@renderer/api'
import { changeStep, undoLog } from '@renderer/features/undo'
import { sentence } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { useMemo, useRef, useState } from 'react'
import { placesAfterMove, type Ordered } from './tree-order'

type Places = ReadonlyMap<string, number>

const none: Places = new Map()

/**
 * Returns the tables in the order that users set by dragging, applied immediately. Stores the order for everyone, one
 * change after another.
 *
 * @param reload  refetches the list from the server
 */
export function useTableOrder(
  projectId: string,
  tables: readonly TableSummary[],
  reload: () => Promise<unknown>,
): {
  readonly tables: readonly TableSummary[]
  /** Moves a table within the given ones. */
  readonly move: (among: readonly TableSummary[], from: number, to: number) => void
} {
  /** Places that the server may not have yet. */
  const [places, setPlaces] = useState(none)
  const writing = useRef<Promise<unknown>>(Promise.resolve())
  const latest = useRef(0)

  /** @returns the ids of the changes */
  const write = (changes: readonly Ordered[]): Promise<readonly string[]> => {
    setPlaces((before) => new Map([...before, ...changes.map(({ name, order }) => [name, order] as const)]))
    latest.current += 1
    const mine = latest.current
    const done = writing.current.then(async () => {
      const ids: string[] = []
      const onChange = (id: string): void => void ids.push(id)
      for (const { name, order } of changes)
        await client.call(
          'tableOrderSet',
          { table: name, order },
          { projectId, silent: true, outlives: true, onChange },
        )
      return ids
    })
    writing.current = done
      .catch(() => undefined)
      .then(async () => {
        if (mine !== latest.current) return
        await reload()
        if (mine === latest.current) setPlaces(none)
      })
    return done
  }

  const move = (among: readonly TableSummary[], from: number, to: number): void => {
    const table = among[from]
    const changes = placesAfterMove(among, from, to)
    if (table === undefined || changes.length === 0) return
    const words = {
      label: sentence('tree.changes.moved', { table: table.title }),
      undone: sentence('tree.changes.movedBack', { table: table.title }),
    }
    undoLog.during(projectId, write(changes)).then(
      (ids) => undoLog.record(projectId, changeStep(projectId, words, ids)),
      (error: unknown) => toast.error(sentenceOf(error)),
    )
  }

  const ordered = useMemo(() => {
    if (places.size === 0) return tables
    return tables
      .map((table) => ({ ...table, order: places.get(table.name) ?? table.order }))
      .toSorted((one, other) => one.order - other.order)
  }, [tables, places])
  return { tables: ordered, move }
}
