import { join } from 'node:path'
import { importLimits, type ImportLimits } from '@common/import/limits'
import { cleaned } from '@common/import/headers'
import { AppError, errorMessage } from '@common/errors'
import { ImportFile, may } from '@common/policies'
import type { importOperations } from '@common/operations/imports'
import { tokenIdOf } from '@common/principal'
import { createQueue } from '@common/util/queue'
import type { Database } from '@main/db/database'
import { authorize } from '@main/features/auth'
import { fileTitle } from '@main/features/attachments'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import { englishBeside, pastedName } from '@main/lib/messages'
import { inProject, userIn, type ArrivedFile, type CallContext } from '@main/operations/context'
import type { FeatureModule, FileReceiver } from '@main/operations/module'
import { importAudit } from './audit-rules'
import { statusOf, untouched, type ImportEntry } from './entry'
import { createFailures, failureToWire, type Failures } from './failures'
import { createImportFiles, tooLarge } from './files'
import { runImport, type PlannedSheet } from './job'
import { createPlanner, type PlannerOptions } from './planner'
import { baseName } from './reading/base-name'
import { shapesOf } from './shapes'
import { createImportThreads } from './threads'

export { createImportFiles, tooLarge, type ImportFiles } from './files'

export interface ImportsOptions extends PlannerOptions {
  readonly profileFolder: string
  readonly clock: Clock
  readonly ids: Ids
  /** The bundled worker that reads files. */
  readonly workerUrl: URL
  readonly limits?: Partial<ImportLimits> | undefined
  readonly database: (projectId: string) => Promise<Database>
  /** Notifies windows about written tables. */
  readonly written: (context: CallContext, tables: readonly ImportedTable[], file: string) => void
  readonly report: (error: unknown) => void
}

/** A table of an import, with the number of imported rows. */
export interface ImportedTable {
  readonly table: string
  readonly rows: number
}

/** Files of rows on their way into tables. */
export interface Imports extends FeatureModule<typeof importOperations> {
  /** Receivers of files, by operation. */
  readonly receivers: { readonly importUpload: FileReceiver; readonly importShape: FileReceiver }
  /** Returns all rejected rows of an import. @throws AppError IMPORT_NOT_FOUND */
  readonly failedRows: (context: CallContext, id: string) => { readonly name: string; readonly csv: Failures['csv'] }
  /** Resolves when an import has ended. @throws AppError IMPORT_NOT_FOUND */
  readonly over: (context: CallContext, id: string) => Promise<void>
  readonly close: () => Promise<void>
}

const idleMs = 60 * 60 * 1_000
const lookMs = 5 * 60 * 1_000
/** Maximum number of stored imports per user; the oldest are removed. */
const ofOneMost = 20
const receivingMost = 8
const runningMost = 2
const runningWaiting = 20
const formBytes = 64 * 1024

