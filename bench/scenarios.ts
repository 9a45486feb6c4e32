import type { Plan } from './requests'

/** A comparison of our server with the bare handler under the same load. */
export interface Scenario {
  readonly name: string
  readonly kind: Plan['kind']
  readonly table: 'small' | 'large' | 'linked'
  readonly connections: number
  /** Journal mode of a file of another program, opened in place. Default: the built-in database. */
  readonly file?: InPlaceFile
  /** Our own scenario to compare with, instead of the bare handler. */
  readonly against?: Plan['kind']
  /** Requests come from a viewer with a row rule on an indexed column and hidden columns. Default: the owner. */
  readonly as?: 'viewer'
  /** Smallest part of the limit that we aim for; undefined if it is only watched. */
  readonly target?: number
}

/** Files opened in place: with a write-ahead log, and with a rollback journal. */
export const inPlaceFiles = { log: 'WAL', journal: 'DELETE' } as const
export type InPlaceFile = keyof typeof inPlaceFiles

const readers = 8

/** Scenarios in which a file opened in place must be as fast as the built-in database. */
const inPlaceScenarios = (Object.keys(inPlaceFiles) as InPlaceFile[]).flatMap((file): Scenario[] => {
  const of = (name: string, kind: Plan['kind'], target?: number, connections = readers): Scenario => ({
    name: `in place, ${file === 'log' ? 'WAL' : 'rollback journal'}: ${name}`,
    kind,
    table: 'small',
    connections,
    file,
    ...(target !== undefined && { target }),
  })
  return [
    of('list 25, each different', 'list', 0.9),
    of('the same list again', 'sameList', 3),
    of('page at nine tenths', 'deep'),
    of('sorted without an index', 'sort'),
    of('read by id', 'read', 0.5),
    of('count', 'count', 0.5),
    of('create one, 1 client', 'create', 0.7, 1),
    of('create one, 32 clients', 'create', 3, 32),
  ]
})

export const scenarios: readonly Scenario[] = [
  { name: 'list 25, each different, 100,000 rows', kind: 'list', table: 'small', connections: readers, target: 0.9 },
  { name: 'list 25, each different, 1,000,000 rows', kind: 'list', table: 'large', connections: readers, target: 0.9 },
  {
    name: 'GraphQL list of 25 ÷ REST list',
    kind: 'graphql',
    against: 'list',
    table: 'small',
    connections: readers,
    target: 0.6,
  },
  { name: 'the same list again', kind: 'sameList', table: 'small', connections: readers, target: 3 },
  {
    name: 'list under access rules ÷ without',
    kind: 'list',
    against: 'list',
    as: 'viewer',
    table: 'small',
    connections: readers,
    target: 0.8,
  },
  {
    name: 'list under access rules ÷ without, 1,000,000 rows',
    kind: 'list',
    against: 'list',
    as: 'viewer',
    table: 'large',
    connections: readers,
    target: 0.8,
  },
  {
    name: 'the same list again under access rules ÷ without',
    kind: 'sameList',
    against: 'sameList',
    as: 'viewer',
    table: 'small',
    connections: readers,
    target: 0.9,
  },
  { name: 'page at nine tenths, 100,000 rows', kind: 'deep', table: 'small', connections: readers },
  {
    name: 'page at offset 900,000 ÷ first pages',
    kind: 'deep',
    against: 'list',
    table: 'large',
    connections: readers,
    target: 0.33,
  },
  {
    name: 'page by cursor at row 900,000 ÷ first pages',
    kind: 'cursor',
    against: 'list',
    table: 'large',
    connections: readers,
    target: 0.83,
  },
  { name: 'filtered by an indexed column', kind: 'filterIndexed', table: 'small', connections: readers, target: 0.8 },
  {
    name: 'filtered by an indexed column, 1,000,000 rows',
    kind: 'filterIndexed',
    table: 'large',
    connections: readers,
    target: 0.8,
  },
  { name: 'filtered without an index, 100,000 rows', kind: 'filter', table: 'small', connections: readers },
  { name: 'sorted by an indexed column', kind: 'sortIndexed', table: 'small', connections: readers, target: 0.8 },
  {
    name: 'sorted by an indexed column, 1,000,000 rows',
    kind: 'sortIndexed',
    table: 'large',
    connections: readers,
    target: 0.8,
  },
  { name: 'sorted without an index, 100,000 rows', kind: 'sort', table: 'small', connections: readers },
  { name: 'sorted without an index, 1,000,000 rows', kind: 'sort', table: 'large', connections: 2 },
  {
    name: 'sorted without an index ÷ sorted along one, 1,000,000 rows',
    kind: 'sort',
    against: 'sortIndexed',
    table: 'large',
    connections: 2,
    target: 0.2,
  },
  { name: 'list with belongs-to expanded', kind: 'belongsTo', table: 'linked', connections: readers, target: 0.7 },
  { name: 'list with has-many expanded', kind: 'hasMany', table: 'linked', connections: readers, target: 0.7 },
  { name: 'list with many-to-many expanded', kind: 'manyToMany', table: 'linked', connections: readers, target: 0.7 },
  {
    name: 'list with a lookup ÷ without',
    kind: 'lookup',
    against: 'plain',
    table: 'linked',
    connections: readers,
    target: 0.5,
  },
  {
    name: 'list with a rollup ÷ without',
    kind: 'rollup',
    against: 'plain',
    table: 'linked',
    connections: readers,
    target: 0.5,
  },
  {
    name: 'list with a formula ÷ without',
    kind: 'formula',
    against: 'plain',
    table: 'linked',
    connections: readers,
    target: 0.5,
  },
  { name: 'searched, 100,000 rows', kind: 'search', table: 'small', connections: readers },
  { name: 'read by id', kind: 'read', table: 'small', connections: readers, target: 0.5 },
  { name: 'read by id, 1,000,000 rows', kind: 'read', table: 'large', connections: readers, target: 0.5 },
  { name: 'count, 100,000 rows', kind: 'count', table: 'small', connections: readers, target: 0.5 },
  { name: 'count along an index', kind: 'countFiltered', table: 'small', connections: readers, target: 0.5 },
  { name: 'create one, 1 client', kind: 'create', table: 'small', connections: 1, target: 0.7 },
  { name: 'create one, 32 clients', kind: 'create', table: 'small', connections: 32, target: 3 },
  { name: 'update one, 1 client', kind: 'update', table: 'small', connections: 1, target: 0.7 },
  { name: 'update one, 32 clients', kind: 'update', table: 'small', connections: 32, target: 3 },
  ...inPlaceScenarios,
]
