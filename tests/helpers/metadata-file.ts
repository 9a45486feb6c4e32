import { metadataExportPath } from '@common/constants'
import { sendForm } from './form'
import type { Answer, TestServer } from './server'

/** Downloads the metadata of a project, on request with all rows. */
export async function downloadMetadata(
  server: TestServer,
  as: { readonly token: string; readonly projectId: string },
  rows = false,
): Promise<Uint8Array> {
  const answer = await fetch(`${server.origin}${metadataExportPath}?project=${as.projectId}&rows=${rows}`, {
    method: 'POST',
    headers: { 'xc-auth': as.token },
  })
  if (answer.status !== 200) throw new Error(`Export answered ${answer.status}: ${await answer.text()}`)
  return new Uint8Array(await answer.arrayBuffer())
}

/** Sends a metadata file, and returns any response. */
export function sendMetadata(
  server: TestServer,
  operation: 'projectImport' | 'metadataImport',
  content: Uint8Array | string,
  as: { readonly token: string; readonly projectId?: string },
  input: unknown = {},
): Promise<Answer> {
  const project = as.projectId === undefined ? '' : `?project=${as.projectId}`
  return sendForm(
    server,
    [
      { name: 'file', filename: 'basalt-metadata.zip', content },
      { name: 'input', content: JSON.stringify(input) },
    ],
    { token: as.token, path: `/api/v1/operations/${operation}${project}` },
  )
}
