import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { message } from '@common/messages'
import type { JobAction } from '@common/operations/actions'
import { fileTitle } from '@main/features/attachments'
import type { Clock } from '@main/lib/clock'
import type { ProjectContext } from '@main/operations/context'
import type { ActionOutcome } from '.'

export interface ExportPorts {
  readonly clock: Clock
  /** Exports are in a folder of the profile. */
  readonly profileFolder: string
  /** Streams all rows of a table that the context sees. */
  readonly exportRows: (context: ProjectContext, table: string, format: string) => Promise<AsyncIterable<Uint8Array>>
}

/** Writes a file beside its place first, so that a stopped run leaves no half file. */
export async function exportTable(
  { clock, profileFolder, exportRows }: ExportPorts,
  { table, format, folder }: Extract<JobAction, { kind: 'export' }>,
  context: ProjectContext,
): Promise<ActionOutcome> {
  const chunks = await exportRows(context, table, format)
  const place = join(
    profileFolder,
    'exports',
    fileTitle(context.projectId),
    ...(folder === '' ? [] : [fileTitle(folder)]),
  )
  await mkdir(place, { recursive: true, mode: 0o700 })
  const name = fileTitle(
    `${table.replaceAll(/[/\\:*?"<>|]/g, '_')} ${clock.now().toISOString().slice(0, 10)}.${format}`,
  )
  const part = join(place, `.${name}.part`)
  let bytes = 0
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      bytes += chunk.length
      yield chunk
    }
  }
  try {
    await pipeline(counted(), createWriteStream(part, { mode: 0o600 }), { signal: context.signal })
    await rename(part, join(place, name))
  } finally {
    await rm(part, { force: true })
  }
  return { summary: message('jobOutcomes.exported', { file: name, bytes }), output: join(place, name) }
}
