import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { message } from '@common/messages'
import type { JobAction } from '@common/operations/actions'
import { fileTitle } from '@main/features/attachments'
import type { FileStorages } from '@main/features/services'
import type { Clock } from '@main/lib/clock'
import { digestOf } from '@main/lib/files'
import type { ProjectContext } from '@main/operations/context'
import type { ActionOutcome } from '.'

export interface ExportPorts {
  readonly clock: Clock
  /** Exports are in a folder of the profile, unless a storage is active. */
  readonly profileFolder: string
  readonly storages: Pick<FileStorages, 'active'>
  /** Streams all rows of a table that the context sees. */
  readonly exportRows: (context: ProjectContext, table: string, format: string) => Promise<AsyncIterable<Uint8Array>>
}

/**
 * Exports a table to a file of the active storage, which all servers share, else of the profile. The file is written
 * beside its place first, so that a stopped run leaves no half file, and a storage knows size and checksum before.
 */
export async function exportTable(
  { clock, profileFolder, storages, exportRows }: ExportPorts,
  { table, format, folder }: Extract<JobAction, { kind: 'export' }>,
  context: ProjectContext,
): Promise<ActionOutcome> {
  const chunks = await exportRows(context, table, format)
  const folders = ['exports', fileTitle(context.projectId), ...(folder === '' ? [] : [fileTitle(folder)])]
  const place = join(profileFolder, ...folders)
  await mkdir(place, { recursive: true, mode: 0o700 })
  const name = fileTitle(
    `${table.replaceAll(/[/\\:*?"<>|]/g, '_')} ${clock.now().toISOString().slice(0, 10)}.${format}`,
  )
  const part = join(place, `.${name}.part`)
  try {
    await pipeline(chunks, createWriteStream(part, { mode: 0o600 }), { signal: context.signal })
    const read = () => createReadStream(part)
    const { size, sha256 } = await digestOf(read())
    const active = await storages.active()
    const output = active === undefined ? join(place, name) : [...folders, name].map(keyPart).join('/')
    if (active === undefined) await rename(part, output)
    else await active.store.put(output, { size, sha256, read }, context.signal)
    return { summary: message('jobOutcomes.exported', { file: name, bytes: size }), output }
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
