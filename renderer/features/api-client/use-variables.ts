import { builtInVariables } from '@common/api-client/variables'
import type { OperationOutput } from '@common/operations'
import { useOperation } from '@renderer/api'
import { useMemo } from 'react'

type Environment = OperationOutput<'environmentList'>['list'][number]

export interface ProjectVariables {
  /** The working environment, once it is known. */
  readonly working: Environment | undefined
  /** Names of the variables that have a value. */
  readonly names: readonly string[]
}

/** Returns the variables that texts of a project may name. */
export function useVariables(projectId: string): ProjectVariables {
  const environments = useOperation('environmentList', {}, { projectId, silent: true })
  const working = environments.data?.list.find(({ isWorking }) => isWorking)
  const names = useMemo(() => namesOf(projectId, working), [projectId, working])
  return { working, names }
}

const namesOf = (projectId: string, environment: Environment | undefined): readonly string[] => [
  ...new Set([
    ...(environment?.variables ?? []).filter(({ enabled, hasValue }) => enabled && hasValue).map(({ name }) => name),
    ...builtInVariables(projectId).map(([name]) => name),
  ]),
]
