import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { startServer, type TestServer } from '@tests/helpers/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const guide = readFileSync('docs/api.md', 'utf8')
const canRun = ['bash', 'curl', 'sed'].every((program) => spawnSync(program, ['--version']).status === 0)
if (!canRun) process.stderr.write("The guide's examples are NOT run here: there is no bash, no curl or no sed.\n")

/** A `bash` block and the response in the next block. */
const blocks = /```bash\n([\s\S]*?)```\n\n```(?:json|text)\n([\s\S]*?)```/g
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
  return output
    .replaceAll('\r', '')
    .split(separator)
    .map((text) => text.trim())
}

describe.skipIf(!canRun)("the API guide's examples", () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
    const { token } = await server.signUp('ada@example.com', 'difference engine')
    await server.call('projectCreateSample', {}, { token })
  })
  afterAll(() => server.close())

  it('answer as written, run as written', async () => {
    const all = Array.from(guide.matchAll(blocks), ([, command = '', answer = '']) => ({
      command,
      answer: answer.trim(),
    }))
    expect(all.length).toBeGreaterThan(15)
    const answers = await runInShell(
      all.map(({ command }) => command),
      server.origin,
    )
    expect(answers).toEqual(all.map(({ answer }) => answer))
  })

  it('are all answered', () => {
    expect(guide.match(/```bash/g)?.length).toBe(Array.from(guide.matchAll(blocks)).length)
  })
})
