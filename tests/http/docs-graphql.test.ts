import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

const page = readFileSync('docs/graphql.md', 'utf8')
const run = promisify(execFile)
const canRun = ['bash', 'curl'].every((program) => spawnSync(program, ['--version']).status === 0)

let server: TestServer
let person: TestUser
let project: string
beforeAll(async () => {
  server = await startServer()
  person = await server.signUp()
  project = (await server.call('projectCreateSample', {}, { token: person.token })).id
})
afterAll(() => server.close())

/** A query of the page with its variables and the response shown below it. */
const examples = [
  ...page.matchAll(/```graphql\n([\s\S]*?)```\n(?:```json variables\n([\s\S]*?)```\n)?```json\n([\s\S]*?)```/g),
].map(([, query = '', variables, answer = '']) => ({
  query,
  variables: variables === undefined ? undefined : (JSON.parse(variables) as unknown),
  answer: JSON.parse(answer) as object,
}))

describe('the page on GraphQL', () => {
  it('shows the answer of every query', () => {
    expect(examples.length).toBeGreaterThanOrEqual(7)
    expect(examples).toHaveLength([...page.matchAll(/```graphql/g)].length)
  })

  it.each(examples)('answers as shown: $query', async ({ query, variables, answer }) => {
    const { json } = await server.request(`/nc/${project}/v1/graphql`, {
      method: 'POST',
      token: person.token,
      body: { query, variables },
    })
    // For errors the page shows only the sentence and the code.
    expect(json).toMatchObject(answer)
  })

  it.skipIf(!canRun)('has calls that work when they are pasted', async () => {
    const calls = [...page.matchAll(/```\n(curl -s [\s\S]*?)```/g)].map(([, call = '']) => call)
    expect(calls).toHaveLength(2)
    const env = { ...process.env, BASALT: server.origin, PROJECT: project, TOKEN: person.token }
    const answers = await Promise.all(
      // The schema is stored in a file, and another test generates a client from it.
      calls.map(async (call) => (await run('bash', ['-c', call.replace(/> basalt\.json[\s\S]*/, '')], { env })).stdout),
    )
    expect(answers.map((answer) => JSON.parse(answer) as unknown)).toMatchObject([
      { data: { ArtistsCount: expect.any(Number) as number } },
      { openapi: '3.1.0' },
    ])
  })
})
