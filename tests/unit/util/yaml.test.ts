import { yamlText } from '@common/util/yaml'
import { parseYaml } from '@redocly/openapi-core'
import fc from 'fast-check'
import { expect, it } from 'vitest'

it('reads as the same data, whatever that is', () => {
  fc.assert(
    fc.property(
      fc.json().filter((text) => !text.includes('__proto__')),
      (text) => {
        const value: unknown = JSON.parse(text)
        expect(JSON.stringify(parseYaml(yamlText(value)))).toBe(JSON.stringify(value))
      },
    ),
  )
})

it('quotes texts that could be something else, and no others', () => {
  expect(
    yamlText({ title: 'Record store', yes: 'no', 200: '1.0', at: ['/nc/{id}', [], { a: 1, b: null }], empty: '' }),
  ).toBe(
    [
      '"200": "1.0"',
      'title: Record store',
      '"yes": "no"',
      'at:',
      '  - "/nc/{id}"',
      '  - []',
      '  - a: 1',
      '    b: null',
      'empty: ""',
      '',
    ].join('\n'),
  )
})
