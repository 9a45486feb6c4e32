import { startS3rver, type S3rver } from '@tests/helpers/s3rver'
import { uploadFile } from '@tests/helpers/form'
import { startServer, type TestServer } from '@tests/helpers/server'
import { until } from '@tests/helpers/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/* Everything that goes to a storage, with a server from npm. */

describe('a storage by others', () => {
  let s3: S3rver
  let server: TestServer
  let as: { token: string; projectId: string }
  beforeAll(async () => {
    s3 = await startS3rver()
    server = await startServer()
    const { token } = await server.signUp()
    await server.operate('installationSettingsSave', { outboundHosts: [new URL(s3.origin).host] }, { token })
    as = { token, projectId: (await server.call('projectCreate', { title: 'Stored' }, { token })).id }
    const columns = [{ name: 'name', type: 'SingleLineText' as const }]
    await server.operate('tableCreate', { table: 'things', columns }, as)
  })
  afterAll(async () => {
    await server.close()
    await s3.close()
  })

  it('passes the test, keeps attachments, snapshots and exports, and gives all back', async () => {
    const values = {
      bucket: s3.bucket,
      endpoint: s3.origin,
      region: s3.region,
      access_key: s3.accessKey,
      access_secret: s3.accessSecret,
      direct: 'on',
    }
    const tested = await server.operate('serviceTest', { service: 'minio', values }, as)
    expect(tested).toMatchObject({ passed: true })
    await server.operate('serviceSave', { service: 'minio', values }, as)

    const uploaded = await uploadFile(server, { name: 'a.mp4', content: 'the content' }, as)
    const { url } = uploaded.json as { readonly url: string }
    expect((await server.request(url, { token: as.token })).text).toBe('the content')
    const part = await server.request(url, { token: as.token, headers: { range: 'bytes=4-6' } })
    expect([part.status, part.text]).toEqual([206, 'con'])
    const link = await server.operate('attachmentLink', { url, download: true }, as)
    const { headers } = await server.request(link.url)
    expect(headers['location']).toMatch(new RegExp(`^${s3.origin}/files/attachments/${as.projectId}/[0-9a-f]{32}\\?`))

    const { id } = await server.operate('snapshotTake', {}, as)
    expect(await server.operate('snapshotRestore', { id, title: 'Restored' }, as)).toMatchObject({ tables: 1 })
    const action = { kind: 'export', table: 'things', format: 'csv', folder: '' } as const
    const job = await server.operate(
      'jobSave',
      { title: 'Nightly', pattern: '0 5 31 12 *', timeZone: 'UTC', action },
      as,
    )
    await server.operate('jobRun', { id: job.id }, as)
    const run = await until(async () => {
      const [last] = (await server.operate('jobRuns', { id: job.id }, as)).list
      return last === undefined || last.endedAt === null ? undefined : last
    })
    expect(run.state).toBe('done')
    expect(await s3.keys()).toEqual([
      expect.stringMatching(`^attachments/${as.projectId}/`),
      run.output,
      `snapshots/${as.projectId}/${id}.zip`,
    ])

    await server.operate('snapshotDelete', { id }, as)
    await server.operate('serviceActiveSet', { service: 'minio', active: false }, as)
    await server.operate('fileMoveStart', { to: 'local' }, as)
    await until(async () => (await server.operate('fileMoveRead', {}, as)).move?.state === 'done' || undefined)
    expect(await s3.keys()).toEqual([run.output])
    expect((await server.request(url, { token: as.token })).text).toBe('the content')
  })
})
