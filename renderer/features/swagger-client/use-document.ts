import { parseApiDocument, type ApiDocument } from '@common/openapi'
import { messageOf, operationKey } from '@renderer/api'
import { useQuery } from '@tanstack/react-query'
import { readDocument } from './document-file'

export interface LoadedDocument {
  readonly document: ApiDocument | undefined
  readonly error: string | undefined
  readonly reload: () => void
  readonly isLoading: boolean
}

/** Returns the OpenAPI document of a project, with the operations that the user may call. */
export function useDocument(projectId: string): LoadedDocument {
  const query = useQuery({
    // Changes of tables make it stale, like answers of this operation.
    queryKey: operationKey('tableStatements', 'openapi', projectId),
    queryFn: async ({ signal }) => {
      const file = await readDocument(projectId, 'json', signal)
      return parseApiDocument(JSON.parse(await file.text())) ?? null
    },
    structuralSharing: false,
    staleTime: 0,
  })
  return {
    document: query.data ?? undefined,
    error: query.error === null ? undefined : messageOf(query.error),
    reload: () => void query.refetch(),
    isLoading: query.isFetching,
  }
}
