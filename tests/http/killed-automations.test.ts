import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AutomationRun } from '@common/operations/automations'
import { sendRequest, testPassword } from '@tests/helpers/request'
import { startServeProcess } from '@tests/helpers/serve-process'
import { startTargetServer } from '@tests/helpers/target-server'
import { describe, expect, it } from 'vitest'

describe('an automation whose server is killed', () => {
  it('continues with its unfinished step, in the order of the changes', { tags: ['nightly'] }, async () => {
    const [profile, target] = await Promise.all([mkdtemp(join(tmpdir(), 'basalt-killed-auto-')), startTargetServer()])
    let server = await startServeProcess(profile)
    let token = ''
    let projectId = ''
    const send = async (method: string, path: string, body: unknown): Promise<unknown> => {
      const answer = await sendRequest(server.origin, path, { method, token, body })
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
      return answer.json
    }
    const operate = (name: string, body: unknown) =>
      send('POST', `/api/v1/operations/${name}?project=${projectId}`, body)
    const account = { email: 'owner@example.com', password: testPassword }
    token = ((await send('POST', '/auth/signup', account)) as { token: string }).token
    projectId = ((await operate('projectCreateSample', {})) as { id: string }).id
    await operate('installationSettingsSave', { outboundHosts: [target.host] })
    const step = (path: string) => ({ kind: 'http', method: 'POST', url: target.url(path), body: '{{data.Name}}' })
    const { id } = (await operate('automationSave', {
      title: 'Killed',
      trigger: { kind: 'changed', table: 'artists' },
      steps: [step('/first'), step('/second')],
    })) as { id: string }
    // Never answers the first server.
    target.answer('/second', () => undefined)
    const names = ['One', 'Two', 'Three']
    for (const Name of names) await send('PUT', `/nc/${projectId}/api/v1/artists/1`, { Name })
    const listed = async () => ((await operate('automationRuns', { id })) as { list: AutomationRun[] }).list
    await expect.poll(async () => (await listed()).length).toBe(3)
    await expect.poll(() => target.arrived.some(({ path }) => path === '/second')).toBe(true)
    await server.kill()
    target.answer('/second', (response) => void response.end('done'))
    server = await startServeProcess(profile)
    await expect.poll(async () => (await listed()).every(({ state }) => state === 'done')).toBe(true)
    const bodiesOf = (wanted: string) => target.arrived.filter(({ path }) => path === wanted).map(({ body }) => body)
    expect(bodiesOf('/first')).toEqual(names)
    expect(bodiesOf('/second')).toEqual(['One', ...names])
    await server.stop()
    target.close()
    await rm(profile, { recursive: true })
  })
})
