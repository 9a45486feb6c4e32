import type { Worker } from 'node:worker_threads'
import { importLimits, type ImportLimits } from '@common/import/limits'
import type { ImportOptions } from '@common/import/options'
import { AppError } from '@common/errors'
import { createQueue } from '@common/util/queue'
import { createWarmThreads } from '@main/lib/warm-threads'
import type { InspectedFile } from './reading/open-file'
import type { PreviewedSheet } from './reading/preview'
import type { ReadOrder, StoredRows } from './reading/stored-rows'
import type { WorkerAnswer, WorkerTask } from './thread-messages'

/** Path and original name of a file. */
export interface FilePlace {
  readonly path: string
  readonly name: string
}

/** Rows that are read in a thread, some at a time. */
export interface RowsThread {
  /**
   * Undefined when there are no more.
   *
   * @param rows  at most
   * @throws AppError
   */
  readonly next: (rows: number) => Promise<StoredRows | undefined>
  /** Returns options from the values, by column position, after all rows. */
  readonly choices: () => readonly (readonly string[])[]
  readonly end: () => Promise<void>
}

/** Reads files in threads of their own. */
export interface ImportThreads {
  readonly inspect: (file: FilePlace) => Promise<InspectedFile>
  readonly preview: (file: FilePlace, sheet: number, options: ImportOptions) => Promise<PreviewedSheet>
  readonly rows: (order: Omit<ReadOrder, 'file'> & { readonly file: FilePlace }) => RowsThread
}

/** Timeout of an inspection, after which its thread is ended. */
const lookMs = 60_000
/** Concurrent and queued inspections. */
const looksAtOnce = 2
const looksWaiting = 50
const heapMegabytes = 1_536

export function createImportThreads(workerUrl: URL, limits: ImportLimits = importLimits): ImportThreads {
  const { run: inTurn } = createQueue({ concurrency: looksAtOnce, maxWaiting: looksWaiting })
  const threads = createWarmThreads(workerUrl, { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } })
  // Passes only these facts to the thread.
  const placed = ({ path, name }: FilePlace) => ({ path, name, limits })

  const begin = (task: WorkerTask): Reading => {
    const worker = threads.take()
    const mailbox = mailboxOf(worker)
    worker.postMessage(task)
    let isOver = false
    const end = async (): Promise<void> => {
      if (isOver) return
      isOver = true
      // A file that was rejected, or wasn't read to its end, may have left a thread in any state.
      if (mailbox.isDone()) threads.giveBack(worker)
      else await worker.terminate()
    }
    return { worker, next: mailbox.next, end }
  }

  const look = <T>(task: WorkerTask): Promise<T> =>
    inTurn(async () => {
      const reading = begin(task)
      const timer = setTimeout(() => void reading.worker.terminate(), lookMs)
      try {
        return (await reading.next()) as T
      } finally {
        clearTimeout(timer)
        await reading.end()
      }
    })

  return {
    inspect: (file) => look({ task: 'inspect', file: placed(file) }),
    preview: (file, sheet, options) => look({ task: 'preview', file: placed(file), sheet, options }),
    rows: (order) => {
      const reading = begin({ task: 'rows', order: { ...order, file: placed(order.file) } })
      let choices: readonly (readonly string[])[] = []
      return {
        choices: () => choices,
        next: async (rows) => {
          reading.worker.postMessage(rows)
          const value = (await reading.next()) as StoredRows | { readonly choices: typeof choices }
          if ('rows' in value) return value
          choices = value.choices
          return undefined
        },
        end: reading.end,
      }
    },
  }
}

/** A thread that reads one file. */
interface Reading {
  readonly worker: Worker
  readonly next: Mailbox['next']
  readonly end: () => Promise<void>
}

/** Answer of a thread, stored until it is requested. */
interface Mailbox {
  /** @throws AppError also when the thread has ended instead */
  readonly next: () => Promise<unknown>
  /** True once the thread has finished its task. */
  readonly isDone: () => boolean
}

function mailboxOf(worker: Worker): Mailbox {
  const arrived: Promise<unknown>[] = []
  const waiting: ((answer: Promise<unknown>) => void)[] = []
  let isDone = false
  const put = (answer: Promise<unknown>): void => {
    // It may never be requested.
    answer.catch(() => undefined)
    const first = waiting.shift()
    if (first === undefined) arrived.push(answer)
    else first(answer)
  }
  worker.on('message', (answer: WorkerAnswer) => {
    isDone = answer.kind === 'done'
    if (answer.kind === 'done') put(Promise.resolve(answer.value))
    else if (answer.kind === 'rows') put(Promise.resolve(answer.rows))
    else put(Promise.reject(errorOf(answer)))
  })
  // A file that exhausts the thread's memory is larger than it claims.
  worker.on('error', (error) =>
    put(
      Promise.reject(
        isMemory(error) ? new AppError('IMPORT_UNPACKS_TOO_LARGE') : new AppError('INTERNAL', {}, { cause: error }),
      ),
    ),
  )
  worker.on('exit', () => put(Promise.reject(new AppError('IMPORT_FILE_DAMAGED'))))
  return {
    next: () => {
      const first = arrived.shift()
      return first ?? new Promise((resolve) => waiting.push(resolve))
    },
    isDone: () => isDone,
  }
}

const isMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

function errorOf(answer: Extract<WorkerAnswer, { kind: 'refused' | 'failed' }>): AppError {
  if (answer.kind === 'refused') return new AppError(answer.code, answer.details)
  // The import was removed in the meantime.
  if (answer.code === 'ENOENT') return new AppError('IMPORT_NOT_FOUND')
  return new AppError('INTERNAL', {}, { cause: new Error(answer.message) })
}
