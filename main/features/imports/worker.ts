import { on } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { ImportProblem } from '@common/import/problem'
import { inspectFile } from './reading/open-file'
import { previewSheet } from './reading/preview'
import { readStoredRows } from './reading/stored-rows'
import type { WorkerAnswer, WorkerTask } from './thread-messages'

/*
 * Reads files in a worker thread, one after the other: large or hostile files don't block others, and a thread can be
 * ended at any time.
 */

const port = parentPort
if (port === null) throw new Error('This file is run as a worker')
/** Keeps messages until they are received. */
const messages = on(port, 'message')
const answer = (message: WorkerAnswer): void => port.postMessage(message)

async function run(task: WorkerTask): Promise<void> {
  switch (task.task) {
    case 'inspect':
      answer({ kind: 'done', value: await inspectFile(task.file) })
      break
    case 'preview':
      answer({ kind: 'done', value: await previewSheet(task.file, task.sheet, task.options) })
      break
    case 'rows': {
      const reader = await readStoredRows(task.order)
      let wanted = await asked()
      for await (const rows of reader.batches(() => wanted)) {
        const { kinds, marks } = rows.rows
        port?.postMessage({ kind: 'rows', rows } satisfies WorkerAnswer, [kinds.buffer, marks.buffer])
        // Never more is read ahead than is being written.
        wanted = await asked()
      }
      answer({ kind: 'done', value: { choices: reader.choices() } })
    }
  }
}

async function received<T>(): Promise<T> {
  const { value } = (await messages.next()) as IteratorResult<[T], [T]>
  return value[0]
}

/** Waits until the server wants more. @returns how many rows */
const asked = (): Promise<number> => received()

function fail(error: unknown): void {
  if (error instanceof ImportProblem) answer({ kind: 'refused', code: error.code, details: error.details })
  else {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    answer({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error), code })
  }
}

async function serve(): Promise<void> {
  // The server ends the thread.
  for (;;) await run(await received<WorkerTask>()).catch(fail)
}

void serve()
