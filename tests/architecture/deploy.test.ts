import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'

const folder = 'resources/deploy'
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const dockerfile = read('Dockerfile')

interface Service {
  readonly image: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly read_only?: boolean
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>
}
const compose = load(read('compose.yaml')) as {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, unknown>>
}

/** Names of variables that the server reads. */
const known = new Set(
  globSync('main/{lib,http}/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'((?:BASALT|OTEL)_[A-Z_]+)'/g)].map(([, name]) => name),
  ),
)
const unknownOf = (names: readonly string[]): string[] => names.filter((name) => !known.has(name))

describe('the files to run several servers', () => {
  it('give the server only variables that it reads', () => {
    expect(known.has('BASALT_META_URL')).toBe(true)
    for (const name of ['one', 'two'])
      expect(unknownOf(Object.keys(compose.services[name]?.environment ?? {}))).toEqual([])
    expect(unknownOf([...dockerfile.matchAll(/^ENV (\w+)=/gm)].map(([, name]) => name ?? ''))).toEqual([])
    expect(unknownOf([...read('basalt.service').matchAll(/BASALT_[A-Z_]+/g)].map(([name]) => name))).toEqual([])
  })

  it('give HAProxy only variables that its file uses', () => {
    const used = new Set([...read('haproxy.cfg').matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
    const given = Object.keys(compose.services['balancer']?.environment ?? {})
    expect(new Set(given)).toEqual(used)
  })

  it('name services, volumes and files that exist', () => {
    const { services, volumes } = compose
    for (const { volumes: mounts = [], depends_on: needs = [], build } of Object.values(services)) {
      for (const name of Array.isArray(needs) ? needs : Object.keys(needs)) expect(services).toHaveProperty([name])
      for (const mount of mounts) {
        const [source = ''] = mount.split(':')
        if (source.startsWith('.')) expect(existsSync(join(folder, source)), source).toBe(true)
        else expect(volumes).toHaveProperty([source])
      }
      if (build !== undefined) expect(existsSync(join(folder, build.context, build.dockerfile))).toBe(true)
    }
    for (const name of ['one', 'two']) {
      expect(services[name]).toMatchObject({ read_only: true })
      // Requests of the API clients and migrations are files.
      for (const shared of ['workspaces', 'migrations'])
        expect(services[name]?.volumes).toContain(`${shared}:/var/lib/basalt/${shared}`)
    }
  })

  it('create the bucket once, and say which passwords fit into an address', () => {
    const [command = ''] = compose.services['bucket']?.command ?? []
    expect(command).toMatch(/^aws s3api head-bucket --bucket (\w+) \|\| aws s3api create-bucket --bucket \1$/)
    expect(read('compose.yaml')).toMatch(/password.*letters and digits.*openssl rand -hex/)
  })

  it('copy files that exist into the image, and run it as a user without rights', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '))
    expect(copied.length).toBeGreaterThan(10)
    expect(copied.filter((path) => !existsSync(path))).toEqual([])
    expect(dockerfile).toMatch(/^USER node$/m)
  })

  it('copy every project of TypeScript, which the bundler reads', () => {
    const { references } = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as {
      readonly references: readonly { readonly path: string }[]
    }
    const copied = [...dockerfile.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '))
    const missing = references
      .map(({ path }) => path.slice(2))
      .filter((path) => !copied.includes(path) && !copied.includes(`${path}/tsconfig.json`))
    expect(missing).toEqual([])
  })

  it('are those that docs/scale-out.md shows', () => {
    const document = readFileSync('docs/scale-out.md', 'utf8').replaceAll('\r\n', '\n')
    for (const name of ['haproxy.cfg', 'basalt.service', 'Dockerfile', 'compose.yaml'])
      expect(document.includes(`\n${read(name).replaceAll('\r\n', '\n')}\`\`\``), name).toBe(true)
  })
})
