import { expect, it } from 'vitest'
import { KeyList } from '@main/features/audit/key-list'

const keys = (from: number, count: number): string[] => Array.from({ length: count }, (_, at) => String(from + at))

it('writes keys without gaps in few letters, and reads them again', () => {
  const list = KeyList.of([...keys(-2, 10_000), '20000', ...keys(30_000, 2)])
  expect(String(list)).toBe('-2..9997,20000,30000..30001')
  const read = KeyList.parse(String(list))
  expect(read.size).toBe(10_003)
  expect(read.bounds).toEqual([-2, 30_001])
  expect(['-2', '9997', '20000', '30001'].every((key) => read.has(key))).toBe(true)
  expect(['-3', '9998', '20001', '7.0', '07', ''].some((key) => read.has(key))).toBe(false)
  expect(read.slice(9_998, 3)).toEqual(['9996', '9997', '20000'])
  expect(read.slice(10_001, 9)).toEqual(['30000', '30001'])
})

it('has no list for keys that are no whole numbers, nor for scattered ones', () => {
  expect(KeyList.of(['1', 'b'])).toBeUndefined()
  expect(KeyList.of(['9007199254740993'])).toBeUndefined()
  expect(KeyList.of([])).toBeUndefined()
  expect(KeyList.of(keys(1, 300).map((key) => String(Number(key) * 2)))).toBeUndefined()
})

it('follows rows to their new keys', () => {
  const moved = KeyList.of(keys(1, 9))?.withMoved('5', '70')
  const again = moved && KeyList.parse(String(moved)).withMoved('70', '-1')
  expect(String(again)).toBe('1..9,5>-1')
  expect([again?.has('5'), again?.has('70'), again?.has('-1')]).toEqual([false, false, true])
  expect(again?.slice(3, 3)).toEqual(['4', '-1', '6'])
  expect(again?.bounds).toEqual([-1, 9])
  expect(again?.size).toBe(9)
  expect(String(again?.withMoved('-1', '5'))).toBe('1..9')
  expect(again?.withMoved('5', '6')).toBeUndefined()
})
