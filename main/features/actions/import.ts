import { AppError } from '@common/errors'
import { message } from '@common/messages'
import type { JobAction } from '@common/operations/actions'
import type { Outbound } from '@main/features/outbound'
import type { CallContext, ProjectContext } from '@main/operations/context'
import type { FileReceiver } from '@main/operations/module'
import type { CallOperation } from './call'
import type { ActionOutcome } from './types'

export interface ImportPorts {
  readonly outbound: Outbound
  readonly call: CallOperation
  readonly receiveFile: FileReceiver['receive']
  /** Resolves when an import has ended. */
  readonly importOver: (context: CallContext, id: string) => Promise<void>
}

const fileBytesMax = 100_000_000
const downloadMs = 10 * 60_000

/** Downloads a file and imports its first sheet into a table, all or nothing. Headers name the columns. */
export async function importFile(
  { outbound, call, receiveFile, importOver }: ImportPorts,
  { url, table, key }: Extract<JobAction, { kind: 'import' }>,
  context: ProjectContext,
): Promise<ActionOutcome> {
  const { signal } = context
  const model = await call('tableRead', { table }, context)
  if (model === null) throw new AppError('TABLE_NOT_FOUND', { table })
  const answer = await outbound.send({ method: 'GET', url, signal, timeoutMs: downloadMs, bodyMax: fileBytesMax })
  if (answer.status >= 400)
    throw new AppError('JOB_RESPONSE_FAILED', { status: `${answer.status} ${answer.statusText}`.trim() })
  if (answer.isCut) throw new AppError('IMPORT_TOO_LARGE', { limit: `${fileBytesMax / 1_000_000} MB` })
  const content = async function* (): AsyncGenerator<Uint8Array> {
    yield answer.body
  }
  const upload = await receiveFile(context, nameOf(answer.url, answer.headers), content())
  const { id } = await call('importUpload', {}, { ...context, upload })
  try {
    const { columns: found } = await call('importPreview', { id }, context)
    const columns = found.flatMap(({ source, header, title }) => {
      const named = [header, title].map((each) => each.trim().toLowerCase())
      const column = model.columns.find(
        (each) => named.includes(each.name.toLowerCase()) || named.includes(each.title.toLowerCase()),
      )
      return column === undefined || column.generated ? [] : [{ source, column: column.name }]
    })
    if (columns.length === 0) throw new AppError('IMPORT_COLUMNS_INVALID')
    const sheet = { sheet: 0, into: { kind: 'table' as const, table: model.name }, columns }
    await call('importStart', { id, sheets: [key.length === 0 ? sheet : { ...sheet, key }], onFail: 'stop' }, context)
    const end = (): void => void call('importCancel', { id }, context).catch(() => undefined)
    signal.addEventListener('abort', end)
    await importOver(context, id)
    signal.removeEventListener('abort', end)
    const { state, created, updated, error } = await call('importStatus', { id }, context)
    if (state === 'done') return { summary: message('jobOutcomes.imported', { created, updated }), output: '' }
    throw new AppError('IMPORT_INTERRUPTED', { output: error?.msg })
  } finally {
    await call('importDiscard', { id }, context).catch(() => undefined)
  }
}

const endings: Readonly<Record<string, string>> = {
  'text/csv': 'csv',
  'application/json': 'json',
  'application/x-ndjson': 'ndjson',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
}

function nameOf(address: string, headers: readonly (readonly [string, string])[]): string {
  const name = decodeURIComponent(new URL(address).pathname.split('/').at(-1) ?? '')
  if (/\.(?:csv|tsv|txt|json|ndjson|xlsx)$/i.test(name)) return name
  const type = headers.find(([header]) => header.toLowerCase() === 'content-type')?.[1] ?? ''
  return `data.${endings[type.split(';')[0]?.trim().toLowerCase() ?? ''] ?? 'csv'}`
}
