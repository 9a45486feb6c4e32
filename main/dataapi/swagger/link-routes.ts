import { fields, filters, limit, links, offset, order, type DocumentedRoute } from './routes'

/** A route over a link. `needs` and the response refer to the linked table, with the exceptions below. */
export interface DocumentedLinkRoute extends DocumentedRoute {
  /** Limits the route to one kind of link. */
  readonly only?: 'hasMany' | 'belongsTo' | 'manyToMany'
  /** The path names the junction table of a many-to-many link instead of the linked one. */
  readonly byAssociation?: true
  /** The response contains rows of the table itself. */
  readonly ofItself?: true
}

const list = [...filters, order, fields, limit, offset]
const done = { schema: { type: 'integer', enum: [0, 1] } }

/** Routes of a table for each of its links, called with the names or titles of both tables. */
export const documentedLinkRoutes: readonly DocumentedLinkRoute[] = [
  {
    kind: 'hasList',
    method: 'get',
    path: '/has/{link}',
    operationId: (pair) => `has${pair}`,
    summary: (pair) => `List rows with their children: ${pair}`,
    parameters: list,
    answer: { list: 'row' },
    only: 'hasMany',
    ofItself: true,
  },
  {
    kind: 'belongsList',
    method: 'get',
    path: '/belongs/{link}',
    operationId: (pair) => `belongs${pair}`,
    summary: (pair) => `List rows with their parent: ${pair}`,
    parameters: list,
    answer: { list: 'row' },
    only: 'belongsTo',
    ofItself: true,
  },
  {
    kind: 'notLinked',
    method: 'get',
    path: '/m2mNotChildren/{link}/{id}',
    operationId: (pair) => `notLinked${pair}`,
    summary: (pair) => `List rows that aren't linked to a row: ${pair}`,
    parameters: list,
    answer: {
      schema: {
        type: 'object',
        properties: {
          list: { type: 'array', items: { type: 'object', additionalProperties: true } },
          info: { type: 'object', properties: { count: { type: 'integer' } } },
        },
      },
    },
    needs: 'key',
    only: 'manyToMany',
    byAssociation: true,
  },
  {
    kind: 'linkedList',
    method: 'get',
    path: '/{id}/{link}',
    operationId: (pair) => `get${pair}`,
    summary: (pair) => `List linked rows: ${pair}`,
    parameters: [...list, ...links],
    answer: { list: 'row' },
  },
  {
    kind: 'linkedCreate',
    method: 'post',
    path: '/{id}/{link}',
    operationId: (pair) => `add${pair}`,
    summary: (pair) => `Insert a row and link it: ${pair}`,
    body: 'newRow',
    answer: 'row',
    needs: 'key',
  },
  {
    kind: 'linkedFindOne',
    method: 'get',
    path: '/{id}/{link}/findOne',
    operationId: (pair) => `findOne${pair}`,
    summary: (pair) => `Get the first matching linked row: ${pair}`,
    parameters: list,
    answer: 'row',
  },
  {
    kind: 'linkedCount',
    method: 'get',
    path: '/{id}/{link}/count',
    operationId: (pair) => `get${pair}Count`,
    summary: (pair) => `Count the matching linked rows: ${pair}`,
    parameters: filters,
    answer: { schema: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] } },
  },
  {
    kind: 'linkedRead',
    method: 'get',
    path: '/{id}/{link}/{other}',
    operationId: (pair) => `get${pair}ById`,
    summary: (pair) => `Get a linked row as a list with its column names, or an empty list: ${pair}`,
    answer: { schema: { type: 'array', items: { type: 'object', additionalProperties: true } } },
    needs: 'key',
  },
  {
    kind: 'linkedExists',
    method: 'get',
    path: '/{id}/{link}/{other}/exists',
    operationId: (pair) => `check${pair}Exists`,
    summary: (pair) => `Check if a row is linked: ${pair}`,
    answer: { schema: { type: 'boolean' } },
    needs: 'key',
  },
  {
    kind: 'linkedUpdate',
    method: 'put',
    path: '/{id}/{link}/{other}',
    operationId: (pair) => `update${pair}`,
    summary: (pair) => `Update a linked row: ${pair}`,
    body: 'changes',
    answer: done,
    needs: 'key',
  },
  {
    kind: 'linkedDelete',
    method: 'delete',
    path: '/{id}/{link}/{other}',
    operationId: (pair) => `delete${pair}`,
    summary: (pair) => `Delete a linked row: ${pair}`,
    answer: done,
    needs: 'key',
  },
  {
    kind: 'link',
    method: 'put',
    path: '/{id}/{link}/{other}/link',
    operationId: (pair) => `link${pair}`,
    summary: (pair) => `Link two rows: ${pair}`,
    answer: done,
    needs: 'key',
  },
  {
    kind: 'unlink',
    method: 'delete',
    path: '/{id}/{link}/{other}/link',
    operationId: (pair) => `unlink${pair}`,
    summary: (pair) => `Unlink two rows: ${pair}`,
    answer: done,
    needs: 'key',
  },
]
