import { pageRowsDefault, pageRowsMax } from '@common/constants'
import { AppError } from '@common/errors'
import { findRoute } from '../rest/routes'

/** A parameter of a route as in OpenAPI, without its location. */
export interface DocumentedParameter {
  readonly name: string
  readonly in: 'query'
  readonly required?: true
  readonly description: string
  readonly schema: Readonly<Record<string, unknown>>
}

/** Content of a body or response; the schema of the table is filled in. */
export type Content =
  /** A row as lists return it. */
  | 'row'
  /** A new row. */
  | 'newRow'
  /** Values to change. */
  | 'changes'
  /** Changes with the key of their row. */
  | 'keyedChanges'
  /** The key of a row. */
  | 'key'
  | { readonly list: Content }
  | { readonly schema: Readonly<Record<string, unknown>> }

/** A route below a table, for users and code generators. */
export interface DocumentedRoute {
  /** Kind of the route that `findRoute` returns. */
  readonly kind: string
  readonly method: 'get' | 'post' | 'put' | 'delete'
  /**
   * Path below the table; `{id}` is the key of a row, `{link}` a linked table, `{other}` the key of one of its rows.
   */
  readonly path: string
  /** Ids as in wire §12, except for two bulk routes whose ids would be duplicates. */
  readonly operationId: (table: string) => string
  readonly summary: (table: string) => string
  readonly parameters?: readonly DocumentedParameter[]
  readonly body?: Content
  readonly answer: Content
  /** Excludes tables without a key, or views. */
  readonly needs?: 'key' | 'writable'
}

const text = { type: 'string' }

const query = (
  name: string,
  description: string,
  schema: DocumentedParameter['schema'] = text,
): DocumentedParameter => ({
  name,
  in: 'query',
  description,
  schema,
})

export const filters = [
  query('where', 'Filter: conditions `(column,operator,value)` joined by `~and` and `~or`, e.g. `(price,gt,20)`.'),
  query('condition', 'Filter as JSON text, e.g. `{"price":{"gt":20}}`.'),
  query('search', 'Text to find in any text column.'),
]
export const links = [
  query('hm', 'Linked child tables to include, separated by commas. By default all, with an empty value none.'),
  query('bt', 'Linked parent tables to include, separated by commas. By default all, with an empty value none.'),
  query(
    'mm',
    'Tables with a many-to-many link to include, separated by commas. By default all, with an empty value none.',
  ),
]
export const order = query('sort', 'Columns to sort by, separated by commas. `-` before a column sorts descending.')
export const fields = query('fields', 'Columns to return, separated by commas. The key is always included.')
export const offset = query('offset', 'Number of rows to skip.', { type: 'integer', minimum: 0, default: 0 })
export const limit = query('limit', 'Maximum number of rows.', {
  type: 'integer',
  minimum: 1,
  maximum: pageRowsMax,
  default: pageRowsDefault,
})
const having = query('having', 'Filter for the groups, written like `where`.')
const groupColumns = query('fields', 'Columns to group by, separated by commas.')
const functions = query(
  'func',
  'Functions, separated by commas: count, sum, avg, min, max, countDistinct, sumDistinct, avgDistinct.',
)
const aggregates = query(
  'aggregates',
  'Functions to compute for each group, as JSON: `[["price","sum"],["title","filled"]]`. Without columns to group by, they cover all rows.',
)
const groups = { schema: { type: 'array', items: { type: 'object', additionalProperties: true } } }
const cursor = query(
  'after',
  'Cursor of the page: empty for the first page, then the value of the response header xc-next-cursor.',
)
const file = query('format', 'Returns the whole list as a file of this format.', {
  type: 'string',
  enum: ['csv', 'json', 'ndjson', 'xlsx'],
})
const flag = { type: 'boolean', default: false }
const upsert = query('upsert', 'Updates rows whose key exists and inserts the others.', flag)
const nested = query('nested', 'Also writes the linked rows in the body, all or nothing.', flag)
const flags = { schema: { type: 'array', items: { type: 'integer', enum: [0, 1] } } }

