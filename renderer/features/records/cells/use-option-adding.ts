import { sentenceOf } from '@renderer/api'
import type { AddOption } from '@renderer/cells'
import { addOptions } from '@renderer/features/tables'
import { useGridSession } from '../session/session'

/** Returns a function that creates select options in the open table; undefined if the user may not change columns. */
export function useOptionAdding(): AddOption | undefined {
  const { projectId, table, columnCommands } = useGridSession()
  if (columnCommands === undefined) return undefined
  return async (column, title) => {
    try {
      await addOptions(projectId, table, new Map([[column, [title]]]))
      return undefined
    } catch (error) {
      return sentenceOf(error)
    }
  }
}
