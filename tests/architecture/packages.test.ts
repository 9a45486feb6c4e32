import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, it } from 'vitest'
import { expectNone } from './sources'

/** Packages without an import in our files, each with its reason. */
const withoutImport: Readonly<Record<string, string>> = {
  '@testing-library/dom': 'required by @testing-library/react',
  lodash: 'required by @glideapps/glide-data-grid',
  'react-responsive-carousel': 'required by @glideapps/glide-data-grid',
  'oxlint-tsgolint': 'started by oxlint for rules that need types',
}

const folders = ['common', 'main', 'preload', 'renderer', 'scripts', 'tests', 'bench']
const roots = ['vite.config.ts', 'vitest.config.ts']

function texts(): string[] {
  const inside = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
      .filter((path) => /\.(?:tsx?|mjs|cjs|css)$/.test(path) && !/node_modules\/|^tests\/architecture\//.test(path)),
  )
  return [...inside, ...roots].map((path) => readFileSync(path, 'utf8'))
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string> | undefined>
const packages = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
  Object.keys(manifest[kind] ?? {}),
)
/** True for types of a package that is itself listed, and for Node's types. */
const areTypes = (name: string): boolean =>
  name.startsWith('@types/') && ['node', ...packages].includes(name.slice('@types/'.length))

it('every package is imported, or is here for a known reason', () => {
  const all = texts().join('\n')
  const isImported = (name: string): boolean =>
    [`'${name}'`, `"${name}"`, `'${name}/`, `"${name}/`].some((specifier) => all.includes(specifier))
  expectNone(packages.filter((name) => !isImported(name) && !areTypes(name) && !Object.hasOwn(withoutImport, name)))
  expect(Object.keys(withoutImport).filter((name) => !packages.includes(name))).toEqual([])
})
