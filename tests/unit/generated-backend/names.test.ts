import { literal } from '@common/generated-backend/code'
import { camelCase, kebabCase, pascalCase, uniqueNames } from '@common/generated-backend/names'
import { describe, expect, it } from 'vitest'

describe('names of a generated backend', () => {
  it.each([
    ['ArtistId', 'artistId', 'artist-id'],
    ['ARTIST_ID', 'artistId', 'artist-id'],
    ['HTMLPage', 'htmlPage', 'html-page'],
    ['Größe (cm)', 'größeCm', 'grosse-cm'],
    ["it's", 'itS', 'it-s'],
    ['1st', 'column1st', '1st'],
    ['🎉', 'column7', 'table-7'],
    ['名前', '名前', 'table-7'],
    ['__proto__', 'proto', 'proto'],
    ['../../etc/passwd', 'etcPasswd', 'etc-passwd'],
  ])('%s is %s and %s', (name, camel, kebab) => {
    expect([camelCase(name, 'column', 7), kebabCase(name, 'table-7')]).toEqual([camel, kebab])
  })

  it('begin with a capital for types', () => {
    expect(pascalCase('invoice_line', 'table', 1)).toBe('InvoiceLine')
  })

  it('are unique in any letter case, and never reserved', () => {
    expect(uniqueNames(['userName', 'username', 'limit', 'limit'], new Set(['limit']), 'Value')).toEqual([
      'userName',
      'username2',
      'limitValue',
      'limitValue2',
    ])
  })

  it.each(["it's", '"', '\'"', '\\', '\n\u2028\u0000', '${x}`'])('write %j as a literal that reads back', (text) => {
    const read = new Map([[text, literal(text)]])
    expect(JSON.parse(`{"v":${JSON.stringify(evaluated(read.get(text) ?? ''))}}`)).toEqual({ v: text })
  })
})

/** Reads a literal as the compiler does. */
function evaluated(code: string): string {
  return code
    .slice(1, -1)
    .replaceAll(/\\u\{([0-9a-f]+)\}|\\(.)/gs, (_, hex: string | undefined, sign: string) =>
      hex === undefined
        ? ({ n: '\n', r: '\r', t: '\t' }[sign] ?? sign)
        : String.fromCodePoint(Number.parseInt(hex, 16)),
    )
}
