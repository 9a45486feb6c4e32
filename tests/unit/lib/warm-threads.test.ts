import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { createWarmThreads } from '@main/lib/warm-threads'
import { expect, it, onTestFinished } from 'vitest'

/** Answers with the double of a number. Throws at 0, and ends at -1. */
const program = `
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', (number) => {
    if (number === 0) throw new Error('Zero')
    if (number === -1) process.exit()
    parentPort.postMessage(number * 2)
  })`
const url = new URL(`data:text/javascript,${encodeURIComponent(program)}`)

const start = (endAfterMs?: number) => {
  const threads = createWarmThreads(url, {}, endAfterMs)
  const take = (): Worker => {
    const worker = threads.take()
    onTestFinished(async () => void (await worker.terminate()))
    return worker
  }
  return { ...threads, take }
}

async function doubled(worker: Worker, number: number): Promise<unknown> {
  worker.postMessage(number)
  return (await once(worker, 'message'))[0]
}

it('gives the thread of a task to the next one, without the listeners of the first', async () => {
  const { take, giveBack } = start()
  const first = take()
  const heard: unknown[] = []
  first.on('message', (message) => heard.push(message))
  expect(await doubled(first, 2)).toBe(4)
  giveBack(first)
  const second = take()
  expect(second).toBe(first)
  expect(await doubled(second, 3)).toBe(6)
  expect(heard).toEqual([4])
})

it('starts a thread for each concurrent task', async () => {
  const { take, giveBack } = start()
  const [first, second] = [take(), take()]
  expect(first).not.toBe(second)
  giveBack(first)
  giveBack(second)
  expect(new Set([take(), take()])).toEqual(new Set([first, second]))
})

it.each([
  ['failed', 0],
  ['ended', -1],
])('does not give a thread away that has %s while it waited', async (_how, number) => {
  const { take, giveBack } = start()
  const first = take()
  expect(await doubled(first, 1)).toBe(2)
  giveBack(first)
  const over = new Promise((resolve) => first.on('exit', resolve))
  first.postMessage(number)
  await over
  const second = take()
  expect(second).not.toBe(first)
  expect(await doubled(second, 1)).toBe(2)
})

it('ends a thread that nobody needs any more', async () => {
  const { take, giveBack } = start(1)
  const first = take()
  expect(await doubled(first, 1)).toBe(2)
  giveBack(first)
  await once(first, 'exit')
  expect(take()).not.toBe(first)
})
