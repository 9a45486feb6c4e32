import { asShown } from '@tests/helpers/as-shown'
import type { Column, SelectOption } from '@common/model'
import { ApiError, data } from '@renderer/api'
import type { GridModel, Row } from '@renderer/features/records'
import { changeOption } from '@renderer/features/kanban/option-edits'
import { beforeEach, expect, it, vi } from 'vitest'
import { column, idColumn, tableOf } from '../records/fixtures'

const color = 'grey' as const
const options: readonly SelectOption[] = [
  { title: 'Open', color },
  { title: 'Done', color },
]
const stage = column({ title: 'Stage', uiType: 'SingleSelect', options: { options } })
const table = tableOf([idColumn, stage])

/** Options sent to the server. */
const given: string[][] = []
let setFails = false
vi.mock('@renderer/features/tables', () => ({
  setOptions: async (_projectId: string, _table: unknown, of: Column, all: readonly SelectOption[]) => {
    if (setFails) throw new ApiError('SERVER_UNREACHABLE', 'The server is away.', 0, {})
    given.push(all.map(({ title }) => title))
    return { ...of, options: { options: all } }
  },
}))

const rename = (model: GridModel, of: Column = stage) =>
  changeOption({ projectId: 'p', table, column: of }, model, 'Open', { title: 'To do', color })

let rows: Row[] = []
let movesFail = false
const model = {
  api: {
    updateMany: async (changed: readonly Row[]) => {
      if (movesFail) throw new ApiError('SERVER_UNREACHABLE', 'The server is away.', 0, {})
      rows = rows.filter((row) => !changed.some(({ Id }) => Id === row['Id']))
    },
  },
} as unknown as GridModel

beforeEach(() => {
  given.length = 0
  rows = [{ Id: 1 }, { Id: 2 }]
  movesFail = false
  setFails = false
  localStorage.clear()
  vi.spyOn(data, 'call').mockImplementation(async () => rows)
})

it('a rename of a stack that stops half way says so, and saving again finishes it', async () => {
  movesFail = true
  expect(asShown(await rename(model))).toBe(
    'Renaming Open to To do stopped half way. The server is away. Save again to finish it.',
  )
  expect(given).toEqual([['To do', 'Open', 'Done']])
  movesFail = false
  const half = { ...stage, options: { options: [{ title: 'To do', color }, ...options] } }
  expect(await rename(model, half)).toBeUndefined()
  expect(given.at(-1)).toEqual(['To do', 'Done'])
  expect(rows).toEqual([])
  // It is finished: a stack of this name is another one now.
  expect(asShown(await rename(model, half))).toBe('There is a stack To do already.')
})

it('a reload keeps that a rename stopped half way', async () => {
  movesFail = true
  await rename(model)
  movesFail = false
  vi.resetModules()
  const afterReload = await import('@renderer/features/kanban/option-edits')
  vi.spyOn((await import('@renderer/api')).data, 'call').mockImplementation(async () => rows)
  const half = { ...stage, options: { options: [{ title: 'To do', color }, ...options] } }
  const place = { projectId: 'p', table, column: half }
  expect(await afterReload.changeOption(place, model, 'Open', { title: 'To do', color })).toBeUndefined()
  expect(given.at(-1)).toEqual(['To do', 'Done'])
})

it('a rename that never began changes nothing and can be saved again', async () => {
  setFails = true
  expect(asShown(await rename(model))).toBe('The server is away.')
  expect(given).toEqual([])
  setFails = false
  expect(await rename(model)).toBeUndefined()
  expect(given).toEqual([
    ['To do', 'Open', 'Done'],
    ['To do', 'Done'],
  ])
})
