import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
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
  /** Compiles the project and runs its tests, as `npm test` does. Returns the output. @throws Error with the output */
  readonly test: (environment?: Readonly<Record<string, string>>) => Promise<string>
  readonly remove: () => void
}

/** Generates the backend of a project and unpacks it. Its packages are those of Basalt, in the same versions. */
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
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction')
  return {
    folder,
    files,
    test: async (environment = {}) => {
      const compiled = await runNode(
        folder,
        [resolve('node_modules/typescript/bin/tsc'), '--checkers', '1'],
        environment,
      )
      const tests = [...files.keys()]
        .filter((path) => path.endsWith('.test.ts'))
        .map((path) => `dist/${path.replace(/ts$/, 'js')}`)
      // One process for all files: processor time is what these tests cost.
      const isolation = environment['TEST_DATABASE_URL'] === undefined ? [] : ['--test-concurrency=1']
      return (
        compiled +
        (await runNode(
          folder,
          ['--test', '--test-isolation=none', '--test-reporter=tap', ...isolation, ...tests],
          environment,
        ))
      )
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function runNode(cwd: string, args: readonly string[], environment: Readonly<Record<string, string>>): Promise<string> {
  const { NODE_OPTIONS: _options, NODE_TEST_CONTEXT: _context, ...inherited } = process.env
  return new Promise((done, fail) => {
    execFile(
      process.execPath,
      args,
      { cwd, env: { ...inherited, ...environment }, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error === null) done(stdout)
        else fail(new Error(`node ${args.slice(0, 2).join(' ')} failed:\n${stdout}\n${stderr}`))
      },
    )
  })
}
