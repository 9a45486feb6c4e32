import type { VirtualColumn } from '@common/model/relations'
import type { QueryParameterType } from '@common/model/query-table'
import type { Permission } from '@common/permissions'
import { routePermissions } from '../rest/routes'
import { documentedLinkRoutes } from './link-routes'
import { documentedRoutes, isRoute, type Content, type DocumentedParameter, type DocumentedRoute } from './routes'
import { isWhole, schemaNames, type DocumentedTable, type Schema } from './schemas'
import type { DocumentedProject, OpenApiDocument } from './types'

export const json = (schema: Schema) => ({ 'application/json': { schema } })
const failed = { $ref: '#/components/responses/Error' }

/**
 * Answers of a call that didn't succeed: one shape for all of them.
 *
 * @param statuses  4xx that the call can answer; others are covered by `default`
 */
export const refusals = (...statuses: readonly number[]): Schema => ({
  ...Object.fromEntries([...new Set(statuses)].map((status) => [status, failed])),
  default: failed,
})

type Paths = Record<string, Record<string, Schema>>
type LinkColumn = Extract<VirtualColumn, { kind: 'link' }>

/** Returns the routes of a table and its links that the caller may use. */
export function tablePaths(project: DocumentedProject, of: DocumentedTable): Paths {
  const base = `/nc/${encodeURIComponent(project.id)}/api/v1/${encodeURIComponent(of.table.title)}`
  const paths: Paths = {}
  const add = (path: string, method: string, operation: Schema): void => {
    paths[path] = { ...paths[path], [method]: operation }
  }
  const own = parameterOf(`${of.name}Id`, of)
  for (const route of documentedRoutes.filter((each) => isOffered(each, of, project.grants))) {
    const inPath = route.path.includes('{id}') ? [own] : []
    const called = { name: of.name, title: of.table.title }
    add(base + route.path.replace('{id}', `{${own.name}}`), route.method, operationOf(route, of, called, inPath, of))
  }
  for (const link of linksOf(of)) {
    const related = project.tables.find(({ table }) => table.name === link.link.relatedTable)
    if (related === undefined) continue
    const other = parameterOf(related === of ? `other${related.name}Id` : `${related.name}Id`, related)
    const called = {
      name: `${of.name}${nameOfLink(of, link, related)}`,
      title: `${of.table.title}, ${related.table.title}`,
    }
    for (const route of documentedLinkRoutes) {
      const hasId = route.path.includes('{id}')
      if (route.only !== undefined && route.only !== link.link.kind) continue
      if (!isOffered(route, related, project.grants) || (hasId && of.table.primaryKey.length === 0)) continue
      const path = route.path
        .replace('{id}', `{${own.name}}`)
        .replace('{other}', `{${other.name}}`)
        .replace(
          '{link}',
          encodeURIComponent(route.byAssociation ? (link.link.through?.table ?? '') : linkName(of, link)),
        )
      const inPath = [...(hasId ? [own] : []), ...(route.path.includes('{other}') ? [other] : [])]
      const rowsOf = route.ofItself === true ? of : related
      add(base + path, route.method, operationOf(route, of, called, inPath, rowsOf))
    }
  }
  return paths
}

/** Makes operation ids unique, because names of tables can collide. */
export function withOwnIds(paths: OpenApiDocument['paths']): OpenApiDocument['paths'] {
  const taken = new Set<string>()
  const own = (id: string): string => {
    let name = id
    for (let nth = 2; taken.has(name); nth += 1) name = `${id}_${nth}`
    taken.add(name)
    return name
  }
  return Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [
          method,
          { ...operation, operationId: own(String(operation['operationId'])) },
        ]),
      ),
    ]),
  )
}

function linksOf({ table }: DocumentedTable): LinkColumn[] {
  return table.virtualColumns
    .filter((column) => column.kind === 'link')
    .filter(({ problem, link }) => problem === undefined && link.toAssociation !== true)
}

/** Returns the related table's title if it identifies the link, otherwise the link's key in rows. */
function linkName(of: DocumentedTable, link: LinkColumn): string {
  return isOnly(of, link) ? link.relatedTitle : link.key
}

function nameOfLink(of: DocumentedTable, link: LinkColumn, related: DocumentedTable): string {
  return isOnly(of, link) ? related.name : link.key.replaceAll(/\W/g, '_')
}

const isOnly = (of: DocumentedTable, link: LinkColumn): boolean =>
  linksOf(of).filter((each) => each.link.relatedTable === link.link.relatedTable).length === 1

function isOffered(route: DocumentedRoute, { table }: DocumentedTable, grants: DocumentedProject['grants']): boolean {
  const permissions: Readonly<Partial<Record<string, Permission>>> = routePermissions
  const permission = permissions[route.kind]
  if (permission === undefined || !isRoute(route) || !grants(permission)) return false
  if (route.needs === 'key') return table.primaryKey.length > 0
  return route.needs === undefined || table.type === 'table'
}

interface PathParameter {
  readonly name: string
  readonly [part: string]: unknown
}

function parameterOf(name: string, { table }: DocumentedTable): PathParameter {
  const titles = table.columns.filter(({ primaryKey }) => primaryKey).map(({ title }) => title)
  const description =
    titles.length > 1 ? `The values of ${titles.join(', ')}, joined with ___` : `The value of ${titles.join('')}`
  const [key, ...more] = table.columns.filter(({ primaryKey }) => primaryKey)
  const isInteger = key !== undefined && more.length === 0 && isWhole(key)
  return { name, in: 'path', required: true, description, schema: { type: isInteger ? 'integer' : 'string' } }
}

/**
 * @param called  the table for names and texts
 * @param of  the table of the rows in body and response
 */
function operationOf(
  route: DocumentedRoute,
  tagged: DocumentedTable,
  called: { readonly name: string; readonly title: string },
  inPath: readonly PathParameter[],
  of: DocumentedTable,
): Schema {
  const parameters = [...inPath, ...(route.parameters ?? []), ...(tagged === of ? queryParametersOf(of) : [])]
  return {
    tags: [tagged.name],
    operationId: route.operationId(called.name),
    summary: route.summary(called.title),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: { required: true, content: json(contentSchema(route.body, of)) } }),
    responses: {
      200: { description: 'Done', content: json(contentSchema(route.answer, of)) },
      ...refusals(400, 401, 403, 404),
    },
  }
}

/** Returns the parameters of a query table. */
function queryParametersOf({ table }: DocumentedTable): DocumentedParameter[] {
  return (table.query?.parameters ?? []).map(({ name, type, default: value }) => ({
    name,
    in: 'query',
    ...(value === undefined && { required: true as const }),
    description: `The value of :${name} in the query.`,
    schema: { ...parameterSchemas[type], ...(value !== undefined && value !== null && { default: value }) },
  }))
}

const parameterSchemas: Readonly<Record<QueryParameterType, Schema>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  dateTime: { type: 'string', format: 'date-time' },
}

function contentSchema(content: Content, of: DocumentedTable): Schema {
  const names = schemaNames(of.name)
  const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
  switch (content) {
    case 'row':
      return reference(names.nested)
    case 'newRow':
      return reference(names.newRow)
    case 'changes':
    case 'keyedChanges':
      return reference(names.changes)
    case 'key':
      return reference(names.key)
    default:
      return 'list' in content ? { type: 'array', items: contentSchema(content.list, of) } : content.schema
  }
}
