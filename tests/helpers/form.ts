import { request as httpRequest } from 'node:http'
import type { Answer, TestServer } from './server'
import { until } from './until'

export interface FormPart {
  readonly name: string
  readonly filename?: string
  readonly content: string | Uint8Array
}

export interface FormOptions {
  readonly token?: string | undefined
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
}

const boundary = '----basalt-test-form'

/** Returns the bytes of a form, as browsers and scripts write them. */
export function formBytes(parts: readonly FormPart[]): Buffer {
  const pieces = parts.flatMap(({ name, filename, content }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${
        filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: application/octet-stream`
      }\r\n\r\n`,
    ),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
}

export const formType = `multipart/form-data; boundary=${boundary}`

/** Sends a form. */
export function sendForm(
  server: TestServer,
  parts: readonly FormPart[],
  { token, path, headers = {} }: FormOptions,
): Promise<Answer> {
  return server.request(path, {
    method: 'POST',
    token,
    text: formBytes(parts),
    headers: { 'content-type': formType, ...headers },
  })
}

/** Uploads a file the way scripts do. */
export function uploadFile(
  server: TestServer,
  file: { readonly name: string; readonly content: string | Uint8Array },
  as: Pick<FormOptions, 'token' | 'headers'> & { readonly projectId: string },
  args: unknown = {},
): Promise<Answer> {
  const envelope = { api: 'xcAttachmentUpload', project_id: as.projectId, dbAlias: 'db', args }
  return sendForm(
    server,
    [
      { name: 'file', filename: file.name, content: file.content },
      { name: 'json', content: JSON.stringify(envelope) },
    ],
    {
      token: as.token,
      ...(as.headers && { headers: as.headers }),
      path: `/dashboard?q=sqlOp_xcAttachmentUpload&project_id=${as.projectId}`,
    },
  )
}

/**
 * Begins to send a form with a file and leaves in its middle. Resolves when the connection has ended.
 *
 * @param isArriving  true when the server stores the first half
 */
export function leaveWhileUploading(
  server: TestServer,
  as: { readonly token: string; readonly projectId: string },
  isArriving: () => Promise<boolean>,
): Promise<void> {
  const { hostname, port } = new URL(server.origin)
  const head = formBytes([{ name: 'file', filename: 'half.bin', content: 'x'.repeat(50_000) }])
  return new Promise((resolve) => {
    const outgoing = httpRequest({
      hostname,
      port,
      agent: false,
      method: 'POST',
      path: `/dashboard?q=sqlOp_xcAttachmentUpload&project_id=${as.projectId}`,
      headers: { 'xc-auth': as.token, 'content-type': formType, 'content-length': '1000000' },
    })
    outgoing.on('error', () => undefined)
    outgoing.on('close', resolve)
    outgoing.write(head.subarray(0, 40_000))
    void until(isArriving).finally(() => outgoing.destroy())
  })
}
