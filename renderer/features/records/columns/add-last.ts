import type { ColumnCommands } from '@renderer/features/views'
import type { Bounds } from '@renderer/ui'
import type { DataGridColumn } from '../painter/data-grid'

/** Inserts a stored column before the computed ones, unless requested otherwise. */
export function addLast(columns: readonly DataGridColumn[], commands: ColumnCommands, at: Bounds): void {
  const last = columns.at(-1)
  if (last?.computed || last?.link) commands.insert(last.id, 'right', at)
  else commands.add(at)
}
