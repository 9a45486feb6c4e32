import { spawn, spawnSync } from 'node:child_process'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiRequest } from '@common/api-client/request'
import { codeOf, codeTargets, type CodeTarget } from '@renderer/features/api-client/code'
import { startTargetServer, type TargetServer } from '@tests/helpers/target-server'

const note = String.raw`it's "quoted" \ $HOME #{1+1} {0} %s`
const body = `{"Name":"O'Hara \\"x\\" \\\\ $HOME #{1+1} \${1}",\n"Code":"\`id\` $(id) \\u0022 ünï 🎉"}\nEOF\n`
const filter = `(Name,eq,O'Hara "x" $HOME {a|b} 100%)`

/** Code of requests whose texts mean something to a language: each is sent unchanged, and none is evaluated. */
describe('code of a request with special characters', () => {
  let target: TargetServer
  beforeAll(async () => {
    target = await startTargetServer()
  })
  afterAll(() => target.close())
  beforeEach(() => void (target.arrived.length = 0))

  const code = (id: CodeTarget): string =>
    codeOf(
      apiRequest.parse({
        method: 'POST',
        url: '{{baseUrl}}/api/v1/Tracks',
        params: [{ name: 'where', value: filter }],
        headers: [{ name: 'X-Note', value: note }],
        auth: { kind: 'session' },
        body: { kind: 'json', text: body },
      }),
      { target: id, values: new Map([['baseUrl', '/nc/shop']]), root: `http://${target.host}/` },
    )
  const expectArrived = (): void => {
    const [request] = target.arrived
    expect(request).toMatchObject({ method: 'POST', body, headers: { 'x-note': note, 'xc-token': 'API_TOKEN' } })
    const { pathname, searchParams } = new URL(request?.path ?? '', 'http://h')
    expect([pathname, [...searchParams]]).toEqual(['/nc/shop/api/v1/Tracks', [['where', filter]]])
  }
  const run = (program: string, options: readonly string[]): Promise<number | null> =>
    new Promise((resolve) => spawn(program, options, { stdio: 'ignore' }).once('exit', resolve))
  const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0

  it.skipIf(!isThere('bash') || !isThere('curl'))('sends it unchanged: curl', async () => {
    expect(await run('bash', ['-c', code('curl')])).toBe(0)
    expectArrived()
  })

  it('sends it unchanged: JavaScript', async () => {
    expect(await run(process.execPath, ['-e', code('javascript')])).toBe(0)
    expectArrived()
  })

  it.skipIf(!isThere('python3'))('is valid Python that holds the same texts', () => {
    // The package that the code uses isn't part of Python.
    const stub = `import sys, types, json
sent = []
class Answer: text = ''
module = types.ModuleType('requests')
module.post = lambda url, data, headers: sent.append([url, data.decode(), headers['X-Note']]) or Answer()
sys.modules['requests'] = module
`
    const { stdout, stderr } = spawnSync('python3', ['-'], {
      input: `${stub}${code('python')}\nprint(json.dumps(sent))`,
      encoding: 'utf8',
      env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
    })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual([[expect.stringContaining('?where='), body, note]])
  })

  it.each(['go', 'java', 'csharp'] as const)('holds no raw line break in a literal: %s', (id) => {
    expect(code(id)).toContain(JSON.stringify(body))
    expect(code(id)).toContain(JSON.stringify(note))
  })

  it.each(['javascript', 'python', 'go', 'java', 'csharp'] as const)('holds no sign that ends a line: %s', (id) => {
    const given = `a\u2028b\u2029c\u0085d\ufeffe\ud800f`
    const text = codeOf(apiRequest.parse({ method: 'POST', url: '/x', body: { kind: 'text', text: given } }), {
      target: id,
      values: new Map(),
      root: `http://${target.host}/`,
    })
    expect(text).toContain(String.raw`a\u2028b\u2029c\u0085d\ufeffe` + '\ufffdf')
  })

  it.each(codeTargets.map(({ id }) => id))('leaves out a header whose name means something to a language: %s', (id) => {
    const headers = ["x'y", 'x$y', 'x#y', 'x`y'].map((name) => ({ name, value: 'sent {$_ENV}' }))
    const text = codeOf(apiRequest.parse({ method: 'GET', url: '/x', headers }), {
      target: id,
      values: new Map(),
      root: `http://${target.host}/`,
    })
    expect(text).not.toContain('sent')
  })

  it.each(['php', 'ruby'] as const)('evaluates nothing in a literal: %s', (id) => {
    const literal = (text: string): string => `${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    expect(code(id)).toContain(`'${literal(body)}`)
    expect(code(id)).toContain(literal(note))
    expect(code(id)).not.toContain(`"${note}`)
  })

  it.each(codeTargets.map(({ id }) => id))('leaves no mark: %s', (id) => {
    expect(code(id)).not.toMatch(/basalt-text|\.invalid/)
  })
})
