import { callback, imported, inComment, paragraphs } from '../code'
import { changeableColumns, type BackendChild, type BackendTable, type FindTable } from '../model'

/** Writes `src/routes/<slug>.ts`: the addresses of a table. */
export function routeFile(table: BackendTable, find: FindTable): string {
  const { name, slug, variable, key, children } = table
  const isReadOnly = key.length === 0
  const referring = [...new Set(children.map((child) => child.table))].map(find)
  const related = referring.filter((other) => other.name !== name)
  return paragraphs([
    imports(table, related),
    `const schemas = schemasOf(${variable}Table)
${referring.map((other) => `const ${other.variable}List = schemas.children(${other.variable}Table)\n`).join('')}`,
    `/** \`/${slug}\`: rows of ${inComment(name)}${isReadOnly ? ', to read' : ''}. */
export async function ${variable}Routes(app: FastifyInstance, { db }: RouteOptions): Promise<void> {
${[variable, ...related.map((other) => other.variable)].map((each) => `  const ${each}Rows = ${each}Model(db)\n`).join('')}
${callback('app.get<{ Querystring: ListQuery }>', ["'/'", '{ schema: schemas.list }'], '({ query })', `${variable}Rows.list(query)`)}${isReadOnly ? '' : keyRoutes(table)}${children.map((child) => childRoute(table, child, find)).join('')}}`,
  ])
}

function imports(table: BackendTable, related: readonly BackendTable[]): string {
  const { typeName, variable, slug, key } = table
  const types = [
    ...(changeableColumns(table).length > 0 ? [`${typeName}Changes`] : []),
    `${typeName}Key`,
    `New${typeName}`,
  ]
  const own = [`${variable}Model`, `${variable}Table`, ...(key.length > 0 ? types.map((type) => `type ${type}`) : [])]
  return [
    imported(['type FastifyInstance'], 'fastify'),
    imported(['type ListQuery'], '../lib/model.ts'),
    imported(['schemasOf'], '../lib/schemas.ts'),
    imported(own, `../models/${slug}.ts`),
    ...related.map((other) =>
      imported([`${other.variable}Model`, `${other.variable}Table`], `../models/${other.slug}.ts`),
    ),
    imported(['type RouteOptions'], './index.ts'),
  ].join('')
}

const keyPath = ({ key }: BackendTable): string => key.map(({ property }) => `/:${property}`).join('')

function keyRoutes(table: BackendTable): string {
  const { typeName, variable } = table
  const path = `'${keyPath(table)}'`
  const rows = `${variable}Rows`
  const routes = [
    callback(
      `app.get<{ Params: ${typeName}Key }>`,
      [path, '{ schema: schemas.read }'],
      '({ params })',
      `${rows}.get(params)`,
    ),
    callback(
      `app.post<{ Body: New${typeName} }>`,
      ["'/'", '{ schema: schemas.create }'],
      'async ({ body }, reply)',
      `reply.code(201).send(await ${rows}.create(body))`,
    ),
    ...(changeableColumns(table).length === 0
      ? []
      : [
          callback(
            `app.patch<{ Params: ${typeName}Key; Body: ${typeName}Changes }>`,
            [path, '{ schema: schemas.update }'],
            '({ params, body })',
            `${rows}.update(params, body)`,
          ),
        ]),
    callback(
      `app.delete<{ Params: ${typeName}Key }>`,
      [path, '{ schema: schemas.remove }'],
      'async ({ params }, reply)',
      `{\n    await ${rows}.remove(params)\n    return reply.code(204).send()\n  }`,
    ),
  ]
  return routes.map((route) => `\n${route}`).join('')
}

function childRoute(table: BackendTable, child: BackendChild, find: FindTable): string {
  const other = find(child.table)
  const pairs = child.columns.map(({ property }, at) => `${property}: row.${child.parentColumns[at]?.property ?? ''}`)
  const route = callback(
    `app.get<{ Params: ${table.typeName}Key; Querystring: ListQuery }>`,
    [`'${keyPath(table)}/${child.path}'`, `{ schema: ${other.variable}List }`],
    'async ({ params, query })',
    `{
    const row = await ${table.variable}Rows.get(params)
    return ${other.variable}Rows.list({ ...query, ${pairs.join(', ')} })
  }`,
  )
  return `\n${route}`
}
