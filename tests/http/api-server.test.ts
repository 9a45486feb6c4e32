import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDatabaseFile } from '@tests/helpers/data-api'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

let server: TestServer
let owner: TestUser
let project: string
let other: string
let profile: string
const files: (() => void)[] = []
beforeAll(async () => {
  server = await startServer()
  profile = server.profileFolder
  owner = await server.signUp()
  const open = async (title: string): Promise<string> => {
    const file = makeDatabaseFile({ sql: 'CREATE TABLE Book (id INTEGER PRIMARY KEY); INSERT INTO Book VALUES (1)' })
    files.push(file.remove)
    return (await server.call('projectCreateFromFile', { title, filename: file.filename }, { token: owner.token })).id
  }
  project = await open('One')
  other = await open('Two')
})
afterAll(async () => {
  await server.close()
  await rm(profile, { recursive: true, force: true })
  for (const remove of files) remove()
})

const paths = (id: string): readonly string[] => [
  `/nc/${id}/api/v1/Book`,
  `/nc/${id}/db/swagger.json`,
  `/nc/${id}/v1/graphql?query=%7BBookCount%7D`,
]
const statuses = (id: string, token: string | undefined, headers = {}): Promise<number[]> =>
  Promise.all(paths(id).map(async (path) => (await server.request(path, { token, headers })).status))
const change = (name: 'projectStart' | 'projectStop' | 'projectRestart'): Promise<null> =>
  server.call(name, {}, { token: owner.token, projectId: project })
const statusOf = async (id: string): Promise<string | undefined> =>
  (await server.call('projectList', {}, { token: owner.token })).find((entry) => entry.id === id)?.status

it('a stopped API is not there for callers; the others and the dashboard notice nothing', async () => {
  expect(await statuses(project, owner.token)).toEqual([200, 200, 200])
  expect(await change('projectStop')).toBeNull()
  expect(await statuses(project, owner.token)).toEqual([404, 404, 404])
  const answer = await server.request(`/nc/${project}/api/v1/Book`, { token: owner.token })
  expect(answer.error).toMatchObject({ code: 'PROJECT_STOPPED', msg: expect.stringContaining('stopped') })
  expect(await statuses(other, owner.token)).toEqual([200, 200, 200])
  expect(await statuses(project, owner.token, { 'xc-gui': 'true' })).toEqual([200, 200, 200])
  await server.call('tableList', {}, { token: owner.token, projectId: project })
  expect([await statusOf(project), await statusOf(other)]).toEqual(['stopped', 'started'])
  await change('projectStart')
  expect(await statuses(project, owner.token)).toEqual([200, 200, 200])
  expect(await statusOf(project)).toBe('started')
})

it('strangers learn nothing of it', async () => {
  const stranger = await server.signUp()
  const before = [await statuses(project, undefined), await statuses(project, stranger.token)]
  await change('projectStop')
  expect([await statuses(project, undefined), await statuses(project, stranger.token)]).toEqual(before)
  await change('projectStart')
})

it('stays stopped over a restart of the server, and starts by being restarted', async () => {
  await change('projectStop')
  const { profileFolder } = server
  await server.server.close()
  server = await startServer({ profileFolder })
  expect(await statuses(project, owner.token)).toEqual([404, 404, 404])
  await change('projectRestart')
  expect(await statuses(project, owner.token)).toEqual([200, 200, 200])
})

it('has an address for others, which ends with the project', async () => {
  const as = { token: owner.token, projectId: project }
  const { list } = await server.call('projectAPIServerList', {}, { token: owner.token })
  expect(list.map(({ key, title, alive, cloudUrl }) => [key, title, alive, cloudUrl])).toEqual([
    [project, 'One', true, ''],
    [other, 'Two', true, ''],
  ])
  const cloudUrl = 'https://api.example.com/one'
  expect(await server.call('projectAPIServerSetCloudUrl', { cloudUrl: ` ${cloudUrl} ` }, as)).toEqual({ cloudUrl })
  expect(await server.call('projectAPIServerGetCloudUrl', {}, as)).toEqual({ cloudUrl })
  await change('projectStop')
  const after = await server.call('projectAPIServerList', {}, { token: owner.token })
  expect(after.list[0]).toMatchObject({ alive: false, cloudUrl })
  await change('projectStart')
  for (const wrong of ['ftp://a.example', 'javascript:alert(1)', 'api.example.com', 'https://', 'http:// a', 5])
    expect(
      (
        await server.request(`/api/v1/operations/projectAPIServerSetCloudUrl?project=${project}`, {
          method: 'POST',
          token: owner.token,
          body: { cloudUrl: wrong },
        })
      ).status,
      String(wrong),
    ).toBe(400)
  expect(await server.call('projectAPIServerSetCloudUrl', { cloudUrl: '' }, as)).toEqual({ cloudUrl: '' })
  expect(await server.call('projectAPIServerGetCloudUrl', {}, as)).toEqual({ cloudUrl: '' })
})

it('lists only what the caller may configure', async () => {
  const member = await server.signUp('viewer@example.com')
  giveRoles(server.profileFolder, project, { 'viewer@example.com': 'viewer' })
  expect((await server.call('projectAPIServerList', {}, { token: member.token })).list).toEqual([])
  const as = { token: member.token, projectId: project }
  expect(await server.call('projectAPIServerGetCloudUrl', {}, as)).toEqual({ cloudUrl: '' })
  for (const name of ['projectAPIServerSetCloudUrl', 'projectAPIServerSendNotification'] as const) {
    const body = name === 'projectAPIServerSetCloudUrl' ? { cloudUrl: '' } : { message: 'Hello' }
    const path = `/api/v1/operations/${name}?project=${project}`
    expect((await server.request(path, { method: 'POST', token: member.token, body })).status).toBe(403)
  }
})

it('a message reaches the open windows of members of the project, and no others', async () => {
  const streams = await Promise.all(
    [project, project, other].map(async (id) => {
      const ended = new AbortController()
      const response = await fetch(`${server.origin}/nc/${id}/v1/live`, {
        headers: { 'xc-auth': owner.token },
        signal: ended.signal,
      })
      return { ended, reader: (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader() }
    }),
  )
  const as = { token: owner.token, projectId: project }
  expect(await server.call('projectAPIServerSendNotification', { message: 'Back at noon' }, as)).toEqual({ windows: 2 })
  for (const { reader } of streams.slice(0, 2)) {
    let text = ''
    while (!text.includes('Back at noon')) text += (await reader.read()).value ?? ''
    expect(text).toContain(`"kind":"announcement","text":"Back at noon","by":"${owner.email}"`)
  }
  await server.call('projectAPIServerSendNotification', { message: 'Elsewhere' }, { ...as, projectId: other })
  let text = ''
  while (!text.includes('Elsewhere')) text += (await streams[2]?.reader.read())?.value ?? ''
  expect(text).not.toContain('Back at noon')
  for (const { ended } of streams) ended.abort()
})
