import type { Capabilities } from '@common/dialects'
import { useOperation } from '@renderer/api'
import { useMemo } from 'react'
import type { Routines } from './tree-nodes'

/**
 * Returns functions, procedures and sequences of a project by name. Contains a group for each kind that the database
 * supports or has. Sends no request if there can't be any.
 */
export function useRoutines(projectId: string, capabilities: Capabilities): Routines {
  const { functions, procedures, sequences } = capabilities
  const options = { projectId, silent: true, enabled: functions || procedures || sequences }
  const functionList = useOperation('functionList', {}, options).data
  const procedureList = useOperation('procedureList', {}, options).data
  const sequenceList = useOperation('sequenceList', {}, options).data
  return useMemo(
    () => ({
      ...group('functions', functions, functionList),
      ...group('procedures', procedures, procedureList),
      ...group('sequences', sequences, sequenceList),
    }),
    [functions, procedures, sequences, functionList, procedureList, sequenceList],
  )
}

function group(name: keyof Routines, expected: boolean, names: readonly string[] = []): Routines {
  return expected || names.length > 0 ? { [name]: names } : {}
}
