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
  query('search', 'Free text, looked for in every text column.'),
]
export const links = [
  query('hm', 'Comma list of tables whose children are shown; all when absent, none when empty.'),
  query('bt', 'Comma list of tables whose parents are shown; all when absent, none when empty.'),
  query('mm', 'Comma list of tables whose many-to-many rows are shown; all when absent, none when empty.'),
]
export const order = query('sort', 'Comma list of columns, `-` first for descending.')
export const fields = query('fields', 'Comma list of columns; the key is always added.')
export const offset = query('offset', 'Rows skipped.', { type: 'integer', minimum: 0, default: 0 })
export const limit = query('limit', 'Rows answered at most.', {
  type: 'integer',
  minimum: 1,
  maximum: pageRowsMax,
  default: pageRowsDefault,
})
const having = query('having', 'Filter over the columns of the groups, in the grammar of `where`.')
const groupColumns = query('fields', 'Comma list of columns to group by.')
const functions = query('func', 'Comma list of count, sum, avg, min, max, countDistinct, sumDistinct, avgDistinct.')
const aggregates = query(
  'aggregates',
  'Functions over any columns, told of each group: JSON such as `[["price","sum"],["title","filled"]]`. Without columns, of all rows.',
)
const groups = { schema: { type: 'array', items: { type: 'object', additionalProperties: true } } }
const cursor = query('after', 'Pages by cursor: empty for the first, then what the header xc-next-cursor said.')
const file = query('format', 'The whole list as a file.', { type: 'string', enum: ['csv', 'json', 'ndjson', 'xlsx'] })
const flag = { type: 'boolean', default: false }
const upsert = query('upsert', 'Change the rows whose key is there, and make the others.', flag)
const nested = query('nested', 'Write the linked rows in the body as well, all or none.', flag)
const flags = { schema: { type: 'array', items: { type: 'integer', enum: [0, 1] } } }

/** Routes of a table in document order. A test checks that the data API serves each. */
export const documentedRoutes: readonly DocumentedRoute[] = [
  {
    kind: 'list',
    method: 'get',
    path: '',
    operationId: (table) => `get${table}`,
    summary: (table) => `Rows of ${table}`,
    parameters: [...filters, order, fields, limit, offset, cursor, file, ...links],
    answer: { list: 'row' },
  },
  {
    kind: 'create',
    method: 'post',
    path: '',
    operationId: (table) => `add${table}`,
    summary: (table) => `Make a row of ${table}`,
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
    summary: (table) => `The first row of ${table} that matches; an empty answer when there is none`,
    parameters: [...filters, order, fields, offset, ...links],
    answer: 'row',
  },
  {
    kind: 'count',
    method: 'get',
    path: '/count',
    operationId: (table) => `get${table}Count`,
    summary: (table) => `How many rows of ${table} match`,
    parameters: filters,
    answer: { schema: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] } },
  },
  {
    kind: 'groupBy',
    method: 'get',
    path: '/groupby',
    operationId: (table) => `${table}GroupByColumn`,
    summary: (table) => `Groups of ${table} with the number of their rows`,
    parameters: [query('column_name', 'Column to group by.'), groupColumns, aggregates, having, order, limit, offset],
    answer: groups,
  },
  {
    kind: 'aggregate',
    method: 'get',
    path: '/aggregate',
    operationId: (table) => `${table}Aggregate`,
    summary: (table) => `Sums, averages and the like over ${table}`,
    parameters: [
      { ...query('column_name', 'Column that is summed up.'), required: true },
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
    summary: (table) => `How the values of a column of ${table} are spread over ranges`,
    parameters: [
      { ...query('column_name', 'Column of numbers.'), required: true },
      functions,
      query('steps', 'Comma list of bounds, e.g. `0,20,40`.'),
      query('min', 'Where the first range begins.', { type: 'number' }),
      query('max', 'Where the last range ends.', { type: 'number' }),
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
    summary: (table) => `Different values of columns of ${table}`,
    parameters: [query('column_name', 'Comma list of columns; all when absent.'), ...filters, order, limit, offset],
    answer: groups,
  },
  {
    kind: 'read',
    method: 'get',
    path: '/{id}',
    operationId: (table) => `get${table}ById`,
    summary: (table) => `One row of ${table}; an empty object when there is none`,
    parameters: links,
    answer: 'row',
    needs: 'key',
  },
  {
    kind: 'update',
    method: 'put',
    path: '/{id}',
    operationId: (table) => `update${table}`,
    summary: (table) => `Change values of one row of ${table}; an empty object when there is none`,
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
    summary: (table) => `Delete one row of ${table}: 1, or 0 when there is none`,
    answer: { schema: { type: 'integer', enum: [0, 1] } },
    needs: 'key',
  },
  {
    kind: 'exists',
    method: 'get',
    path: '/{id}/exists',
    operationId: (table) => `check${table}Exists`,
    summary: (table) => `Whether ${table} has a row with this key`,
    answer: { schema: { type: 'boolean' } },
    needs: 'key',
  },
  {
    kind: 'createMany',
    method: 'post',
    path: '/bulk',
    operationId: (table) => `bulk${table}Insert`,
    summary: (table) => `Make rows of ${table}, all or none; answers their keys`,
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
    summary: (table) => `Change rows of ${table}, all or none; each is found by its key`,
    body: { list: 'keyedChanges' },
    answer: flags,
    needs: 'key',
  },
  {
    kind: 'deleteMany',
    method: 'delete',
    path: '/bulk',
    operationId: (table) => `bulk${table}Delete`,
    summary: (table) => `Delete rows of ${table}, all or none; each is found by its key`,
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
