import type { AttachedFile } from '@common/columns/values/files'
import type { AuditFilters } from '@common/operations/audit'
import type { ImportShape, WireImport } from '@common/operations/imports'
import type { OperationInput, OperationOutput, operations } from '@common/operations'
import type { sqlResultFile } from '@common/operations/sql-editor'
import { auditExportPath, metadataExportPath, operationsPath, sqlExportPath } from '@common/constants'
import { cancelled, errorFromResponse, unreachable, unreadable } from './api-error'
import type { Client, OperationArgs } from './client'
import { serverRoot, type Http } from './http'
import { bodyOf } from './response-body'
import { beginWrite } from './running-writes'
import type { z } from 'zod'

export interface UploadOptions {
  /** Bytes that have left so far, with those of the form around the files. */
  readonly onProgress?: (sent: number) => void
  readonly signal?: AbortSignal
}

export interface FileLinkOptions {
  /** The name to save it under. */
  readonly title?: string
  readonly download?: boolean
}

type Declared = typeof operations
/** Operations that take a file. */
type FileOperation = {
  [N in keyof Declared]: Declared[N] extends { readonly takesFile: true } ? N : never
}[keyof Declared]
type MetadataOperation = 'projectImport' | 'metadataImport'

/** A file of an answer to a shared form, with the id of its field. */
export interface AnsweredFile {
  readonly field: string
  readonly file: File
}

/** Client for files of cells and of rows: uploads with progress, downloads with the window's session. */
export interface FileClient {
  /** @throws ApiError */
  readonly upload: (projectId: string, file: File, options?: UploadOptions) => Promise<AttachedFile>
  /** A file whose rows are to be imported. @throws ApiError */
  readonly uploadImport: (projectId: string, file: File, options?: UploadOptions) => Promise<WireImport>
  /** Returns the sheets of a file as tables, and stores nothing. @throws ApiError */
  readonly shape: (file: File, options?: UploadOptions) => Promise<ImportShape>
  /** Sends a metadata file: into a project, or to make a project of it without one. @throws ApiError */
  readonly sendMetadata: <N extends MetadataOperation>(
    name: N,
    projectId: string | undefined,
    file: File,
    options?: UploadOptions,
  ) => Promise<OperationOutput<N>>
  /** Returns a generated REST server as a zip file, and its name. @throws ApiError */
  readonly backend: (
    projectId: string,
    input: Partial<OperationInput<'projectGenerateBackend'>>,
  ) => Promise<{ readonly file: Blob; readonly name: string }>
  /** Returns the metadata of a project as a file, on request with all rows. @throws ApiError */
  readonly metadata: (projectId: string, rows: boolean, signal?: AbortSignal) => Promise<Blob>
  /** Answers a shared form, with files. @throws ApiError */
  readonly answer: (
    projectId: string,
    input: OperationArgs<'shareSubmit'>,
    sent: readonly AnsweredFile[],
    options?: UploadOptions,
  ) => Promise<void>
  /**
   * Returns the lines of an audit as a file: of a project, or of the installation without one.
   *
   * @throws ApiError also when the response breaks off
   */
  readonly audit: (
    projectId: string | undefined,
    format: 'csv' | 'json',
    filters: AuditFilters,
    options?: { readonly signal?: AbortSignal },
  ) => Promise<Blob>
  /**
   * Returns a result of the SQL editor as a file. Streams its bytes: memory holds one chunk, and the browser stores the
   * rest.
   *
   * @throws ApiError also when the response breaks off
   */
  readonly sqlResult: (
    projectId: string,
    body: z.input<typeof sqlResultFile>,
    options: { readonly signal: AbortSignal; readonly received: (bytes: number) => void },
  ) => Promise<Blob>
  /** Returns the bytes of a file of this installation. @throws ApiError */
  readonly read: (url: string, signal?: AbortSignal) => Promise<Blob>
  /** An address that a film, a frame or a download can load by itself, for ten minutes. @throws ApiError */
  readonly link: (projectId: string, url: string, options?: FileLinkOptions) => Promise<string>
}

