import { parentPort, workerData } from 'node:worker_threads'
import { ImportProblem } from '@common/import/problem'
import { inspectFile } from './reading/open-file'
import { previewSheet } from './reading/preview'
import { readStoredRows } from './reading/stored-rows'
import type { WorkerAnswer, WorkerTask } from './thread-messages'

/* Reads files in a worker thread: large or hostile files don't block others, and a thread can be ended at any time. */

const port = parentPort
if (port === null) throw new Error('This file is run as a worker')
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

/** Waits until more is wanted. @returns how many rows */
function asked(): Promise<number> {
  return new Promise((resolve) => void port?.once('message', (rows: number) => resolve(rows)))
}

run(workerData as WorkerTask).catch((error: unknown) => {
  if (error instanceof ImportProblem) answer({ kind: 'refused', code: error.code, details: error.details })
  else {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    answer({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error), code })
  }
})
