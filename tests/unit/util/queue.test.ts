import { createKeyedQueue, createQueue } from '@common/util/queue'
import { expect, it } from 'vitest'

/** Returns a task that runs until the test ends it. */
function task(name: string, log: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const run = async (): Promise<string> => {
    log.push(name)
    return promise
  }
  return { run, end: () => resolve(name), fail: () => reject(new Error(name)) }
}

const started = () => new Promise((resolve) => setImmediate(resolve))

it('runs as many tasks as allowed, the others in order of arrival', async () => {
  const log: string[] = []
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => task(name, log)) as [
    ReturnType<typeof task>,
    ReturnType<typeof task>,
    ReturnType<typeof task>,
    ReturnType<typeof task>,
  ]
  const queue = createQueue({ concurrency: 2 })
  const results = [a, b, c, d].map(({ run }) => queue.run(run))
  expect(log).toEqual(['a', 'b'])
  b.end()
  await started()
  expect(log).toEqual(['a', 'b', 'c'])
  a.end()
  c.end()
  d.end()
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd'])
})

it('goes on after a failed task', async () => {
  const queue = createQueue()
  const failed = queue.run(() => Promise.reject(new Error('no')))
  const next = queue.run(() => Promise.resolve('yes'))
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('yes')
})

it('rejects tasks beyond those that may wait', async () => {
  const log: string[] = []
  const first = task('first', log)
  const queue = createQueue({ maxWaiting: 1 })
  const running = queue.run(first.run)
  const waiting = queue.run(() => Promise.resolve('second'))
  await expect(queue.run(() => Promise.resolve())).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  first.end()
  expect(await Promise.all([running, waiting])).toEqual(['first', 'second'])
})

it('removes an aborted task and keeps its place free for the next one', async () => {
  const log: string[] = []
  const first = task('first', log)
  const queue = createQueue({ maxWaiting: 1 })
  const running = queue.run(first.run)
  const stop = new AbortController()
  const aborted = queue.run(task('aborted', log).run, stop.signal)
  stop.abort(new Error('left'))
  await expect(aborted).rejects.toThrow('left')
  const next = queue.run(task('next', log).run)
  first.end()
  await running
  await started()
  expect(log).toEqual(['first', 'next'])
  void next
  await expect(queue.run(() => Promise.resolve(), stop.signal)).rejects.toThrow('left')
})

it('is settled when all tasks so far have ended, failed ones too', async () => {
  const log: string[] = []
  const [one, two] = [task('one', log), task('two', log)]
  const queue = createQueue({ concurrency: 2 })
  const failed = queue.run(one.run)
  failed.catch(() => undefined)
  void queue.run(two.run)
  let isSettled = false
  const settled = queue.settled().then(() => (isSettled = true))
  one.fail()
  await started()
  expect(isSettled).toBe(false)
  two.end()
  await settled
})

it('lets tasks of one key wait for each other, and not for those of other keys', async () => {
  const log: string[] = []
  const [a1, a2, b1] = [task('a1', log), task('a2', log), task('b1', log)]
  const queues = createKeyedQueue()
  const results = [queues.run('a', a1.run), queues.run('a', a2.run), queues.run('b', b1.run)]
  await started()
  expect(log).toEqual(['a1', 'b1'])
  a1.end()
  await started()
  expect(log).toEqual(['a1', 'b1', 'a2'])
  a2.end()
  b1.end()
  await queues.settled()
  expect(await Promise.all(results)).toEqual(['a1', 'a2', 'b1'])
})
