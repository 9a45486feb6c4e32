import { describe, expect, it } from 'vitest'
import { parseWhere } from '@common/query/where'
import { rowTest, type RowTest } from '@common/views/evaluate'
import { blankColumn } from '@common/columns/values/blank-column'
import type { Table } from '@common/model'

const table: Table = {
  name: 'T',
  title: 'T',
  type: 'table',
  order: 1,
  columns: [{ ...blankColumn, name: 't', title: 't', uiType: 'SingleLineText', nativeType: 'TEXT' }],
  virtualColumns: [],
  primaryKey: [],
  foreignKeys: [],
  indexes: [],
  rowId: null,
}

function likeTest(pattern: string): RowTest {
  const filter = parseWhere(`(t,like,${pattern})`)
  if (filter === undefined) throw new Error('There is no filter')
  return rowTest(filter, table, () => undefined)
}

describe('a LIKE pattern', () => {
  it.each([
    ['%', '', true],
    ['a', 'A', true],
    ['ä', 'Ä', false],
    ['a', 'ab', false],
    ['a%', 'ab', true],
    ['%b', 'ab', true],
    ['%ab', 'b', false],
    ['a%a', 'a', false],
    ['a%b%a', 'abba', true],
    ['%b%b%', 'aba', false],
    ['%x_z%', 'axyz', true],
    ['_', '𝄞', true],
    ['__', '𝄞', false],
    ['a.c', 'abc', false],
  ])('%j and %j: %j', (pattern, text, isLike) => {
    expect(likeTest(pattern)({ t: text })).toBe(isLike)
  })

  it('with many parts takes no longer for a long text than its length', () => {
    expect(likeTest(`${'%a'.repeat(20)}%b`)({ t: 'a'.repeat(100_000) })).toBe(false)
  })
})
