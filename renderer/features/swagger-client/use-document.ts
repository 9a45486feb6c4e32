import { defaultDbAlias } from '@common/constants'
import { parseApiDocument, type ApiDocument } from '@common/openapi'
import { files, messageOf, operationKey } from '@renderer/api'
import { saveFile } from '@renderer/ui'
import { useQuery } from '@tanstack/react-query'

export const documentFormats = ['json', 'yaml'] as const
export type DocumentFormat = (typeof documentFormats)[number]

export interface LoadedDocument {
  readonly document: ApiDocument | undefined
  readonly error: string | undefined
  readonly reload: () => void
  readonly isLoading: boolean
}

const pathOf = (projectId: string, format: DocumentFormat): string =>
  `/nc/${encodeURIComponent(projectId)}/${defaultDbAlias}/swagger.${format}`

/** Returns the OpenAPI document of a project, with the operations that the user may call. */
export function useDocument(projectId: string): LoadedDocument {
  const query = useQuery({
    // Changes of tables make it stale, like answers of this operation.
    queryKey: operationKey('tableStatements', 'openapi', projectId),
    queryFn: async ({ signal }) => {
      const file = await files.read(pathOf(projectId, 'json'), signal)
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

/** Saves the document as a file: `openapi.yaml`. @throws ApiError */
export async function saveDocument(projectId: string, format: DocumentFormat): Promise<void> {
  saveFile(await files.read(pathOf(projectId, format)), `openapi.${format}`)
}