export function createFileClient(http: Http, client: Client): FileClient {
  /** Sends a form to an operation and returns the response. Renews an expired session once. */
  async function sendRenewed(
    name: FileOperation,
    projectId: string | undefined,
    form: FormData,
    options: UploadOptions = {},
  ) {
    const token = http.token()
    let response = await send(name, projectId, form, http.callHeaders(token), options)
    if (response.status === 401 && http.share() === undefined) {
      const renewed = await http.renew(token)
      if (renewed === undefined) throw await errorFromResponse(response)
      response = await send(name, projectId, form, http.callHeaders(renewed), options)
    }
    if (!response.ok) throw await errorFromResponse(response)
    return (await response.json()) as unknown
  }
  return {
    upload: async (projectId, file, options) =>
      (await sendRenewed('attachmentUpload', projectId, formOf([{ field: 'file', file }]), options)) as AttachedFile,

    uploadImport: async (projectId, file, options) =>
      (await sendRenewed('importUpload', projectId, formOf([{ field: 'file', file }]), options)) as WireImport,

    shape: async (file, options) =>
      (await sendRenewed('importShape', undefined, formOf([{ field: 'file', file }]), options)) as ImportShape,

    sendMetadata: async (name, projectId, file, options) =>
      (await sendRenewed(name, projectId, formOf([{ field: 'file', file }]), options)) as OperationOutput<typeof name>,

    backend: async (projectId, body) => {
      const path = `${operationsPath}/projectGenerateBackend?${new URLSearchParams({ project: projectId })}`
      const response = await http.request({ method: 'POST', path, body })
      const [, name = 'backend.zip'] =
        /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
      return { file: await bytesOf(response, undefined), name }
    },

    metadata: async (projectId, rows, signal) => {
      const query = new URLSearchParams({ project: projectId, rows: String(rows) })
      return bytesOf(await http.request({ method: 'POST', path: `${metadataExportPath}?${query}`, signal }), signal)
    },

    answer: async (projectId, input, sent, options) => {
      const form = formOf(sent)
      form.append('input', JSON.stringify(input))
      await sendRenewed('shareSubmit', projectId, form, options)
    },

    audit: async (projectId, format, filters, { signal } = {}) => {
      const query = new URLSearchParams({ format, ...(projectId === undefined ? {} : { project: projectId }) })
      const path = `${auditExportPath}?${query}`
      return bytesOf(await http.request({ method: 'POST', path, body: filters, signal }), signal)
    },

    sqlResult: async (projectId, body, { signal, received }) => {
      const path = `${sqlExportPath}?${new URLSearchParams({ project: projectId })}`
      return bytesOf(await http.request({ method: 'POST', path, body, signal }), signal, received)
    },

    read: async (url, signal) => bytesOf(await http.request({ method: 'GET', path: url, signal }), signal),

    link: async (projectId, url, options = {}) => {
      const made = await client.call('attachmentLink', { url, ...options }, { projectId, silent: true })
      return serverRoot() + made.url
    },
  }
}

/** @throws ApiError when the response breaks off */
function bytesOf(
  response: Response,
  signal: AbortSignal | undefined,
  received?: (bytes: number) => void,
): Promise<Blob> {
  return bodyOf(response, received).catch((error: unknown) => {
    throw signal?.aborted === true ? cancelled(error) : unreachable(error)
  })
}

function formOf(sent: readonly AnsweredFile[]): FormData {
  const form = new FormData()
  for (const { field, file } of sent) form.append(field, file, file.name)
  return form
}

/** Not `fetch`, which doesn't report upload progress. */
function send(
  name: FileOperation,
  projectId: string | undefined,
  form: FormData,
  headers: Readonly<Record<string, string>>,
  { onProgress, signal }: UploadOptions,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(cancelled(signal.reason))
      return
    }
    const request = new XMLHttpRequest()
    request.addEventListener('loadend', beginWrite())
    const project = projectId === undefined ? '' : `?project=${encodeURIComponent(projectId)}`
    request.open('POST', `${serverRoot()}${operationsPath}/${name}${project}`)
    for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value)
    request.upload.addEventListener('progress', ({ loaded }) => onProgress?.(loaded))
    request.addEventListener('load', () => {
      try {
        resolve(new Response(request.responseText, { status: request.status }))
      } catch (error) {
        reject(unreadable(request.status, error))
      }
    })
    request.addEventListener('error', () => reject(unreachable(new Error('The upload found no server'))))
    request.addEventListener('abort', () => reject(cancelled(signal?.reason)))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
