import { messageOf } from '@renderer/api'
import type { AddOption } from '@renderer/cells'
import { addOptions } from '@renderer/features/tables'
import { useGridSession } from '../session/session'

/** Makes options of the columns of the open table; undefined when the columns are not the person's to change. */
export function useOptionAdding(): AddOption | undefined {
  const { projectId, table, columnCommands } = useGridSession()
  if (columnCommands === undefined) return undefined
  return async (column, title) => {
    try {
      await addOptions(projectId, table, new Map([[column, [title]]]))
      return undefined
    } catch (error) {
      return messageOf(error)
    }
  }
}
