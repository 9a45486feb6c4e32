import type { OperationOutput } from '@common/operations'
import type { WireImport } from '@common/operations/imports'
import { client, files, type OperationArgs, type UploadOptions } from '@renderer/api'
import type { ImportRequest } from './import-store'

/** The wizard and the toast of an import report these calls themselves. */
const quietly = (projectId: string) => ({ projectId, silent: true }) as const

/** A text that was copied somewhere, with a name for it. */
type PastedText = Extract<ImportRequest['source'], { readonly text: string }>

/** Returns the sources of an import one by one. */
export const sourcesOf = ({ source }: ImportRequest): readonly (File | PastedText)[] =>
  'files' in source ? source.files : [source]

/** Uploads a source to the server, which returns a preview. */
export function bring(projectId: string, source: File | PastedText, options: UploadOptions): Promise<WireImport> {
  if (source instanceof File) return files.uploadImport(projectId, source, options)
  const { text, name } = source
  return client.call('importUpload', { text, name }, { ...quietly(projectId), signal: options.signal })
}

export const preview = (
  projectId: string,
  args: OperationArgs<'importPreview'>,
): Promise<OperationOutput<'importPreview'>> => client.call('importPreview', args, quietly(projectId))

export const start = (projectId: string, args: OperationArgs<'importStart'>): Promise<OperationOutput<'importStart'>> =>
  client.call('importStart', args, quietly(projectId))

export const statusOf = (projectId: string, id: string): Promise<OperationOutput<'importStatus'>> =>
  client.call('importStatus', { id }, quietly(projectId))

export const cancel = (projectId: string, id: string): Promise<OperationOutput<'importCancel'>> =>
  client.call('importCancel', { id }, quietly(projectId))

export const discard = (projectId: string, id: string): Promise<unknown> =>
  client.call('importDiscard', { id }, quietly(projectId))

export const failuresOf = (projectId: string, id: string): Promise<OperationOutput<'importFailures'>> =>
  client.call('importFailures', { id }, quietly(projectId))

/** Downloads all failed rows as CSV with line and reason. */
export const failuresFile = (projectId: string, id: string): Promise<Blob> =>
  files.read(`/dashboard/imports/${encodeURIComponent(projectId)}/${encodeURIComponent(id)}/failed.csv`)
