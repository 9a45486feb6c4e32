import { ApiError } from '@renderer/api'
import { GridModel } from '@renderer/features/records/model/grid-model'
import type { Row } from '@renderer/features/records/rows/row-key'
import { moveCard } from '@renderer/features/kanban/move-card'
import type { RowApi } from '@renderer/features/records/rows/types'
import { describe, expect, it, vi } from 'vitest'
import { column, idColumn, nameColumn, tableOf } from '../records/fixtures'

const state = column({ title: 'State', uiType: 'SingleSelect' })

/** Opens a table whose server confirms a change on demand, and rejects one that guards another value. */
async function open(stored: Row[]) {
  const waiting: (() => void)[] = []
  const unused = () => Promise.reject(new Error('Nothing asks for this'))
  const api: RowApi = {
    read: unused,
    create: unused,
    updateMany: unused,
    apply: unused,
    update: async (row, changes, expected) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      const at = stored.findIndex(({ Id }) => Id === row['Id'])
      const held = stored[at]
      if (held === undefined) throw new TypeError('The record has gone')
      const [changed] = Object.entries(expected ?? {}).filter(([title, value]) => held[title] !== value)
      if (changed) throw new ApiError('VALUE_CHANGED', 'Somebody else was there', 409, { value: held[changed[0]] })
      return (stored[at] = { ...held, ...changes })
    },
  }
  const model = new GridModel({
    table: tableOf([idColumn, nameColumn, state]),
    api,
    source: {
      rows: (offset, limit) => Promise.resolve(stored.slice(offset, offset + limit)),
      count: () => Promise.resolve(stored.length),
    },
    reader: () => ({ locale: 'en' }),
    search: '',
    sentenceOf: (error) => (error instanceof Error ? error.message : ''),
    lost: () => undefined,
  })
  model.rows.start()
  await settle()
  return {
    model,
    stored,
    move: (row: number, to: string) =>
      moveCard({ model, projectId: 'p', column: state, row, name: `Record ${row}`, value: to, stack: to }),
    /** Lets the server answer all requests until none is pending. */
    answerAll: async () => {
      await settle()
      for (let answer = waiting.shift(); answer !== undefined; answer = waiting.shift()) {
        answer()
        await settle()
      }
    },
  }
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
}

describe('cards that are moved', () => {
  it('go to the last of two stacks, also where another card is still on its way', async () => {
    const { stored, move, answerAll } = await open([
      { Id: 1, Name: 'One', State: 'New' },
      { Id: 2, Name: 'Two', State: 'New' },
    ])
    const moves = [move(0, 'Done'), move(1, 'Begun'), move(1, 'Done')]
    await answerAll()
    await Promise.all(moves)
    expect(stored.map(({ State }) => State)).toEqual(['Done', 'Done'])
  })

  it('go on to be moved after one of them could not be', async () => {
    const { model, stored, move, answerAll } = await open([
      { Id: 1, Name: 'One', State: 'New' },
      { Id: 2, Name: 'Two', State: 'New' },
    ])
    vi.spyOn(model.writes, 'write').mockRejectedValueOnce(new Error('A fault of ours'))
    await expect(move(0, 'Done')).rejects.toThrow('A fault of ours')
    const second = move(1, 'Done')
    await answerAll()
    await second
    expect(stored.map(({ State }) => State)).toEqual(['New', 'Done'])
  })
})
