import { AppError } from '@common/errors'
import { createScriptRuns, scriptLimits } from '@main/features/script-runs'
import { scriptWorkerUrl } from '@tests/helpers/worker'
import { describe, expect, it } from 'vitest'

const limits = { ...scriptLimits, busyMs: 2_000, totalMs: 60_000, memoryBytes: 8 * 1_048_576 }
const runScript = createScriptRuns(scriptWorkerUrl, limits)
/** For scripts that never end: each computes until its time is over. */
const runEndless = createScriptRuns(scriptWorkerUrl, { ...limits, busyMs: 300 })
const notHere = (): Promise<never> => Promise.reject(new AppError('SCRIPT_CALL_INVALID'))
const run = (
  code: string,
  {
    input = null,
    call = notHere,
    signal = new AbortController().signal,
    start = runScript,
  }: {
    readonly input?: unknown
    readonly call?: (name: string, args: readonly unknown[]) => Promise<unknown>
    readonly signal?: AbortSignal
    readonly start?: typeof runScript
  } = {},
) => start({ code, input, signal, call })
const failure = async (
  code: string,
  { call = notHere, start = runScript }: Pick<NonNullable<Parameters<typeof run>[1]>, 'call' | 'start'> = {},
): Promise<AppError> => {
  const error = await run(code, { call, start }).then(
    () => new Error('The script did not fail'),
    (each: unknown) => each,
  )
  if (!(error instanceof AppError)) throw error
  return error
}

describe('a script', () => {
  it('reads its input, logs, and returns a value', async () => {
    const code = `console.log('Name:', input.data.Name, { list: [1] }); return input.data.Stock * 2`
    const { output } = await run(code, { input: { data: { Name: 'Größe', Stock: 21 } } })
    expect(output).toBe('Name: Größe {"list":[1]}\n42')
  })

  it('calls the server, several times at once, and catches its errors', async () => {
    const asked: unknown[] = []
    const code = `
      const rows = await Promise.all([records.get('things', 1), records.list('things', { limit: 2 })])
      await records.update('things', 1, { Name: rows[0].Name + '!' })
      const answer = await fetch('https://example.com/', { method: 'POST', headers: { a: 'b' }, body: { c: 1 } })
      console.log(answer.status, answer.ok, answer.headers.get('X-Id'), (await answer.json()).d)
      try { await records.remove('gone', 1) } catch (error) { console.log('Caught', error.message) }`
    const { output } = await run(code, {
      call: async (name, args) => {
        asked.push([name, ...args])
        if (name === 'remove') throw new AppError('TABLE_NOT_FOUND', { table: 'gone' })
        if (name !== 'fetch') return name === 'list' ? [] : { Name: 'One' }
        return { status: 201, statusText: 'Created', url: '', headers: [['x-id', '7']], body: '{"d":8}' }
      },
    })
    expect(asked).toEqual([
      ['get', 'things', '1'],
      ['list', 'things', { limit: 2 }],
      ['update', 'things', '1', { Name: 'One!' }],
      ['fetch', 'https://example.com/', { method: 'POST', headers: { a: 'b' }, body: '{"c":1}' }],
      ['remove', 'gone', '1'],
    ])
    expect(output).toMatch(/^201 true 7 8\nCaught .*gone/)
  })

  it.each([
    'typeof require',
    'typeof process',
    'typeof Buffer',
    'typeof setTimeout',
    'typeof WebAssembly',
    'typeof ask',
    'typeof globalThis.global',
    `typeof (() => {}).constructor('return this')().process`,
    `typeof fetch.constructor('return typeof process')().exit`,
  ])('has no host object: %s', async (code) => {
    expect((await run(`return ${code}`)).output).toBe('undefined')
  })

  it('can load no module', async () => {
    expect((await failure(`await import('node:fs')`)).code).toBe('SCRIPT_FAILED')
  })

  it.each([
    ['for (;;) {}', 'SCRIPT_TIMEOUT'],
    ['try { for (;;) {} } finally { for (;;) {} }', 'SCRIPT_TIMEOUT'],
    ['for (;;) await null', 'SCRIPT_TIMEOUT'],
    ['const storm = () => Promise.resolve().then(storm).then(storm); await storm()', /SCRIPT_(?:TIMEOUT|MEMORY)/],
    ['/(a+)+$/.test("a".repeat(60) + "b")', 'SCRIPT_TIMEOUT'],
  ])('that never ends is stopped cleanly: %s', async (code, expected) => {
    expect((await failure(code, { start: runEndless })).code).toMatch(expected)
    expect((await run('return "next"')).output).toBe('next')
  })

  it.each([
    ['const list = []; for (;;) list.push("x".repeat(100000))', 'SCRIPT_MEMORY'],
    ['const list = []; for (;;) list.push({})', 'SCRIPT_MEMORY'],
    ['return "x".repeat(2 ** 26)', 'SCRIPT_MEMORY'],
    ['return new ArrayBuffer(2 ** 31)', /SCRIPT_(?:MEMORY|FAILED)/],
    ['const deep = () => deep() + 1; deep()', 'SCRIPT_FAILED'],
    ['const list = []; list[0] = list; JSON.stringify(list)', 'SCRIPT_FAILED'],
    ['await new Promise(() => {})', 'SCRIPT_WAITS'],
    ['return 1 +', 'SCRIPT_FAILED'],
    ['throw new Error("own")', 'SCRIPT_FAILED'],
    ['throw null', /SCRIPT_(?:MEMORY|FAILED)/],
  ])('is stopped cleanly: %s', async (code, expected) => {
    expect((await failure(code)).code).toMatch(expected)
    expect((await run('return "next"')).output).toBe('next')
  })

  it('shares nothing with the script before it on the same thread', async () => {
    await run('globalThis.left = 1; Array.prototype.left = 2; Object.freeze(Array.prototype); return 1')
    expect((await run('return [typeof left, [].left, typeof ask]')).output).toBe('["undefined",null,"undefined"]')
  })

  it('gets no answer to a call of the script before it', async () => {
    let answerFirst = (_answer: unknown): void => undefined
    const call = () => new Promise<unknown>((resolve) => (answerFirst = resolve))
    await run('void records.get("t", 1); return 1', { call })
    const { output } = await run('return await records.get("t", 2)', {
      call: () => {
        answerFirst('of the first')
        return Promise.resolve('of the second')
      },
    })
    expect(output).toBe('of the second')
  })

  it('tells the line of its error, and keeps what it logged', async () => {
    const { details } = await failure('console.log("before")\nnull.x')
    expect(details).toMatchObject({ output: 'before' })
    expect(String(details['reason'])).toMatch(/TypeError.*\(2\)$/)
  })

  it('is limited in its calls and its log', async () => {
    const counted = await failure('for (;;) await records.get("t", 1)', { call: () => Promise.resolve({}) })
    expect(counted.code).toBe('SCRIPT_FAILED')
    const { output } = await run('for (let at = 0; at < 5000; at += 1) console.log("x".repeat(100))')
    expect(output.length).toBeLessThan(30_000)
  })

  it('ends when its run is cancelled, also while it computes', async () => {
    const controller = new AbortController()
    const over = run('await records.get("t", 1); for (;;) {}', {
      signal: controller.signal,
      call: () => {
        controller.abort()
        return Promise.resolve({})
      },
    })
    await expect(over).rejects.toMatchObject({ code: 'QUERY_CANCELLED' })
  })
})
