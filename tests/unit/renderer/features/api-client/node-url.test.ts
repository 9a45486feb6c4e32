import * as node from 'node:url'
import { format, parse } from '@renderer/features/api-client/node-url'
import { expect, it } from 'vitest'

it.each([
  'http://localhost:8080/nc/shop',
  'https://example.com/',
  'https://example.com/a%20b/c?x=1&y=2&y=3',
  'https://example.com/?where=%28a%26b%29',
])('splits and joins %s as Node does', (address) => {
  // oxlint-disable-next-line typescript/no-deprecated
  const expected = node.parse(address, true, true)
  const own = parse(address)
  const { protocol, host, hostname, port, pathname, path } = expected
  expect(own).toMatchObject({ protocol, host, hostname, port, pathname, path, query: { ...expected.query } })
  expect(format(own)).toBe(node.format(expected))
  expect(format({ ...own, search: 'a=1' })).toBe(node.format({ ...expected, search: 'a=1' }))
})
