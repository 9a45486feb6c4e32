import type { BackendEngine } from '@common/dialects/generated-backend'
import { modelsIndex, packageIndex, referencesFile, routesIndex } from './files/index-files'
import { modelFile } from './files/model-file'
import { packageFile } from './files/package-file'
import { readmeFile } from './files/readme-file'
import { routeFile } from './files/route-file'
import {
  composeFile,
  dockerfile,
  dockerignoreFile,
  environmentFile,
  gitignoreFile,
  tsconfigFile,
} from './files/settings-files'
import { migrationFile, viewsFile } from './files/tables-file'
import { testFile } from './files/test-file'
import type { BackendProject, FindTable } from './model'

export { describeTables } from './describe'
export { backendTypes, type BackendProject, type BackendType } from './model'
export { kebabCase } from './names'

/**
 * Returns the files of a REST server by their paths.
 *
 * @param shared  files that are the same in every project, with the engine as `src/engine.<file>.ts`
 */
export function generateBackend(
  project: BackendProject,
  engine: BackendEngine,
  shared: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const { tables, type } = project
  const byName = new Map(tables.map((table) => [table.name, table]))
  const find: FindTable = (name) => {
    const table = byName.get(name)
    if (table === undefined) throw new Error(`No table ${name}`)
    return table
  }
  const files = new Map<string, string>([
    ['README.md', readmeFile(project)],
    ['package.json', packageFile(project, engine)],
    ['tsconfig.json', tsconfigFile()],
    ['.env.example', environmentFile(project)],
    ['.gitignore', gitignoreFile()],
    ['migrations/001-tables.ts', migrationFile(tables)],
    ['src/models/index.ts', modelsIndex(tables)],
    ['src/routes/index.ts', routesIndex(tables)],
    ['test/helpers/references.ts', referencesFile(tables, find)],
    ['test/helpers/views.ts', viewsFile(tables)],
  ])
  for (const [path, text] of shared) {
    const [, ofEngine] = /^src\/engine\.(\w+)\.ts$/.exec(path) ?? []
    if (ofEngine === undefined) files.set(path, text)
    else if (ofEngine === engine.file) files.set('src/engine.ts', text)
  }
  for (const table of tables) {
    files.set(`src/models/${table.slug}.ts`, modelFile(table))
    files.set(`src/routes/${table.slug}.ts`, routeFile(table, find))
    files.set(`test/${table.slug}.test.ts`, testFile(table, find))
  }
  if (type === 'docker') {
    files.set('Dockerfile', dockerfile())
    files.set('compose.yaml', composeFile())
    files.set('.dockerignore', dockerignoreFile())
  }
  if (type === 'package') files.set('src/index.ts', packageIndex(tables))
  return files
}
