import { guarded } from '@common/columns/values/formula-guard'
import type { AuditFilters, ListedAuditLine } from '@common/operations/audit'
import { authorize } from '@main/features/auth'
import type { Clock } from '@main/lib/clock'
import { valuesLine } from '@main/lib/values-line'
import { inProject, type CallContext } from '@main/operations/context'
import type { AuditReader } from './audit-reader'
import type { Recorder } from './recorder'

/** Formats of a file with the lines of an audit. */
export const auditFormats = ['csv', 'json'] as const
export type AuditFormat = (typeof auditFormats)[number]

/** A file that is generated while it is sent. */
export interface AuditFile {
  readonly name: string
  readonly contentType: string
  readonly chunks: AsyncIterable<string>
}

/** Files with all lines of an audit that match a filter. */
export interface AuditExport {
  /** @throws AppError those of `authorize` */
  readonly permit: (context: CallContext, isInstallation: boolean) => void
  /** @throws AppError those of `authorize` */
  readonly open: (
    context: CallContext,
    format: AuditFormat,
    filters: AuditFilters,
    isInstallation: boolean,
  ) => AuditFile
}

export function createAuditExport(options: {
  readonly reader: AuditReader
  readonly recorder: Pick<Recorder, 'line'>
  readonly clock: Clock
}): AuditExport {
  const { reader, recorder, clock } = options
  const permit: AuditExport['permit'] = (context, isInstallation) =>
    authorize(context, isInstallation ? 'installation.audit' : 'audit.read')
  return {
    permit,

    open: (context, format, filters, isInstallation) => {
      permit(context, isInstallation)
      const projectId = isInstallation ? null : inProject(context).projectId
      const now = clock.now().toISOString()
      const exported = (): void =>
        recorder.line({
          projectId,
          operation: 'AUDIT/EXPORTED',
          who: context.actor,
          when: now,
          details: { format, ...filters },
        })
      const lines = begun(reader.every(context, filters, isInstallation), exported)
      return format === 'csv'
        ? { name: `audit ${now.slice(0, 10)}.csv`, contentType: csvType, chunks: csvChunks(lines) }
        : { name: `audit ${now.slice(0, 10)}.json`, contentType: jsonType, chunks: jsonChunks(lines) }
    },
  }
}

/** Calls back after the first batch, so that a file doesn't contain the line about itself. */
async function* begun<T>(batches: AsyncIterable<T>, callBack: () => void): AsyncGenerator<T> {
  let isFirst = true
  for await (const batch of batches) {
    if (isFirst) callBack()
    isFirst = false
    yield batch
  }
}

const csvType = 'text/csv; charset=utf-8; header=present'
const jsonType = 'application/json; charset=utf-8'

const columns = [
  'when',
  'user',
  'actor',
  'name',
  'origin',
  'address',
  'type',
  'action',
  'project',
  'table',
  'record',
  'column',
  'before',
  'after',
  'description',
] as const

async function* csvChunks(batches: AsyncIterable<readonly ListedAuditLine[]>): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const lines of batches) yield lines.flatMap(cellsOf).map(csvLine).join('')
}

/** Returns a line of the file for each changed value, or one line without values. */
function cellsOf(line: ListedAuditLine): string[][] {
  const { when, user, actor, origin, ip, type, action, projectId, project, table, rowId } = line
  const common = [when, user, actor?.kind, actor?.title, origin, ip, type, action, project ?? projectId, table, rowId]
  const values = valuesOf(line)
  const rest =
    values.length === 0
      ? [['', '', '', line.description]]
      : values.map(({ column, before, after }) => [column, before, after, ''])
  return rest.map((own) => [...common, ...own].map(cellText))
}

function valuesOf({ details }: ListedAuditLine): Readonly<Record<'column' | 'before' | 'after', unknown>>[] {
  const values = isRecord(details) ? details['values'] : details
  if (Array.isArray(values))
    return values.flatMap((value: unknown) =>
      isRecord(value) && 'column' in value
        ? [{ column: value['column'], before: value['before'], after: value['after'] }]
        : [],
    )
  if (!isRecord(details) || !('before' in details)) return []
  return [{ column: '', before: details['before'], after: details['after'] }]
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns a line of CSV (RFC 4180) that no spreadsheet program computes. */
function csvLine(cells: readonly string[]): string {
  return valuesLine(cells.map(guarded), ',')
}

async function* jsonChunks(batches: AsyncIterable<readonly ListedAuditLine[]>): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const lines of batches) {
    if (lines.length === 0) continue
    yield separator + lines.map(jsonLine).join(',\n')
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

/** The message is for the page: files hold its English text. */
function jsonLine(line: ListedAuditLine): string {
  const { message: _, ...written } = line
  return JSON.stringify(written)
}
