import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { message } from '@common/messages'
import type { JobAction } from '@common/operations/actions'
import { fileTitle } from '@main/features/attachments'
import type { FileStorages } from '@main/features/services'
import type { Clock } from '@main/lib/clock'
import type { ProjectContext } from '@main/operations/context'
import type { ActionOutcome } from './types'

export interface ExportPorts {
  readonly clock: Clock
  /** Exports are in a folder of the profile, unless a storage is active. */
  readonly profileFolder: string
  readonly storages: Pick<FileStorages, 'active'>
  /** Streams all rows of a table that the context sees. */
  readonly exportRows: (context: ProjectContext, table: string, format: string) => Promise<AsyncIterable<Uint8Array>>
}

/**
 * Exports a table to a file of the active storage, which all servers share, else of the profile. A stopped run leaves no half
 * file.
 */
export async function exportTable(
  { clock, profileFolder, storages, exportRows }: ExportPorts,
  { table, format, folder }: Extract<JobAction, { kind: 'export' }>,
  context: ProjectContext,
): Promise<ActionOutcome> {
  const chunks = await exportRows(context, table, format)
  const folders = ['exports', fileTitle(context.projectId), ...(folder === '' ? [] : [fileTitle(folder)])]
  const name = fileTitle(
    `${table.replaceAll(/[/\\:*?"<>|]/g, '_')} ${clock.now().toISOString().slice(0, 10)}.${format}`,
  )
  const active = await storages.active()
  const key = [...folders, name].map(keyPart).join('/')
  const { output, bytes } =
    active === undefined
      ? await writeFile(join(profileFolder, ...folders), name, chunks, context.signal)
      : { output: key, bytes: await active.store.write(key, chunks, context.signal) }
  return { summary: message('jobOutcomes.exported', { file: name, bytes }), output }
}

async function writeFile(folder: string, name: string, chunks: AsyncIterable<Uint8Array>, signal: AbortSignal) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const output = join(folder, name)
  const part = join(folder, `.${name}.part`)
  try {
    await pipeline(chunks, createWriteStream(part, { mode: 0o600 }), { signal })
    const { size: bytes } = await stat(part)
    await rename(part, output)
    return { output, bytes }
  } finally {
    await rm(part, { force: true })
  }
}

/** Returns a part of the key of an object. Names with other signs get a checksum, so that each has a key of its own. */
function keyPart(name: string): string {
  const plain = name
    .replaceAll(' ', '_')
    .replaceAll(/[^\w.-]/g, '-')
    .replace(/^\./, '-')
  if (plain === name.replaceAll(' ', '_')) return plain
  const at = plain.lastIndexOf('.')
  const [stem, ending] = at > 0 ? [plain.slice(0, at), plain.slice(at)] : [plain, '']
  return `${stem.slice(0, 200)}-${createHash('sha256').update(name).digest('hex').slice(0, 8)}${ending}`
}