/** Routes of a table in document order. A test checks that the data API serves each. */
export const documentedRoutes: readonly DocumentedRoute[] = [
  {
    kind: 'list',
    method: 'get',
    path: '',
    operationId: (table) => `get${table}`,
    summary: (table) => `List rows of ${table}`,
    parameters: [...filters, order, fields, limit, offset, cursor, file, ...links],
    answer: { list: 'row' },
  },
  {
    kind: 'create',
    method: 'post',
    path: '',
    operationId: (table) => `add${table}`,
    summary: (table) => `Insert a row into ${table}`,
    parameters: [upsert, nested, ...links],
    body: 'newRow',
    answer: 'row',
    needs: 'writable',
  },
  {
    kind: 'findOne',
    method: 'get',
    path: '/findOne',
    operationId: (table) => `findOne${table}`,
    summary: (table) => `Get the first matching row of ${table}, or an empty response`,
    parameters: [...filters, order, fields, offset, ...links],
    answer: 'row',
  },
  {
    kind: 'count',
    method: 'get',
    path: '/count',
    operationId: (table) => `get${table}Count`,
    summary: (table) => `Count the matching rows of ${table}`,
    parameters: filters,
    answer: { schema: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] } },
  },
  {
    kind: 'groupBy',
    method: 'get',
    path: '/groupby',
    operationId: (table) => `${table}GroupByColumn`,
    summary: (table) => `Group rows of ${table} and count each group`,
    parameters: [query('column_name', 'Column to group by.'), groupColumns, aggregates, having, order, limit, offset],
    answer: groups,
  },
  {
    kind: 'aggregate',
    method: 'get',
    path: '/aggregate',
    operationId: (table) => `${table}Aggregate`,
    summary: (table) => `Compute sums, averages and other aggregates over ${table}`,
    parameters: [
      { ...query('column_name', 'Column to aggregate.'), required: true },
      functions,
      groupColumns,
      having,
      order,
      limit,
      offset,
    ],
    answer: groups,
  },
  {
    kind: 'distribute',
    method: 'get',
    path: '/distribute',
    operationId: (table) => `${table}Distribution`,
    summary: (table) => `Count the values of a column of ${table} by range`,
    parameters: [
      { ...query('column_name', 'Column with numbers.'), required: true },
      functions,
      query('steps', 'Bounds of the ranges, separated by commas, e.g. `0,20,40`.'),
      query('min', 'Start of the first range.', { type: 'number' }),
      query('max', 'End of the last range.', { type: 'number' }),
      query('step', 'Width of a range.', { type: 'number' }),
      limit,
      offset,
    ],
    answer: groups,
  },
  {
    kind: 'distinct',
    method: 'get',
    path: '/distinct',
    operationId: (table) => `${table}Distinct`,
    summary: (table) => `List distinct values of ${table}`,
    parameters: [
      query('column_name', 'Columns, separated by commas. By default all.'),
      ...filters,
      order,
      limit,
      offset,
    ],
    answer: groups,
  },
  {
    kind: 'read',
    method: 'get',
    path: '/{id}',
    operationId: (table) => `get${table}ById`,
    summary: (table) => `Get a row of ${table} by its key, or an empty object`,
    parameters: links,
    answer: 'row',
    needs: 'key',
  },
  {
    kind: 'update',
    method: 'put',
    path: '/{id}',
    operationId: (table) => `update${table}`,
    summary: (table) => `Update a row of ${table}; returns an empty object if it doesn't exist`,
    parameters: [nested],
    body: 'changes',
    answer: 'row',
    needs: 'key',
  },
  {
    kind: 'delete',
    method: 'delete',
    path: '/{id}',
    operationId: (table) => `delete${table}`,
    summary: (table) => `Delete a row of ${table}; returns 1, or 0 if it doesn't exist`,
    answer: { schema: { type: 'integer', enum: [0, 1] } },
    needs: 'key',
  },
  {
    kind: 'exists',
    method: 'get',
    path: '/{id}/exists',
    operationId: (table) => `check${table}Exists`,
    summary: (table) => `Check if ${table} has a row with this key`,
    answer: { schema: { type: 'boolean' } },
    needs: 'key',
  },
  {
    kind: 'createMany',
    method: 'post',
    path: '/bulk',
    operationId: (table) => `bulk${table}Insert`,
    summary: (table) => `Insert rows into ${table}, all or nothing; returns their keys`,
    parameters: [upsert],
    body: { list: 'newRow' },
    answer: { schema: { type: 'array', items: { type: ['integer', 'string', 'null'] } } },
    needs: 'writable',
  },
  {
    kind: 'updateMany',
    method: 'put',
    path: '/bulk',
    operationId: (table) => `bulk${table}Update`,
    summary: (table) => `Update rows of ${table} by key, all or nothing`,
    body: { list: 'keyedChanges' },
    answer: flags,
    needs: 'key',
  },
  {
    kind: 'deleteMany',
    method: 'delete',
    path: '/bulk',
    operationId: (table) => `bulk${table}Delete`,
    summary: (table) => `Delete rows of ${table} by key, all or nothing`,
    body: { list: 'key' },
    answer: flags,
    needs: 'key',
  },
]

/** True if the data API serves the route, so that documents list only existing ones. */
export function isRoute({ kind, method, path }: DocumentedRoute): boolean {
  try {
    const parts = path.replace('{id}', '1').replace('{link}', 'x').replace('{other}', '1').split('/').slice(1)
    return findRoute(method.toUpperCase(), parts).kind === kind
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
