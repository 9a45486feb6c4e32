import { mkdir, readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@common/errors'
import type { Database } from '@main/db/database'
import { writeFileAtomic } from '@main/lib/files'
import type { Ids } from '@main/lib/ids'
import { z } from 'zod'

const note = z.object({ projectId: z.string(), tables: z.array(z.string()) })

/** A folder for temporary files, with notes about hidden tables of running imports. */
export interface CopyNotes {
  readonly folder: string
  /** Stores the names of hidden tables before they are created. */
  readonly add: (projectId: string, tables: readonly string[]) => Promise<{ readonly forget: () => Promise<void> }>
}

/** Removes files of an earlier process, and drops the hidden tables that it left, in the background. */
export async function createCopyNotes(options: {
  readonly folder: string
  readonly ids: Ids
  readonly database: (projectId: string) => Promise<Database>
  readonly drop: (database: Database, names: readonly string[]) => Promise<void>
  readonly report: (error: unknown) => void
}): Promise<CopyNotes & { readonly tidied: Promise<void> }> {
  const { folder, ids, database, drop, report } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const left: { readonly path: string; readonly note: z.infer<typeof note> }[] = []
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = name.endsWith('.note') ? await readNote(path) : undefined
    if (found === undefined) await rm(path, { force: true, recursive: true })
    else left.push({ path, note: found })
  }
  const tidy = async (): Promise<void> => {
    for (const {
      path,
      note: { projectId, tables },
    } of left)
      try {
        await drop(await database(projectId), tables)
        await rm(path, { force: true })
      } catch (error) {
        // If a database is unavailable, its tables stay until the next start.
        if (error instanceof AppError && error.code === 'PROJECT_NOT_FOUND') await rm(path, { force: true })
        else report(error)
      }
  }
  return {
    folder,
    tidied: tidy().catch(report),
    add: async (projectId, tables) => {
      const path = join(folder, `${ids.hex(16)}.note`)
      await writeFileAtomic(path, JSON.stringify({ projectId, tables }))
      return { forget: () => rm(path, { force: true }) }
    },
  }
}

async function readNote(path: string): Promise<z.infer<typeof note> | undefined> {
  try {
    return note.safeParse(JSON.parse(await readFile(path, 'utf8'))).data
  } catch {
    return undefined
  }
}
