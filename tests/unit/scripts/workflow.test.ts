import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { noteMissing } from '@tests/helpers/needs-clusters'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'

/* The workflow of .github/workflows: GitHub reads it only after a push, so a mistake would show late. */

/** The parser that reads electron-builder.yml. */
const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'))
const yaml = builder('js-yaml') as { readonly load: (text: string) => unknown }

const text = readFileSync('.github/workflows/ci.yml', 'utf8')
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: Record<string, string> }

const condition = z.string().min(1)
const variables = z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.union([z.string(), z.number()]))
const permissions = z.strictObject({ contents: z.enum(['read', 'write']) })
const named = { name: z.string().min(1).optional(), if: condition.optional(), env: variables.optional() }
const step = z.union([
  z.strictObject({ ...named, run: z.string().min(1) }),
  z.strictObject({
    ...named,
    uses: z.string(),
    with: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  }),
])
const row = z.record(z.string(), z.string())
const job = z.strictObject({
  name: z.string(),
  needs: z.string().optional(),
  if: condition.optional(),
  'runs-on': z.string(),
  'timeout-minutes': z.number().int().positive().max(90),
  environment: z.string().optional(),
  permissions: permissions.optional(),
  strategy: z
    .strictObject({
      'fail-fast': z.boolean(),
      matrix: z.union([z.strictObject({ os: z.array(z.string()) }), z.strictObject({ include: z.array(row) })]),
    })
    .optional(),
  steps: z.array(step).min(1),
})
/** The parts of GitHub's schema that the workflow uses. Add a key here before you use it. */
const schema = z.strictObject({
  name: z.string(),
  on: z.strictObject({
    push: z.strictObject({ branches: z.array(z.string()), tags: z.array(z.string()) }),
    pull_request: z.null(),
    schedule: z.array(z.strictObject({ cron: z.string().regex(/^\d+ \d+ \* \* \*$/) })),
    workflow_dispatch: z.null(),
  }),
  permissions,
  concurrency: z.strictObject({ group: z.string(), 'cancel-in-progress': z.union([z.boolean(), z.string()]) }),
  defaults: z.strictObject({ run: z.strictObject({ shell: z.literal('bash') }) }),
  jobs: z.record(z.string().regex(/^[a-z-]+$/), job),
})

/** Images of GitHub's runners. `latest` would change under us. */
const runners = ['ubuntu-24.04', 'ubuntu-24.04-arm', 'macos-15', 'windows-2025']

const workflow = schema.parse(yaml.load(text))
const jobs = Object.entries(workflow.jobs)
const steps = jobs.flatMap(([name, { steps: all }]) => all.map((each) => ({ job: name, ...each })))
const commands = steps.flatMap((each) => ('run' in each ? [each.run] : []))

function rowsOf({ strategy }: z.infer<typeof job>): readonly Readonly<Record<string, string>>[] {
  if (strategy === undefined) return []
  return 'os' in strategy.matrix ? strategy.matrix.os.map((os) => ({ os })) : strategy.matrix.include
}

