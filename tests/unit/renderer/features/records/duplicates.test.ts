import { bulkRowsMax } from '@common/constants'
import { describe, expect, it } from 'vitest'
import { batchesOf, deleteDuplicates } from '@renderer/features/records/duplicates/delete-duplicates'
import type { DuplicateGroup } from '@renderer/features/records/duplicates/duplicates'
import {
  countDeleted,
  isDeleted,
  survivorOf,
  undecided,
  withSurvivor,
  withRule,
  withTick,
} from '@renderer/features/records/duplicates/survivors'
import type { GridModel } from '@renderer/features/records/model/grid-model'
import { idColumn, nameColumn, tableOf } from './fixtures'

const people = tableOf([nameColumn, idColumn])

const group = (id: number, filled: readonly number[]): DuplicateGroup => ({
  id,
  records: filled.map((count, at) => ({ filled: count, row: { Id: id * 100 + at, Name: 'Ada' } })),
})

describe('the record that stays', () => {
  const three = group(1, [1, 3, 3])

  it('is the first, the last, or the first of the most complete', () => {
    expect(survivorOf(three, undecided)).toBe(0)
    expect(survivorOf(three, withRule(undecided, 'last'))).toBe(2)
    expect(survivorOf(three, withRule(undecided, 'filled'))).toBe(1)
  })

  it('is the chosen one until a rule is chosen again', () => {
    const chosen = withSurvivor(undecided, 1, 1)
    expect(survivorOf(three, chosen)).toBe(1)
    expect(survivorOf(three, withRule(chosen, 'last'))).toBe(2)
  })

  it('counts once, also where it is spared as well', () => {
    const spared = withTick(undecided, 1, 2, false)
    expect([0, 1, 2].map((at) => isDeleted(three, at, spared))).toEqual([false, true, false])
    expect(countDeleted([three, group(2, [1, 1])], spared)).toBe(2)
    expect(countDeleted([three], withSurvivor(spared, 1, 2))).toBe(2)
    expect(countDeleted([three], withTick(spared, 1, 2, true))).toBe(2)
  })
})

describe('the deletes', () => {
  it('guard the compared values, and the record that stays', () => {
    expect(batchesOf(people, [group(1, [1, 1])], undecided, [nameColumn])).toEqual([
      [
        {
          kind: 'update',
          rowKey: expect.any(String),
          rowId: '100',
          values: { Name: 'Ada' },
          expected: { Name: 'Ada' },
          record: 'Ada',
        },
        { kind: 'delete', rowKey: expect.any(String), rowId: '101', expected: { Id: 101, Name: 'Ada' }, record: 'Ada' },
      ],
    ])
  })

  it('leave groups alone in which everything is spared', () => {
    expect(batchesOf(people, [group(1, [1, 1])], withTick(undecided, 1, 1, false), [nameColumn])).toEqual([])
  })

  it('are staged in production, without guards of their own', async () => {
    const staged: unknown[] = []
    const model = {
      table: people,
      stages: true,
      apply: async (changes: unknown) => staged.push(changes),
      rows: { refresh: () => undefined },
    } as unknown as GridModel
    const outcome = await deleteDuplicates(model, [group(1, [1, 1])], undecided, [nameColumn], () => undefined)
    expect(outcome).toEqual({ count: 1, isStaged: true })
    expect(staged).toMatchObject([[{ kind: 'delete', rowId: '101' }]])
  })

  it('come in batches that one call takes, each with its guard', () => {
    const large = group(
      1,
      Array.from({ length: bulkRowsMax + 5 }, () => 1),
    )
    const batches = batchesOf(people, [group(2, [1, 1]), large], undecided, [nameColumn])
    expect(batches.map(({ length }) => length)).toEqual([bulkRowsMax, 8])
    expect(batches.map(([first]) => first?.kind)).toEqual(['update', 'update'])
    expect(batches.flat().filter(({ kind }) => kind === 'delete')).toHaveLength(bulkRowsMax + 5)
  })
})
