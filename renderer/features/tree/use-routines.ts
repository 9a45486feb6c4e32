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
  const functionList = useOperation('functionList', {}, options).data?.data.list
  const procedureList = useOperation('procedureList', {}, options).data?.data.list
  const sequenceList = useOperation('sequenceList', {}, options).data?.data.list
  return useMemo(
    () => ({
      ...group(
        'functions',
        functions,
        functionList?.map(({ function_name }) => function_name),
      ),
      ...group(
        'procedures',
        procedures,
        procedureList?.map(({ procedure_name }) => procedure_name),
      ),
      ...group(
        'sequences',
        sequences,
        sequenceList?.map(({ sequence_name }) => sequence_name),
      ),
    }),
    [functions, procedures, sequences, functionList, procedureList, sequenceList],
  )
}

function group(name: keyof Routines, expected: boolean, names: readonly string[] = []): Routines {
  return expected || names.length > 0 ? { [name]: names } : {}
}
