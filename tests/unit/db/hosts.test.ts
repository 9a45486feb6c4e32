import { describe, expect, it } from 'vitest'
import { connectionSettings } from '@common/model/connection'
import { hostList } from '@common/model/hosts'
import { firstGood, urlList } from '@main/db/hosts'

describe('hosts of a cluster', () => {
  it.each([
    ['db', [['db', 1]]],
    [
      'db1, db2:5433',
      [
        ['db1', 1],
        ['db2', 5433],
      ],
    ],
    [
      '[::1]:5434,fe80::1',
      [
        ['[::1]', 5434],
        ['fe80::1', 1],
      ],
    ],
  ])('are read from %s', (text, expected) => {
    expect(hostList(text, 1).map(({ host, port }) => [host, port])).toEqual(expected)
  })

  it('make an address each', () => {
    expect(urlList('postgres://a:b@h1:1,h2/db?x=1,2')).toEqual([
      'postgres://a:b@h1:1/db?x=1,2',
      'postgres://a:b@h2/db?x=1,2',
    ])
    expect(urlList('postgres://h1/db?x=1,2')).toEqual(['postgres://h1/db?x=1,2'])
  })

  it('are valid in a connection, and nothing else is', () => {
    const isValid = (host: string): boolean =>
      connectionSettings.safeParse({ kind: 'postgres', host, port: 5432, user: 'u', password: '', database: 'd' })
        .success
    expect(['db', 'db1,db2:5433', '10.0.0.1:1,[::1]:2', '::1'].map(isValid)).toEqual([true, true, true, true])
    expect(['', 'a,', ',a', '/tmp/socket', 'a,/tmp', 'a b', 'a:99999'].map(isValid)).toEqual(Array(7).fill(false))
  })
})

it('tries the last good server first, and every one once', async () => {
  const servers = [{ name: 'a' }, { name: 'b' }, { name: 'c' }]
  const asked: string[] = []
  const attempt = (good: string) =>
    firstGood(servers, async ({ name }) => {
      asked.push(name)
      if (name !== good) throw new Error(name)
      return name
    })
  expect(await attempt('b')).toBe('b')
  expect(await attempt('b')).toBe('b')
  await expect(attempt('none')).rejects.toThrow('a')
  expect(asked.join('')).toBe('abbbca')
})