describe('the workflow of CI', () => {
  it('pins each action to a commit, with its version beside it', () => {
    const lines = text.split('\n').filter((line) => /\buses:/.test(line))
    expect(lines).toHaveLength(steps.filter((each) => 'uses' in each).length)
    expect(lines.filter((line) => !/uses: actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
    const pins = lines.map((line) => /actions\/\S+ # \S+/.exec(line)?.[0] ?? '')
    const actions = new Set(pins.map((pin) => pin.split('@')[0]))
    expect(new Set(pins).size).toBe(actions.size)
  })

  it('may only read, except where it publishes a tag', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    const writers = jobs.filter(([, each]) => each.permissions?.contents === 'write')
    expect(writers.map(([name]) => name)).toEqual(['publish'])
    expect(writers[0]?.[1].if).toBe("startsWith(github.ref, 'refs/tags/v')")
    const checkouts = steps.flatMap((each) => ('uses' in each && each.uses.includes('/checkout@') ? [each.with] : []))
    expect(checkouts).toHaveLength(jobs.length)
    expect(checkouts.filter((given) => given?.['persist-credentials'] !== false)).toEqual([])
  })

  it('gives secrets to no pull request, and only to jobs with an environment', () => {
    const users = jobs.filter(([, each]) => /\bsecrets\./.test(JSON.stringify(each)))
    expect(users.map(([name]) => name)).toEqual(['package', 'publish'])
    expect(users.filter(([, each]) => each.environment === undefined || each.if === undefined)).toEqual([])
    expect(workflow.jobs['package']?.if).toBe("github.event_name != 'pull_request'")
    // Secrets in a command would be part of its text.
    expect(commands.filter((command) => /\$\{\{[^}]*(?:secrets|github\.(?:head_ref|event))/.test(command))).toEqual([])
  })

  it('tests and packages on three systems', () => {
    for (const [, each] of jobs)
      for (const os of each['runs-on'] === '${{ matrix.os }}'
        ? rowsOf(each).map((cells) => cells['os'])
        : [each['runs-on']])
        expect(runners).toContain(os)
    for (const name of ['test', 'package']) {
      const systems = rowsOf(workflow.jobs[name]!).map(({ os = '' }) => os.split('-')[0] ?? '')
      expect([name, [...new Set(systems)].sort()]).toEqual([name, ['macos', 'ubuntu', 'windows']])
    }
    const processors = rowsOf(workflow.jobs['package']!).map(({ os = '', options = '' }) => [os.split('-')[0], options])
    expect(
      processors.flatMap(([system, options = '']) => options.split(' ').map((option) => `${system} ${option}`)),
    ).toEqual(['ubuntu --x64', 'ubuntu --arm64', 'macos --x64', 'macos --arm64', 'windows --x64', 'windows --arm64'])
  })

  it('runs commands that exist', () => {
    const all = commands.join('\n')
    const scripts = [...all.matchAll(/\bnpm (?:run ([\w:-]+)|(test)\b)/g)].map(
      ([, script, test]) => script ?? test ?? '',
    )
    expect(new Set(scripts)).toEqual(new Set(['test', 'test:all', 'check', 'build', 'package']))
    expect(scripts.filter((script) => !Object.hasOwn(manifest.scripts, script))).toEqual([])
    const files = [...all.matchAll(/(?:\bnode|\bvitest run[^\n]*?)((?: (?:scripts|tests)\/\S+)+)/g)].flatMap(
      ([, named = '']) => named.trim().split(' '),
    )
    expect(files).toEqual([
      'tests/e2e/electron.test.ts',
      'tests/dialects/generated-backend.test.ts',
      'tests/http/two-servers.test.ts',
      'tests/http/galera-failover.test.ts',
      'tests/http/failover.test.ts',
      'scripts/build.mjs',
      'tests/e2e/servers.test.ts',
      'scripts/check-feed.mjs',
    ])
    expect(files.filter((file) => !existsSync(file))).toEqual([])
    const projects = [...all.matchAll(/--project ([\w-]+)/g)].map(([, project = '']) => project)
    const configuration = readFileSync('vitest.config.ts', 'utf8')
    expect(projects.length).toBeGreaterThan(2)
    expect(projects.filter((project) => !configuration.includes(`project('${project}'`))).toEqual([])
  })

  it('fails if a program of the tests of clusters is missing', () => {
    const all = workflow.jobs['clusters']?.steps ?? []
    const testing = all.find((each) => 'run' in each && each.run.includes('two-servers'))
    expect(testing?.env).toEqual({ BASALT_NEEDS_CLUSTERS: 1 })
    vi.stubEnv('BASALT_NEEDS_CLUSTERS', '1')
    expect(() => noteMissing('HAProxy', 'it is not installed')).toThrow('HAProxy: it is not installed')
    vi.unstubAllEnvs()
    const installing = all.find((each) => 'run' in each && each.run.includes('apt-get install'))
    for (const name of ['haproxy', 'mariadb-server', 'galera-4', 'rsync'])
      expect(installing).toHaveProperty('run', expect.stringContaining(` ${name}`))
  })

  it('refers to jobs, cells and variables that exist', () => {
    for (const [, each] of jobs) {
      expect([undefined, ...Object.keys(workflow.jobs)]).toContain(each.needs)
      const cells = new Set(rowsOf(each).flatMap((cell) => Object.keys(cell)))
      const asked = [...JSON.stringify(each).matchAll(/\bmatrix\.(\w+)/g)].map(([, cell = '']) => cell)
      expect(asked.filter((cell) => !cells.has(cell))).toEqual([])
    }
    expect((text.match(/\$\{\{/g) ?? []).length).toBe((text.match(/\$\{\{[^{}]*\}\}/g) ?? []).length)
    const packaging = steps.find((each) => 'run' in each && each.run.includes('npm run package'))
    const documented = [...readFileSync('docs/desktop.md', 'utf8').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(
      ([, name]) => name,
    )
    const given = Object.keys(packaging?.env ?? {}).filter((name) => name !== 'OPTIONS')
    expect(given.filter((name) => !documented.includes(name))).toEqual([])
  })
})
