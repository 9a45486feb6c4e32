import { imported, listed, literal, paragraphs } from '../code'
import type { BackendTable, FindTable } from '../model'

const bySlug = (tables: readonly BackendTable[]): readonly BackendTable[] =>
  tables.toSorted((one, other) => (one.slug < other.slug ? -1 : 1))

/** Writes `src/models/index.ts`: all tables by the names of their files. */
export function modelsIndex(tables: readonly BackendTable[]): string {
  const sorted = bySlug(tables)
  return paragraphs([
    sorted.map(({ variable, slug }) => imported([`${variable}Table`], `./${slug}.ts`)).join(''),
    `/** All tables and views. */
export const tables = {
${sorted.map(({ variable, slug }) => `  ${propertyKey(slug)}: ${variable}Table,\n`).join('')}}`,
    'export type TableName = keyof typeof tables',
  ])
}

/** Writes `src/routes/index.ts`: all addresses. */
export function routesIndex(tables: readonly BackendTable[]): string {
  const sorted = bySlug(tables)
  return paragraphs([
    imported(['type FastifyInstance'], 'fastify') +
      imported(['type Knex'], 'knex') +
      sorted.map(({ variable, slug }) => imported([`${variable}Routes`], `./${slug}.ts`)).join(''),
    `export interface RouteOptions {
  readonly db: Knex
}`,
    `/** Adds the addresses of all tables and views. */
export async function routes(app: FastifyInstance, { db }: RouteOptions): Promise<void> {
${sorted.map(({ variable, slug }) => `  app.register(${variable}Routes, { prefix: '/${slug}', db })\n`).join('')}}`,
  ])
}

/** Writes `src/index.ts` of a package. */
export function packageIndex(tables: readonly BackendTable[]): string {
  return `export { buildApp, type AppOptions } from './app.ts'
export { connect } from './engine.ts'
export type { ListQuery, Model, Page, ReadModel } from './lib/model.ts'
export { routes, type RouteOptions } from './routes/index.ts'
${bySlug(tables)
  .map(({ slug }) => `export * from './models/${slug}.ts'\n`)
  .join('')}`
}

/** Writes `test/helpers/references.ts`: the references that rows need. */
export function referencesFile(tables: readonly BackendTable[], find: FindTable): string {
  const entries = bySlug(tables).flatMap(({ slug, references }) => {
    const lines = references
      .filter(({ enforced }) => enforced)
      .map(({ columns, parent, parentColumns }) =>
        listed(
          '{',
          [
            `columns: [${columns.map(({ property }) => literal(property)).join(', ')}]`,
            `parent: ${literal(find(parent).slug)}`,
            `parentColumns: [${parentColumns.map(({ property }) => literal(property)).join(', ')}]`,
          ],
          '}',
          { indent: 4, after: 1, pad: ' ' },
        ),
      )
    if (lines.length === 0) return []
    const [only = ''] = lines
    const short = `  ${propertyKey(slug)}: [${only}],`
    const isShort = lines.length === 1 && short.length <= 120 && !only.includes('\n')
    return [isShort ? short : `  ${propertyKey(slug)}: [\n${lines.map((line) => `    ${line},\n`).join('')}  ],`]
  })
  return paragraphs([
    imported(['type TableName'], '../../src/models/index.ts'),
    `/** Columns whose values stand in another table. */
export interface Reference {
  readonly columns: readonly string[]
  readonly parent: TableName
  readonly parentColumns: readonly string[]
}`,
    `export const references: Readonly<Partial<Record<TableName, readonly Reference[]>>> = {${
      entries.length === 0 ? '' : `\n${entries.join('\n')}\n`
    }}`,
  ])
}

export const propertyKey = (slug: string): string => (/^[a-z][a-z0-9]*$/.test(slug) ? slug : literal(slug))
