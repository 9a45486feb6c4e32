import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { startServer, type TestServer } from '@tests/helpers/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const readme = readFileSync('README.md', 'utf8')
const canRun = ['bash', 'curl'].every((program) => spawnSync(program, ['--version']).status === 0)
if (!canRun) process.stderr.write("The README's examples are NOT run here: there is no bash or no curl.\n")

/** A `bash` block and the `json` block after it. */
interface Example {
  readonly command: string
  readonly answer: string
}

function examples(): Example[] {
  const blocks = readme.matchAll(/```bash\n([\s\S]*?)```\s*```json\n([\s\S]*?)```/g)
  return Array.from(blocks, ([, command = '', answer = '']) => ({ command, answer: answer.trim() }))
}

const separator = '--- next example ---'

/** Runs commands in sequence in one shell, as a reader would. @returns the output of each */
async function runInShell(commands: readonly string[], address: string): Promise<string[]> {
  const script = commands.join(`\necho; echo '${separator}'\n`)
  const shell = spawn('bash', ['-c', `set -eu\n${script}`], {
    env: { PATH: process.env['PATH'], BASALT: address, no_proxy: '*' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  shell.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  await new Promise((resolve) => shell.on('close', resolve))
  return output.split(separator).map((text) => text.trim())
}

describe.skipIf(!canRun)("the README's curl examples", () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
    const { token } = await server.signUp('ada@example.com', 'difference engine')
    await server.call('projectCreateSample', {}, { token })
  })
  afterAll(() => server.close())

  it('answer as written, run as written', async () => {
    const all = examples()
    expect(all.length).toBeGreaterThan(5)
    const answers = await runInShell(
      all.map(({ command }) => command),
      server.origin,
    )
    expect(answers).toEqual(all.map(({ answer }) => answer))
  })
})

describe('the README', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

  it('names only commands that there are', () => {
    const named = Array.from(readme.matchAll(/\bnpm (?:run )?([a-z]+)/g), ([, name = '']) => name)
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })

  it('shows an answer for every example', () => {
    expect(readme.match(/```bash/g)?.length).toBe(readme.match(/```json/g)?.length)
  })

  it('links only to files that there are', () => {
    const links = Array.from(readme.matchAll(/\]\((?!https?:)([^)#]+)/g), ([, link = '']) => link)
    expect(links.filter((link) => readFileSync(link, 'utf8') === '')).toEqual([])
  })
})
