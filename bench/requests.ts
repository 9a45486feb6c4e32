import { columns, quantities, rowOf } from './data'
import { computedColumns, linkedColumns } from './links'

/** The requests of a scenario, as data for the load generator. */
export interface Plan {
  readonly kind:
    | 'list'
    | 'cursor'
    | 'graphql'
    | 'plain'
    | 'belongsTo'
    | 'hasMany'
    | 'manyToMany'
    | 'lookup'
    | 'rollup'
    | 'formula'
    | 'sameList'
    | 'deep'
    | 'filterIndexed'
    | 'filter'
    | 'sortIndexed'
    | 'sort'
    | 'search'
    | 'read'
    | 'count'
    | 'countFiltered'
    | 'create'
    | 'update'
    | 'mixed'
    | 'fixed'
  readonly target: Target
  readonly rows: number
  /** Cursor of a deep page, from our API. */
  readonly cursor?: string
}

/** Address of the requests: our data API, or the bare handler, which serves the same query. */
export interface Target {
  readonly kind: 'basalt' | 'bare'
  readonly port: number
  /** Path of the table: in our API e.g. `/nc/p/api/v1/rows`, in the bare handler `/rows`. */
  readonly path: string
  readonly token: string
}

export interface Ask {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body?: string
}

/** Returns numbers scattered over a range, so that no two neighbours request the same page. */
const scattered = (index: number, range: number): number => (Math.imul(index + 1, 0x9e3779b1) >>> 0) % range

function bodyOf(index: number): string {
  const [, ...values] = rowOf(index + 5_000_000)
  return JSON.stringify(Object.fromEntries(columns.slice(1).map(([name], place) => [name, values[place]])))
}

/** Returns the n-th request of a scenario. */
export function askOf({ kind, target, rows, cursor }: Plan, index: number): Ask {
  const get = (ours: string, bare: string): Ask => ({
    method: 'GET',
    path: `${target.path}${target.kind === 'basalt' ? ours : bare}`,
  })
  switch (kind) {
    case 'fixed':
      return { method: 'GET', path: '/' }
    case 'list': {
      const page = `limit=${20 + (index % 11)}&offset=${scattered(index, 2_000)}`
      return get(`?${page}`, `/list?${page}`)
    }
    case 'cursor':
      return get(`?limit=${20 + (index % 11)}&after=${cursor ?? ''}`, '')
    case 'graphql':
      return graphql(target, 20 + (index % 11), scattered(index, 2_000))
    case 'plain':
    case 'lookup':
    case 'rollup':
    case 'formula': {
      const fields = [...linkedColumns, ...(kind === 'plain' ? [] : [computedColumns[kind].title])]
      return get(`?limit=25&offset=${scattered(index, 2_000)}&fields=${fields.join(',')}&bt=&hm=&mm=`, '')
    }
    case 'belongsTo':
    case 'hasMany':
    case 'manyToMany': {
      const page = `limit=25&offset=${scattered(index, 2_000)}`
      const shown = { belongsTo: 'bt=maker&hm=&mm=', hasMany: 'hm=part&bt=&mm=', manyToMany: 'mm=label&bt=&hm=' }[kind]
      return get(`?${page}&${shown}&fields=${linkedColumns.join(',')}`, `/${kind}?${page}`)
    }
    case 'sameList':
      return get('?limit=25&offset=0', '/list?limit=25&offset=0')
    case 'deep': {
      const page = `limit=25&offset=${Math.floor(rows * 0.9) + scattered(index, 1_000)}`
      return get(`?${page}`, `/list?${page}`)
    }
    case 'filterIndexed': {
      const value = scattered(index, quantities)
      return get(`?limit=25&where=(quantity,eq,${value})`, `/filterIndexed?value=${value}`)
    }
    case 'filter': {
      const value = scattered(index, 1_000_000)
      const where = encodeURIComponent(`(score,ge,${value})~and(score,lt,${value + 1_000})`)
      return get(`?limit=25&where=${where}`, `/filter?value=${value}`)
    }
    case 'sortIndexed': {
      const offset = scattered(index, 1_000)
      return get(`?limit=25&sort=-quantity&offset=${offset}`, `/sortIndexed?offset=${offset}`)
    }
    case 'sort': {
      const offset = scattered(index, 1_000)
      return get(`?limit=25&sort=-score&offset=${offset}`, `/sort?offset=${offset}`)
    }
    case 'search': {
      const text = `number ${1 + scattered(index, rows)}.`
      return get(`?limit=25&search=${encodeURIComponent(text)}`, `/search?value=${encodeURIComponent(text)}`)
    }
    case 'read': {
      const id = 1 + scattered(index, rows)
      return get(`/${id}`, `/read?value=${id}`)
    }
    case 'count':
      return get('/count', '/count')
    case 'countFiltered': {
      const value = scattered(index, quantities)
      return get(`/count?where=(quantity,eq,${value})`, `/countFiltered?value=${value}`)
    }
    case 'create':
      return { method: 'POST', path: target.path, body: bodyOf(index) }
    case 'update': {
      const id = 1 + scattered(index, rows)
      const body = JSON.stringify({ title: `changed ${index}`, score: index })
      return { method: 'PUT', path: `${target.path}/${id}`, body }
    }
    case 'mixed':
      return mixed(target, rows, index)
  }
}

/** Returns the GraphQL query for the same rows and columns as the REST list. */
function graphql({ path }: Target, limit: number, offset: number): Ask {
  const [project = '', table = ''] = path.split('/api/v1/')
  const names = columns.map(([name]) => name).join(' ')
  const query = `{ ${table}List(limit: ${limit}, offset: ${offset}) { ${names} } }`
  return { method: 'POST', path: `${project}/v1/graphql`, body: JSON.stringify({ query }) }
}

/** Nine reads for each write: pages, rows by id, counts; new and changed rows. */
function mixed(target: Target, rows: number, index: number): Ask {
  const place = index % 10
  if (place === 9) return askOf({ kind: index % 20 === 9 ? 'create' : 'update', target, rows }, index)
  if (place < 4) return askOf({ kind: 'list', target, rows }, index)
  if (place < 7) return askOf({ kind: 'read', target, rows }, index)
  return askOf({ kind: place === 7 ? 'filterIndexed' : 'countFiltered', target, rows }, index)
}
