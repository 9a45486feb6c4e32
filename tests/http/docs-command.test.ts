import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startServer, type TestServer } from '@tests/helpers/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/* The command as a program of its own, in a shell, against a server. */

const page = readFileSync('docs/command.md', 'utf8')
/** The blocks of the page: a command after `$`, then its output. */
const examples = [...page.matchAll(/^```console\n\$ (.+)\n([\s\S]*?)```$/gm)].map(
  ([, command = '', output = '']) => [command, output] as const,
)

let server: TestServer
let folder: string
let variables: Readonly<Record<string, string>>
let token: string
let projectId: string

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

function shell(command: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      'sh',
      ['-c', command],
      { cwd: folder, env: { ...process.env, ...variables, ...env } },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    )
    child.stdin?.end()
  })
}

beforeAll(async () => {
  server = await startServer()
  token = (await server.signUp()).token
  projectId = (await server.call('projectCreateSample', {}, { token })).id
  const { token: apiToken } = await server.operate(
    'apiTokenCreate',
    { title: 'Command', role: 'owner' },
    { token, projectId },
  )
  folder = mkdtempSync(join(tmpdir(), 'basalt-command-'))
  const main = pathToFileURL('.cache/test/command.js').href
  const run = `import(${JSON.stringify(main)}).then(async ({ main }) => { process.exitCode = await main(process.argv.slice(1)) })`
  writeFileSync(join(folder, 'basalt'), `#!/bin/sh\nexec '${process.execPath}' -e '${run}' -- "$@"\n`, { mode: 0o755 })
  variables = {
    PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`,
    BASALT_URL: server.origin,
    BASALT_PROJECT: projectId,
    BASALT_TOKEN: apiToken,
  }
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the page about the command', () => {
  it('shows what its examples print', async () => {
    let text = page
    for (const [command, output] of examples) {
      const { out, err } = await shell(command)
      // CSV ends its lines with CR LF.
      const printed = `${err}${out}`.replaceAll('\r\n', '\n')
      text = text.replace(`$ ${command}\n${output}`, () => `$ ${command}\n${printed}`)
    }
    expect(examples.length).toBeGreaterThan(10)
    // Only an example that says so fails.
    expect(text.match(/^\$ (?!.*\|\|).*\nbasalt: .*$/gm)).toBeNull()
    // After a change, `npx vitest run --project http tests/http/docs-command -u` rewrites the page.
    await expect(text).toMatchFileSnapshot('../../docs/command.md')
  })
})

describe('the command', () => {
  it.each([
    ['basalt', 2],
    ['basalt nothing', 2],
    ['basalt ls --wrong', 2],
    ['basalt get', 2],
    ['basalt completion fish', 2],
    ['BASALT_TOKEN= basalt ls', 2],
    ['BASALT_URL=nowhere basalt ls', 2],
    ['BASALT_URL=http://127.0.0.1:1 basalt ls', 3],
    ['BASALT_TOKEN=wrong basalt ls', 4],
    ['basalt get Nothing', 1],
    ['basalt get Artists 100000', 1],
    ['basalt query "SELECT * FROM nothing"', 1],
    ['echo "no json" | basalt insert Artists -', 1],
    ['basalt insert Artists - < /dev/null', 1],
    ['basalt import missing.csv', 1],
    ['basalt export Artists --output missing/artists.csv', 1],
    ['basalt open Nothing --print', 1],
    ['basalt --help', 0],
    ['basalt ls --help', 0],
    ['basalt --version', 0],
  ])('%s ends with %i, and one line that says why', async (command, expected) => {
    const { code, out, err } = await shell(command)
    expect(code).toBe(expected)
    if (expected === 0) expect([out.trim() === '', err]).toEqual([false, ''])
    else expect(err.trimEnd().split('\n').at(-1)).toMatch(/^basalt: \S.*[.!?/]?$/)
    expect(err).not.toMatch(/\n\s+at /)
  })

  it('knows its version', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string }
    expect((await shell('basalt --version')).out).toBe(`${version}\n`)
  })

  it('writes results for programs, and messages beside them', async () => {
    expect(JSON.parse((await shell('basalt ls --json')).out)).toContainEqual(
      expect.objectContaining({ title: 'Artists' }),
    )
    expect((await shell('basalt ls --names')).out).toMatch(/^Tracks\n(?:.+\n)*Invoice lines\n/)
    const { out, err } = await shell('basalt query "SELECT 1 AS one, NULL AS empty, \'a,b\' AS words" --csv')
    expect([out, err]).toEqual(['one,empty,words\r\n1,,"a,b"\r\n', ''])
    expect((await shell('basalt open Artists 7 --print')).out).toMatch(
      new RegExp(`^${server.origin}/dashboard/#/nc/${projectId}\\?name=\\S+&type=table&dbalias=db&record=7\\n$`),
    )
  })

  it('ends quietly when its reader has seen enough', async () => {
    const { code, err } = await shell('basalt export Tracks | head -n 1')
    expect([code, err]).toEqual([0, ''])
  })
})

describe('the operation behind basalt query', () => {
  const query = (sql: string, as = token) =>
    server.request(`/api/v1/operations/sqlQuery?project=${projectId}`, { method: 'POST', token: as, body: { sql } })

  it.each([
    'SELECT 1; DELETE FROM Artists',
    'DELETE FROM Artists',
    'WITH gone AS (SELECT 1) DELETE FROM Artists',
    '/* SELECT */ DROP TABLE Artists',
    "ATTACH 'other.sqlite' AS other",
    'PRAGMA query_only = OFF',
    'EXPLAIN SELECT 1; DROP TABLE Artists',
    'VACUUM',
    'CREATE TABLE made (id)',
    "SELECT load_extension('x')",
    '--',
  ])('refuses %s, and changes nothing', async (sql) => {
    const before = (await query('SELECT count(*) FROM Artists')).json
    const answer = await query(sql)
    expect([sql, answer.status]).toEqual([sql, 400])
    expect(['SQL_NOT_READING', 'SQL_FAILED', 'INPUT_INVALID']).toContain(answer.error.code)
    expect((await query('SELECT count(*) FROM Artists')).json).toEqual(before)
  })

  it('returns at most a thousand rows, and says so', async () => {
    const answer = await query('SELECT a.Id FROM Tracks a JOIN Tracks b ON b.Id < 10')
    expect(answer.json).toMatchObject({ columns: ['id'], isCut: true })
    expect((answer.json as { rows: unknown[] }).rows).toHaveLength(1000)
  })
})
