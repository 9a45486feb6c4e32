import { ApiError } from '@renderer/api'
import { createQueryClient, operationKey, refetchSchemaWhenGone } from '@renderer/api/query-client'
import { describe, expect, it } from 'vitest'

/** Returns the queries that become stale after a request for rows of the project `shop` failed. */
function staleAfter(error: unknown): string[] {
  const queries = createQueryClient()
  const queried = [
    ['schemaDrift', 'shop'],
    ['tableRead', 'shop'],
    ['tableList', 'shop'],
    ['commentList', 'shop'],
    ['schemaDrift', 'garden'],
  ] as const
  for (const [name, project] of queried) queries.setQueryData(operationKey(name, {}, project), [])
  refetchSchemaWhenGone(queries)('shop', error)
  return queried
    .filter(([name, project]) => queries.getQueryState(operationKey(name, {}, project))?.isInvalidated === true)
    .map(([name, project]) => `${name} ${project}`)
}

describe('a failed request for rows', () => {
  it.each(['TABLE_NOT_FOUND', 'COLUMN_NOT_FOUND'] as const)('refetches the schema after %s', (code) => {
    expect(staleAfter(new ApiError(code, 'Gone.', 404))).toEqual([
      'schemaDrift shop',
      'tableRead shop',
      'tableList shop',
    ])
  })

  it('changes nothing after other errors', () => {
    expect(staleAfter(new ApiError('VALUE_NOT_UNIQUE', 'Twice.', 400))).toEqual([])
    expect(staleAfter(new Error('nothing'))).toEqual([])
  })
})
