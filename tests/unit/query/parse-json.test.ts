import { parseExactJson, parseJson } from '@common/util/parse-json'
import { afterEach, describe, expect, it, vi } from 'vitest'

describe('Exact JSON', () => {
  afterEach(() => vi.restoreAllMocks())

  it.each([
    '12345678901234567890',
    '-0.12345678901234567891',
    '[1,12345678901234567890]',
    '{"a":12345678901234567890}',
    '{"a": 12345678901234567890 }',
    '{"a":\n1e400\n}',
    '[0.10000000000000000001,2]',
    '9007199254740993',
  ])('keeps every digit of %s', (text) => {
    const digits = /-?\d[\d.]{8,}|1e400/.exec(text)?.[0]
    const compact = text.replaceAll(/\s/g, '')
    expect(JSON.stringify(parseJson(text))).toBe(compact.replace(digits ?? '', `"${digits}"`))
    expect(JSON.stringify(parseExactJson(text))).toBe(compact)
  })

  it('parses without a reviver if long digits stand in words of texts only', () => {
    const rows = [{ code: 'C-4e123', file: 'scan12345678901234567890.pdf', amount: 12.5 }]
    const text = JSON.stringify(rows)
    const parse = vi.spyOn(JSON, 'parse')
    expect(parseExactJson(text)).toEqual(rows)
    expect(parse.mock.calls.map((call) => call.length)).toEqual([1])
  })

  it('keeps texts that look like long numbers beside numbers that are', () => {
    const text = '{"a":"1, 12345678901234567890 ,2","b":12345678901234567890,"c":1.5,"d":100e-2}'
    expect(parseJson(text)).toEqual({ a: '1, 12345678901234567890 ,2', b: '12345678901234567890', c: 1.5, d: 1 })
  })
})
