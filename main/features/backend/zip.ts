import type { BackendEngine } from '@common/dialects/generated-backend'
import { describeTables, generateBackend, kebabCase, type BackendType } from '@common/generated-backend'
import type { Project, Table } from '@common/model'
import type { ConnectionView } from '@common/model/connection'
import { zipChunks, type ZipEntry } from '@main/lib/zip-chunks'
import { basename } from 'node:path'
import { sharedFiles } from './shared-files'

export interface AskedBackend {
  readonly project: Project
  readonly connection: ConnectionView | undefined
  readonly tables: readonly Table[]
  readonly type: BackendType
  readonly engine: BackendEngine
}

/** Returns a backend as a zip file with one folder. */
export async function backendZip(asked: AskedBackend): Promise<{ readonly name: string; readonly bytes: Uint8Array }> {
  const packageName = `${kebabCase(asked.project.title, 'project')}-api`
  const chunks: Uint8Array[] = []
  for await (const chunk of zipChunks(entriesOf(packageName, backendFiles(asked, packageName)))) chunks.push(chunk)
  return { name: `${packageName}.zip`, bytes: Buffer.concat(chunks) }
}

function backendFiles(
  { project, connection, tables, type, engine }: AskedBackend,
  packageName: string,
): ReadonlyMap<string, string> {
  return generateBackend(
    {
      title: project.title,
      packageName,
      type,
      tables: describeTables(tables, engine),
      exampleUrl: engine.url(
        connection === undefined
          ? { host: '', port: 0, user: '', encrypted: false, database: `./data/${basename(project.filename)}` }
          : { ...connection, encrypted: connection.ssl.usage !== 'no' },
      ),
    },
    engine,
    sharedFiles,
  )
}

async function* entriesOf(folder: string, files: ReadonlyMap<string, string>): AsyncGenerator<ZipEntry> {
  const sorted = [...files].toSorted(([one], [other]) => (one < other ? -1 : 1))
  for (const [path, text] of sorted) yield { name: `${folder}/${path}`, texts: [text] }
}
