import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { asWritten, examplesOf } from '@tests/helpers/documented'
import { importEnd } from '@tests/helpers/imports'
import { startServer } from '@tests/helpers/server'

it('docs/import.md has calls that answer as written, run as written', async () => {
  const server = await startServer()
  const { token } = await server.signUp()
  const { id: projectId } = await server.call(
    'projectCreateByWebWithXCDB',
    { title: 'Shop', projectType: 'rest' },
    { token },
  )
  const all = examplesOf(readFileSync('docs/import.md', 'utf8'))
  expect(all).toHaveLength(3)
  let id = ''
  for (const { method, path, body, answer } of all) {
    const here = body.replaceAll('{project}', projectId).replaceAll('{import}', id)
    const given = await server.request(path, { method, token, body: JSON.parse(here) as unknown })
    expect([given.status, given.status === 200 ? '' : given.text]).toEqual([200, ''])
    if (id === '') ({ id } = given.json as { id: string })
    await importEnd(server, id, { token, projectId }, ({ state }) => state === 'ready' || state === 'done')
    if (answer === undefined) continue
    const written = JSON.parse(answer) as unknown
    expect(asWritten(given.json, written)).toEqual(written)
  }
  const rows = await server.request(`/nc/${projectId}/api/v1/People`, { token })
  expect(rows.json).toMatchObject([{ id: 1, Name: 'Anna', Born: '1990-12-24' }])
  await server.close()
})
