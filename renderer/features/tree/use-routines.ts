import type { Capabilities } from '@common/dialects'
import { useOperation } from '@renderer/api'
import { useMemo } from 'react'
import type { Routines } from './tree-nodes'

/**
 * Functions, procedures and sequences of a project by their names: a group for each that its kind of database has, or
 * that is there all the same. Asked for only where there can be any.
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
