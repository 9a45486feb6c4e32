import { expect, it } from 'vitest'
import type { StoredValue } from '@common/columns/column-type'
import { isFilled, RowPacker, unpacked } from '@main/lib/packed-rows'

const rows: readonly StoredValue[][] = [
  ['Ünï 😀', 1.5, null, true],
  ['', -0, 9_007_199_254_740_993n, false],
  [new Uint8Array([1, 0, 255]), -12, 'text', 'more'],
]

it('Rows come out of a pack as they went in, more of them than were expected too', () => {
  const packer = new RowPacker(4, 1)
  for (const value of rows.flat()) packer.add(value)
  const packed = packer.take()
  expect(packed.count).toBe(3)
  expect(unpacked(structuredClone(packed))).toEqual(rows)
  expect([isFilled(packed, 0), isFilled(packed, 2)]).toEqual([true, false])
})

it('A row that does not become whole leaves nothing behind, and a pack begins anew', () => {
  const packer = new RowPacker(4, 10)
  const [first = [], second = [], third = []] = rows
  for (const value of first) packer.add(value)
  for (const value of ['lost', 7n, new Uint8Array([9])]) packer.add(value)
  packer.dropPart()
  for (const value of second) packer.add(value)
  expect(unpacked(packer.take())).toEqual([first, second])
  for (const value of third) packer.add(value)
  expect(unpacked(packer.take())).toEqual([third])
  expect(unpacked(packer.take())).toEqual([])
})

it('keeps every text in its place when there are many, also after a part of a row was dropped', () => {
  const packer = new RowPacker(3, 10)
  const expected: StoredValue[][] = []
  for (let row = 0; row < 5_000; row += 1) {
    packer.add(`a${row}`)
    packer.add(`b${row}`)
    if (row % 7 === 0) packer.dropPart()
    else {
      packer.add(row % 3 === 0 ? null : `c${row}`)
      expected.push([`a${row}`, `b${row}`, row % 3 === 0 ? null : `c${row}`])
    }
  }
  expect(unpacked(packer.take())).toEqual(expected)
  expect(packer.take()).toMatchObject({ count: 0, text: '' })
})
