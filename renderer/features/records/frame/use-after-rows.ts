import type { Table } from '@common/model'
import { afterNextRows } from '@renderer/stores'
import { useEffect, useState } from 'react'

const opened = new WeakSet<Table>()

/**
 * False while a table opens for the first time, until its rows are visible: the buttons around them come after them. Other
 * views of the table, and a tab that opens again, have their buttons at once.
 */
export function useAfterRows(table: Table): boolean {
  const [isTime, setTime] = useState(() => opened.has(table))
  useEffect(() => {
    opened.add(table)
    return afterNextRows(() => setTime(true))
  }, [table])
  return isTime
}
