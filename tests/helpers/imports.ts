import type { OperationOutput } from '@common/operations'
import { sendForm } from './form'
import type { Answer, TestServer } from './server'
import { until } from './until'

export interface Importing {
  readonly token: string
  readonly projectId: string
}

export interface GivenFile {
  readonly name: string
  readonly content: string | Uint8Array
}

/** Uploads a file for import, and returns any response. */
export function sendImport(server: TestServer, file: GivenFile, as: Importing): Promise<Answer> {
  return sendForm(server, [{ name: 'file', filename: file.name, content: file.content }], {
    token: as.token,
    path: `/api/v1/operations/importUpload?project=${as.projectId}`,
  })
}

/** Uploads a file that the server must accept. */
export async function uploadImport(
  server: TestServer,
  file: GivenFile,
  as: Importing,
): Promise<OperationOutput<'importUpload'>> {
  const answer = await sendImport(server, file, as)
  if (answer.status !== 200) throw new Error(`importUpload answered ${answer.status}: ${answer.text}`)
  return answer.json as OperationOutput<'importUpload'>
}

export type ImportStatus = OperationOutput<'importStatus'>

/** Polls until an import ends, or until it has the wanted state. */
export async function importEnd(
  server: TestServer,
  id: string,
  as: Importing,
  isEnough: (status: ImportStatus) => boolean = ({ state }) => state !== 'running' && state !== 'finishing',
): Promise<ImportStatus> {
  const enough = async (): Promise<ImportStatus | undefined> => {
    const status = await server.call('importStatus', { id }, as)
    return isEnough(status) || ['done', 'failed', 'cancelled'].includes(status.state) ? status : undefined
  }
  return until(enough)
}

/** Imports a sheet as its preview proposes it, into a new table. */
export async function importAsNew(
  server: TestServer,
  file: GivenFile,
  as: Importing,
  title: string,
  sheet = 0,
): Promise<ImportStatus> {
  const { id } = await uploadImport(server, file, as)
  const { columns } = await server.call('importPreview', { id, sheet }, as)
  await server.call(
    'importStart',
    {
      id,
      sheets: [
        {
          sheet,
          into: { kind: 'new', title },
          columns: columns.map(({ source, title: name, guess: { uiType, options } }) => ({
            source,
            title: name,
            uiType,
            options: { ...options, options: options.options?.map((each) => ({ ...each })) },
          })),
        },
      ],
    },
    as,
  )
  return importEnd(server, id, as)
}

/** Imports a file into an existing table; maps columns by title in the order of the file. */
export async function importInto(
  server: TestServer,
  file: GivenFile,
  as: Importing,
  into: {
    readonly table: string
    readonly columns: readonly string[]
    readonly key?: string[]
    readonly onMatch?: 'update' | 'skip'
    readonly onFail?: 'skip' | 'stop'
  },
): Promise<ImportStatus> {
  const { table, columns, key, onMatch, onFail } = into
  const { id } = await uploadImport(server, file, as)
  await server.call(
    'importStart',
    {
      id,
      onFail,
      sheets: [
        {
          sheet: 0,
          into: { kind: 'table', table },
          columns: columns.map((column, source) => ({ source, column })),
          key,
          onMatch,
        },
      ],
    },
    as,
  )
  return importEnd(server, id, as)
}
