import { basename } from 'node:path'
import { TestRunner, type RunnerTask, type RunnerTestFile } from 'vitest'
import { inOrder } from './in-order'

/** Runs the tests of a file in random order, unless `inOrder` names the file. */
export default class ShuffledRunner extends TestRunner {
  onCollected(files: readonly RunnerTestFile[]): void {
    for (const file of files) if (inOrder.includes(basename(file.filepath, '.test.ts'))) keepOrder(file)
  }
}

function keepOrder(task: RunnerTask): void {
  task.shuffle = false
  if (task.type === 'suite') task.tasks.forEach(keepOrder)
}
