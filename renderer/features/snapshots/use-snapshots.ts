import type { OperationOutput } from '@common/operations'
import { client, operationKey, type ApiError } from '@renderer/api'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'

type Snapshots = OperationOutput<'snapshotList'>

const pollMs = 1_000
/** Jobs and other users take snapshots too. */
const idlePollMs = 10_000

/** Lists the snapshots; follows the progress while one is being taken, in this window or elsewhere. */
export function useSnapshots(projectId: string, isTaking: boolean): UseQueryResult<Snapshots, ApiError> {
  return useQuery<Snapshots, ApiError>({
    queryKey: operationKey('snapshotList', {}, projectId),
    queryFn: ({ signal }) => client.call('snapshotList', {}, { projectId, signal, silent: true }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (isTaking || (state.data?.running ?? null) !== null ? pollMs : idlePollMs),
  })
}
