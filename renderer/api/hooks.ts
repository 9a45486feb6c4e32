import type { OperationName, OperationOutput } from '@common/operations'
import { useMutation, useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query'
import { client } from './instance'
import type { ApiError } from './api-error'
import type { CallOptions, OperationArgs } from './client'
import { operationKey } from './query-client'

export interface OperationQueryOptions {
  readonly projectId?: string | undefined
  readonly enabled?: boolean
  readonly silent?: boolean
  /** `always` asks again whenever the component appears, because scripts and other users change what it shows. */
  readonly refetchOnMount?: 'always'
}

/** Server data for a component: `const list = useOperation('projectList', {})`. */
export function useOperation<N extends OperationName>(
  name: N,
  args: OperationArgs<N>,
  { projectId, enabled = true, silent, refetchOnMount }: OperationQueryOptions = {},
): UseQueryResult<OperationOutput<N>, ApiError> {
  return useQuery<OperationOutput<N>, ApiError>({
    queryKey: operationKey(name, args, projectId),
    queryFn: ({ signal }) => client.call(name, args, { projectId, signal, silent }),
    enabled,
    ...(refetchOnMount !== undefined && { refetchOnMount }),
  })
}

/** A command for a component: `const rename = useCommand('projectRename')`, `rename.mutate({ args, projectId })`. */
export function useCommand<N extends OperationName>(
  name: N,
): UseMutationResult<OperationOutput<N>, ApiError, { readonly args: OperationArgs<N> } & CallOptions> {
  return useMutation({ mutationFn: ({ args, ...options }) => client.call(name, args, options) })
}