export async function createImports(options: ImportsOptions): Promise<Imports> {
  const { ids, clock, report } = options
  const limits: ImportLimits = { ...importLimits, ...options.limits }
  const threads = createImportThreads(options.workerUrl, limits)
  const planner = createPlanner(options)
  const files = await createImportFiles({
    folder: join(options.profileFolder, 'imports'),
    ids,
    fileBytesMost: limits.fileBytes,
    database: options.database,
    drop: planner.drop,
    report,
  })
  const entries = new Map<string, ImportEntry>()
  const { run: inTurn } = createQueue({ concurrency: runningMost, maxWaiting: runningWaiting })
  let receiving = 0

  const discard = async (entry: ImportEntry): Promise<void> => {
    entries.delete(entry.id)
    entry.job?.cancel()
    await entry.job?.over
    await entry.failures.close()
    await files.remove(entry.path)
  }

  const timer = setInterval(() => {
    for (const entry of entries.values())
      if (entry.job === undefined && clock.monotonicMs() - entry.askedMs > idleMs) discard(entry).catch(report)
  }, lookMs)
  timer.unref()

  /** @throws AppError IMPORT_NOT_FOUND, also for imports of other users */
  const find = (context: CallContext, id: string): ImportEntry => {
    const { projectId, principal } = inProject(context)
    const entry = entries.get(id)
    if (entry?.projectId !== projectId || !may(principal, 'use', ImportFile, entry))
      throw new AppError('IMPORT_NOT_FOUND')
    entry.askedMs = clock.monotonicMs()
    return entry
  }

  /** @param authorized  checks the rights */
  const receiver = (authorized: (context: CallContext) => void): FileReceiver => {
    const mayReceive: FileReceiver['mayReceive'] = (context, bytes) => {
      authorized(context)
      if (bytes !== undefined && bytes > limits.fileBytes + formBytes) throw tooLarge(limits.fileBytes)
    }
    return {
      mayReceive,
      receive: async (context, name, content) => {
        mayReceive(context, undefined)
        return receive(name, content)
      },
    }
  }
  const intoProject = receiver((context) => {
    authorize(context, 'row.create')
    inProject(context)
  })

  const receive = async (name: string | undefined, content: AsyncIterable<Uint8Array>): Promise<ArrivedFile> => {
    if (receiving >= receivingMost) throw new AppError('TOO_MANY_REQUESTS', { seconds: 5 })
    receiving += 1
    try {
      const { path, size } = await files.receive(content)
      let isStored = false
      return {
        title: fileTitle(name),
        size,
        path,
        keep: () => {
          isStored = true
          return Promise.resolve({ place: 'local', sha256: null })
        },
        discard: async () => {
          if (!isStored) await files.remove(path)
        },
      }
    } finally {
      receiving -= 1
    }
  }

  /** Returns the file of a call, or its text as one. @throws AppError IMPORT_FILE_MISSING, TOO_MANY_REQUESTS, DISK_FULL */
  const arrived = async ({ upload }: CallContext, text: string | undefined, name = pastedName()) => {
    const pasted = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from(text ?? '')
    }
    const file = upload ?? (text === undefined ? undefined : await receive(name, pasted()))
    if (file?.path === undefined) throw new AppError('IMPORT_FILE_MISSING')
    return { ...file, path: file.path }
  }

  /** Removes the oldest files, so that pending imports can't fill the disk. */
  const makeRoom = async (userId: number, size: number): Promise<void> => {
    const own = [...entries.values()].filter((each) => each.userId === userId && each.job === undefined)
    let bytes = own.reduce((sum, each) => sum + each.size, size)
    for (const [at, oldest] of own.entries()) {
      if (own.length - at < ofOneMost && bytes <= 2 * limits.fileBytes) break
      bytes -= oldest.size
      await discard(oldest)
    }
  }

  const begin = (
    context: CallContext,
    entry: ImportEntry,
    sheets: readonly PlannedSheet[],
    onFail: 'skip' | 'stop',
  ): void => {
    const controller = new AbortController()
    const { projectId } = inProject(context)
    entry.failures = createFailures(files.beside(entry.path, 'failed'))
    entry.progress = { ...untouched(), state: 'running' }
    const finish = planner.finish(
      context,
      projectId,
      sheets.map(({ order }) => order),
    )
    const run = async (): Promise<void> => {
      try {
        await inTurn(async () => {
          controller.signal.throwIfAborted()
          const database = await options.database(projectId)
          await runImport({
            entry,
            context,
            sheets,
            onFail,
            database,
            threads,
            files,
            finish,
            signal: controller.signal,
            clock,
          })
        })
        entry.progress.state = 'done'
        options.written(context, entry.progress.tables, entry.name)
        await files.remove(entry.path, 'keepFailed')
      } catch (error) {
        const isCancelled = error instanceof AppError && error.code === 'REQUEST_CANCELLED'
        entry.progress.state = isCancelled ? 'cancelled' : 'failed'
        if (!isCancelled) {
          const told = error instanceof AppError ? error : new AppError('INTERNAL', {}, { cause: error })
          entry.progress.error = {
            code: told.code,
            ...englishBeside('msg', errorMessage(told.code, told.details)),
          }
          if (told.code === 'INTERNAL') report(error)
        }
      } finally {
        entry.job = undefined
        entry.askedMs = clock.monotonicMs()
      }
    }
    entry.job = { cancel: () => controller.abort(new AppError('REQUEST_CANCELLED')), over: run() }
  }

  return {
    receivers: {
      importUpload: intoProject,
      importShape: receiver((context) => authorize(context, 'project.create')),
    },

    failedRows: (context, id) => {
      authorize(context, 'row.create')
      const entry = find(context, id)
      return { name: `${entry.title} failed.csv`, csv: entry.failures.csv }
    },

    over: async (context, id) => find(context, id).job?.over,

    close: async () => {
      clearInterval(timer)
      await files.tidied
      await Promise.all([...entries.values()].map((entry) => discard(entry)))
    },

    audit: importAudit,
    handlers: {
      importUpload: async (context, { text, name: given }) => {
        const { projectId } = inProject(context)
        const { userId } = userIn(context)
        const upload = await arrived(context, text, given)
        const { path, size } = upload
        const name = given === undefined ? upload.title : fileTitle(given)
        try {
          const { kind, sheets } = await threads.inspect({ path, name })
          await upload.keep(projectId, '')
          const id = ids.hex(16)
          const title = cleaned(baseName(name)) || pastedName()
          await makeRoom(userId, size)
          entries.set(id, {
            id,
            projectId,
            userId,
            tokenId: tokenIdOf(context.principal),
            name,
            title,
            path,
            size,
            kind,
            sheets,
            askedMs: clock.monotonicMs(),
            progress: untouched(),
            failures: createFailures(files.beside(path, 'failed')),
            job: undefined,
          })
          return { id, name, title, size, kind, sheets }
        } catch (error) {
          await upload.discard()
          throw error
        }
      },

      importShape: async (context, { text, name }) => {
        const upload = await arrived(context, text, name)
        try {
          return { sheets: await shapesOf({ path: upload.path, name: upload.title }, threads) }
        } finally {
          await upload.discard()
        }
      },

      importPreview: async (context, { id, sheet, options: chosen }) => {
        const entry = find(context, id)
        const { columns, rows, warnings, ...preview } = await threads.preview(entry, sheet, chosen)
        return {
          ...preview,
          sheet,
          columns: columns.map((column) => ({ ...column, types: [...column.types], samples: [...column.samples] })),
          rows: rows.map((row) => [...row]),
          warnings: [...warnings],
        }
      },

      importStart: async (context, { id, sheets, onFail }) => {
        const entry = find(context, id)
        const { state } = entry.progress
        if (state === 'running' || state === 'finishing' || state === 'done') throw new AppError('IMPORT_STARTED')
        const lost = sheets.some(({ sheet }) => entry.sheets[sheet] === undefined)
        if (lost) throw new AppError('IMPORT_SHEET_NOT_FOUND')
        const planned = await planner.plan(context, inProject(context).projectId, sheets)
        // Two concurrent requests can both have been planned.
        if (entry.job !== undefined) throw new AppError('IMPORT_STARTED')
        begin(context, entry, planned, onFail)
        return statusOf(entry)
      },

      importStatus: (context, { id }) => statusOf(find(context, id)),

      importFailures: (context, { id }) => {
        const { failures } = find(context, id)
        return { list: failures.first.map(failureToWire), count: failures.count }
      },

      importCancel: async (context, { id }) => {
        const entry = find(context, id)
        entry.job?.cancel()
        await entry.job?.over
        return statusOf(entry)
      },

      importDiscard: async (context, { id }) => {
        await discard(find(context, id))
        return 1 as const
      },
    },
  }
}
