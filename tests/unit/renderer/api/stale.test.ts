import { createQueryClient, invalidateProject, operationKey } from '@renderer/api/query-client'
import { QueryObserver } from '@tanstack/react-query'
import { until } from '@tests/helpers/until'
import { describe, expect, it } from 'vitest'

const queryKey = operationKey('tableRead', { table: 'books' }, 'shop')

/** A server that answers when the test calls `answer`, with what it read when it was asked. */
function slowServer() {
  let columns = 1
  const waiting: (() => void)[] = []
  const queryFn = (): Promise<number> => {
    const read = columns
    return new Promise((resolve) => waiting.push(() => resolve(read)))
  }
  return {
    queryFn,
    waiting,
    change: () => (columns += 1),
    answer: () => waiting.splice(0).forEach((each) => each()),
  }
}

describe('an answer in flight when the schema changes', () => {
  it('is requested again by a page that waits for it', async () => {
    const queries = createQueryClient()
    const server = slowServer()
    const seen: unknown[] = []
    const end = new QueryObserver(queries, { queryKey, queryFn: server.queryFn }).subscribe(({ data }) =>
      seen.push(data),
    )
    server.change()
    invalidateProject(queries, 'shop', ['schema'])
    server.answer()
    await until(() => server.waiting.length === 1)
    server.answer()
    await expect.poll(() => seen.at(-1)).toBe(2)
    end()
  })

  it('is requested again once after several changes', async () => {
    const queries = createQueryClient()
    const server = slowServer()
    const end = new QueryObserver(queries, { queryKey, queryFn: server.queryFn }).subscribe(() => undefined)
    for (let change = 0; change < 3; change += 1) invalidateProject(queries, 'shop', ['schema'])
    server.answer()
    await until(() => server.waiting.length > 0)
    await new Promise(setImmediate)
    expect(server.waiting).toHaveLength(1)
    end()
  })

  it('is stale if it was prefetched', async () => {
    const queries = createQueryClient()
    const server = slowServer()
    const prefetched = queries.prefetchQuery({ queryKey, queryFn: server.queryFn })
    server.change()
    invalidateProject(queries, 'shop', ['schema'])
    server.answer()
    await prefetched
    await until(() => queries.getQueryState(queryKey)?.isInvalidated === true)
    expect(server.waiting).toEqual([])
  })

  it('is stale after an invalidation of its own, such as that of a count', async () => {
    const queries = createQueryClient()
    const server = slowServer()
    const rowCount = ['rowCount', 'shop', 'books']
    const prefetched = queries.prefetchQuery({ queryKey: rowCount, queryFn: server.queryFn })
    void queries.invalidateQueries({ queryKey: rowCount })
    server.answer()
    await prefetched
    await until(() => queries.getQueryState(rowCount)?.isInvalidated === true)
    expect(server.waiting).toEqual([])
  })

  it('is not requested again if it is about something removed', async () => {
    const queries = createQueryClient()
    const server = slowServer()
    const end = new QueryObserver(queries, { queryKey, queryFn: server.queryFn }).subscribe(() => undefined)
    invalidateProject(queries, 'shop', ['schema'], () => true)
    server.answer()
    await until(() => queries.getQueryState(queryKey)?.isInvalidated === true)
    expect(server.waiting).toEqual([])
    end()
  })

  it('stays fresh after a change of something else', async () => {
    const queries = createQueryClient()
    const server = slowServer()
    const prefetched = queries.prefetchQuery({ queryKey, queryFn: server.queryFn })
    invalidateProject(queries, 'garden', ['schema'])
    server.answer()
    await prefetched
    expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(false)
  })
})
