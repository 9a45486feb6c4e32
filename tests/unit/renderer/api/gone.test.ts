import { ApiError } from '@renderer/api'
import { askAgainWhenGone, createQueryClient, operationKey } from '@renderer/api/query-client'
import { describe, expect, it } from 'vitest'

/** Names of the answers that are asked for again after rows of the project `shop` failed so. */
function askedAgain(error: unknown): string[] {
  const queries = createQueryClient()
  const kept = [
    ['xcMetaDiff', 'shop'],
    ['tableXcModelGet', 'shop'],
    ['xcTableAndViewList', 'shop'],
    ['projectList', 'shop'],
    ['xcMetaDiff', 'garden'],
  ] as const
  for (const [name, project] of kept) queries.setQueryData(operationKey(name, {}, project), [])
  askAgainWhenGone(queries)('shop', error)
  return kept
    .filter(([name, project]) => queries.getQueryState(operationKey(name, {}, project))?.isInvalidated === true)
    .map(([name, project]) => `${name} ${project}`)
}

describe('rows that are not answered', () => {
  it.each(['TABLE_NOT_FOUND', 'COLUMN_NOT_FOUND'] as const)('with %s: what the database has is asked again', (code) => {
    expect(askedAgain(new ApiError(code, 'Gone.', 404))).toEqual([
      'xcMetaDiff shop',
      'tableXcModelGet shop',
      'xcTableAndViewList shop',
    ])
  })

  it('for other reasons leave it alone', () => {
    expect(askedAgain(new ApiError('VALUE_NOT_UNIQUE', 'Twice.', 400))).toEqual([])
    expect(askedAgain(new Error('nothing'))).toEqual([])
  })
})
