import { defaultDbAlias } from '@common/constants'
import { files } from '@renderer/api'

export const documentFormats = ['json', 'yaml'] as const
export type DocumentFormat = (typeof documentFormats)[number]

/** Reads the OpenAPI document of a project, with the operations that the user may call. @throws ApiError */
export const readDocument = (projectId: string, format: DocumentFormat, signal?: AbortSignal): Promise<Blob> =>
  files.read(`/nc/${encodeURIComponent(projectId)}/${defaultDbAlias}/swagger.${format}`, signal)
