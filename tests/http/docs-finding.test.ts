import { readFileSync } from 'node:fs'
import { asWritten, examplesOf } from '@tests/helpers/documented'
import { startServer, type TestServer } from '@tests/helpers/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const page = readFileSync('docs/finding.md', 'utf8')

describe('docs/finding.md', () => {
  let server: TestServer
  let token: string
  let projectId: string
  beforeAll(async () => {
    server = await startServer()
    ;({ token } = await server.signUp())
    projectId = (await server.call('projectCreateByWebWithXCDB', { title: 'Shop' }, { token })).id
    await server.call('tableCreate', { tn: 'things', columns: [] }, { token, projectId })
  })
  afterAll(() => server.close())

  it('has calls that answer as written, run as written', async () => {
    const all = examplesOf(page)
    expect(all).toHaveLength(3)
    for (const { method, path, body, answer } of all) {
      const sent = JSON.parse(body.replaceAll('{project}', projectId)) as unknown
      const given = await server.request(path, { method, token, body: sent })
      expect([path, given.status]).toEqual([path, 200])
      const written: unknown = JSON.parse(answer ?? '')
      expect(asWritten(given.json, written)).toEqual(written)
    }
    const { list } = (await server.call('xcTableAndViewList', {}, { token, projectId })).data
    expect(list.map(({ _tn, icon }) => [_tn, icon])).toEqual([
      ['Spare things', undefined],
      ['things', 'star'],
    ])
  })
})
