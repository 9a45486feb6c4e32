import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChinook, openChinook } from '@tests/helpers/chinook'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { installsBackends, unpackedBackend, type UnpackedBackend } from '@tests/helpers/generated-backend'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'
import { backendSchema } from './backend-schema'

/** The page of the documentation shows one model. */
function expectDocumented({ files }: UnpackedBackend): void {
  const [, shown] = /```ts\n([\s\S]*?)```/.exec(readFileSync('docs/generated-backend.md', 'utf8')) ?? []
  expect(files.get('src/models/genre.ts')).toBe(shown)
}

/** Compiling and testing a project of twenty tables on a busy machine, or installing its packages before. */
const longTestMs = installsBackends ? 1_000_000 : 120_000

/** A run that finds no tests passes none. */
function expectPassed(output: string): void {
  expect(output).toMatch(/^[#ℹ] fail 0$/mu)
  expect(output).toMatch(/^[#ℹ] pass [1-9]/mu)
}

/** Fails with the names of the files that a formatter would change. Like here, texts have their own form. */
function expectFormatted({ folder }: UnpackedBackend): void {
  const args = [
    resolve('node_modules/oxfmt/bin/oxfmt'),
    '--config',
    resolve('.oxfmtrc.json'),
    '--check',
    '.',
    '!**/*.md',
  ]
  const checked = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  expect(checked.status, checked.stdout + checked.stderr).toBe(0)
}

await describeEngines('Generated backends', { nightly: 'servers' }, (engine) => {
  let server: TestServer
  let owner: TestUser
  const opened: OpenedEngine[] = []
  const unpacked: UnpackedBackend[] = []

  const backendOf = async (database: OpenedEngine, input: object = {}): Promise<UnpackedBackend> => {
    opened.push(database)
    const projectId = await createEngineProject(server, owner, engine, database)
    const backend = await unpackedBackend(server, { token: owner.token, projectId }, input)
    unpacked.push(backend)
    return backend
  }

  /** With installed packages, the tests run on the kind of database of the project too. */
  const expectTestsPass = async (backend: UnpackedBackend): Promise<void> => {
    expectPassed(await backend.test())
    if (!installsBackends) return
    const empty = await engine.open()
    opened.push(empty)
    expectPassed(await backend.test(empty.address))
  }

  beforeAll(async () => {
    server = await startServer()
    owner = await server.signUp()
  })

  afterAll(async () => {
    await server.close()
    for (const { remove } of unpacked) remove()
    for (const { drop } of opened) await drop()
  })

  it(
    'of hostile schemas pass their own tests, and are formatted',
    async () => {
      const database = await engine.open()
      await database.database.changeSchema(backendSchema(engine.dialect).map((sql) => ({ sql, params: [] })))
      const backend = await backendOf(database, { type: 'package' })
      await expectTestsPass(backend)
      expectFormatted(backend)
    },
    longTestMs,
  )

  describe.skipIf(!hasChinook(engine))('of Chinook', () => {
    it(
      'pass their own tests, and are formatted',
      async () => {
        const backend = await backendOf(await openChinook(engine), { type: 'docker' })
        await expectTestsPass(backend)
        expectFormatted(backend)
        if (engine.dialect === 'sqlite') expectDocumented(backend)
      },
      longTestMs,
    )
  })
})
