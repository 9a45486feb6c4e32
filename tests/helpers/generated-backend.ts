import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { unzipSync } from 'fflate'
import type { OperationInput } from '@common/operations'
import type { TestServer } from './server'

interface As {
  readonly token: string
  readonly projectId: string
}

/** A generated backend in a folder of its own. */
export interface UnpackedBackend {
  readonly folder: string
  /** Texts by their paths in the folder. */
  readonly files: ReadonlyMap<string, string>
  /**
   * Compiles the project and runs its tests: in SQLite in memory, or in the empty database of a URL. Returns the output.
   *
   * @throws Error with the output if a test fails
   */
  readonly test: (databaseUrl?: string) => Promise<string>
  readonly remove: () => void
}

/** True if generated backends install their packages from npm and run their own commands, as in CI. */
export const installsBackends = process.env['BASALT_INSTALL_BACKENDS'] !== undefined

/** Ends a child that hangs. The command of a backend itself starts a process for each of its test files. */
const runMs = installsBackends ? 300_000 : 100_000
const installMs = 300_000

/**
 * Generates the backend of a project and unpacks it. Its packages are those of Basalt, in the same versions, or the
 * ones that npm installs (`installsBackends`).
 */
export async function unpackedBackend(
  server: TestServer,
  { token, projectId }: As,
  input: OperationInput<'projectGenerateBackend'> | object = {},
): Promise<UnpackedBackend> {
  const answer = await fetch(`${server.origin}/api/v1/operations/projectGenerateBackend?project=${projectId}`, {
    method: 'POST',
    headers: { 'xc-auth': token, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  if (!answer.ok) throw new Error(await answer.text())
  const files = new Map(
    Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer()))).map(([path, bytes]) => [
      path.slice(path.indexOf('/') + 1),
      new TextDecoder().decode(bytes),
    ]),
  )
  const folder = mkdtempSync(join(tmpdir(), 'basalt-backend-'))
  for (const [path, text] of files) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  if (installsBackends) await run(folder, 'npm', ['install', '--no-audit', '--no-fund'], { timeoutMs: installMs })
  else symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction')
  return {
    folder,
    files,
    test: (databaseUrl) => (installsBackends ? npmTest(folder, databaseUrl) : quickTest(folder, files, databaseUrl)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const npmTest = (folder: string, databaseUrl?: string): Promise<string> =>
  run(folder, 'npm', ['run', databaseUrl === undefined ? 'test' : 'test:database'], { databaseUrl })

/** Runs the test files in one process: processor time is what these tests cost. */
async function quickTest(folder: string, files: ReadonlyMap<string, string>, databaseUrl?: string): Promise<string> {
  const compiled = await run(folder, process.execPath, [resolve('node_modules/typescript/bin/tsc'), '--checkers', '1'])
  const tests = [...files.keys()]
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => `dist/${path.replace(/ts$/, 'js')}`)
  const options = ['--test', '--test-isolation=none', '--test-reporter=tap']
  return compiled + (await run(folder, process.execPath, [...options, ...tests], { databaseUrl }))
}

function run(
  cwd: string,
  command: string,
  args: readonly string[],
  { databaseUrl, timeoutMs = runMs }: { databaseUrl?: string | undefined; timeoutMs?: number } = {},
): Promise<string> {
  const { NODE_OPTIONS: _options, NODE_TEST_CONTEXT: _context, ...inherited } = process.env
  const env = {
    ...inherited,
    // npm runs on the Node of these tests too.
    PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
    ...(databaseUrl !== undefined && { TEST_DATABASE_URL: databaseUrl }),
  }
  return new Promise((done, fail) => {
    execFile(command, args, { cwd, env, maxBuffer: 64 * 1024 * 1024, timeout: timeoutMs }, (error, stdout, stderr) => {
      if (error === null) done(stdout)
      else fail(new Error(`${command} ${args.slice(0, 2).join(' ')} failed: ${error.message}\n${stdout}\n${stderr}`))
    })
  })
}
