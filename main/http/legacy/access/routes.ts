import type { TableRulesEntry } from '@common/operations/access'
import type { TableRight } from '@common/principal/access'

/** REST routes of a table (wire §9.1): method, path below the table, needed right and name of the handler. */
const routes: readonly (readonly [method: string, path: string, right: TableRight, handler: string])[] = [
  ['get', '', 'read', 'list'],
  ['post', '', 'create', 'create'],
  ['get', '/findOne', 'read', 'findOne'],
  ['get', '/groupby/:column_name', 'read', 'groupBy'],
  ['get', '/count', 'read', 'count'],
  ['get', '/distinct', 'read', 'distinct'],
  ['get', '/distribute', 'read', 'distribute'],
  ['get', '/aggregate', 'read', 'aggregate'],
  ['post', '/bulk', 'create', 'bulkInsert'],
  ['put', '/bulk', 'update', 'bulkUpdate'],
  ['delete', '/bulk', 'delete', 'bulkDelete'],
  ['get', '/:id', 'read', 'read'],
  ['get', '/:id/exists', 'read', 'exists'],
  ['put', '/:id', 'update', 'update'],
  ['delete', '/:id', 'delete', 'delete'],
]

/** Returns the routes of a table, with the roles that may use each of them. */
export function routesOf({ table, title, type, roles }: TableRulesEntry) {
  const usable = routes.filter(([, , right]) => type === 'table' || right === 'read')
  return usable.map(([method, path, right, handler]) => ({
    tn: table,
    title,
    type: method,
    path: `/api/v1/${title}${path}`,
    handler,
    acl: { ...Object.fromEntries(roles.map((role) => [role.role, !role.disabled && role[right]])), guest: false },
  }))
}
