import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { giveRoles } from '@tests/helpers/members'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

/** The client program of a terminal signs in to the project's database. `unit/db/client-programs.test.ts` checks where the password is. */
await describeEngines('the client program of a database', (engine) => {
  let server: TestServer
  let opened: OpenedEngine
  let owner: TestUser
  let projectId: string

  beforeAll(async () => {
    opened = await engine.open()
    server = await startServer()
    owner = await server.signUp()
    projectId = await createEngineProject(server, owner, engine, opened)
    const columns = [{ cn: 'name', uidt: 'SingleLineText', pv: true }] as const
    await server.call('tableCreate', { tn: 'step', columns: [...columns] }, { token: owner.token, projectId })
    const path = `/nc/${projectId}/api/v1/step`
    await server.request(path, { method: 'POST', token: owner.token, body: { name: 'first step' } })
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  it('runs in the terminal with the connection of the project, whose files end with it', async (test) => {
    const { shells } = server.server
    const name = await shells.clientOf(owner.token, projectId)
    if (name === undefined) return test.skip('its client program is not installed')
    const { program, environment, folder, end } = await shells.open(owner.token, projectId, true)
    expect(program?.file.endsWith(name)).toBe(true)
    const child = spawn(program?.file ?? '', [...(program?.args ?? [])], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...environment },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    child.stdin.end('SELECT name FROM step;\n')
    expect(await text(child.stdout)).toContain('first step')

    const file = environment['PGPASSFILE'] ?? /^--defaults-extra-file=(.*)/.exec(program?.args[0] ?? '')?.[1]
    if (engine.dialect === 'sqlite' || file === undefined) {
      expect([engine.dialect, file]).toEqual(['sqlite', undefined])
      return end()
    }
    const secrets = dirname(file)
    expect(statSync(secrets).mode & 0o077).toBe(0)
    for (const each of readdirSync(secrets)) expect(statSync(join(secrets, each)).mode & 0o077).toBe(0)
    end()
    await expect.poll(() => existsSync(secrets)).toBe(false)
  })

  it('is only for those who may change the connection', async () => {
    const { shells } = server.server
    const editor = await server.signUp()
    giveRoles(server.profileFolder, projectId, { [editor.email]: 'editor' })
    expect(await shells.clientOf(editor.token, projectId)).toBeUndefined()
    await expect(shells.open(editor.token, projectId, true)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
    const stranger = await server.signUp()
    await expect(shells.clientOf(stranger.token, projectId)).rejects.toMatchObject({ code: 'PROJECT_NOT_FOUND' })
  })
})
