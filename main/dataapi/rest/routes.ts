import { AppError } from '@common/errors'
import { rowRouteWords } from '@common/query/row-id'

/** What a path and a method ask of a table (wire §9.1). Parts of the path are still encoded. */
export type Route =
  | {
      readonly kind:
        | 'list'
        | 'findOne'
        | 'count'
        | 'aggregate'
        | 'distribute'
        | 'distinct'
        | 'create'
        | 'createMany'
        | 'updateMany'
        | 'deleteMany'
    }
  | { readonly kind: 'groupBy'; readonly column?: string }
  | { readonly kind: 'read' | 'exists' | 'update' | 'delete'; readonly id: string }

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Methods = Readonly<Partial<Record<Method, Route>>>

const tableMethods: Methods = { GET: { kind: 'list' }, POST: { kind: 'create' } }
const wordMethods: Readonly<Record<string, Methods>> = {
  findone: { GET: { kind: 'findOne' } },
  count: { GET: { kind: 'count' } },
  groupby: { GET: { kind: 'groupBy' } },
  aggregate: { GET: { kind: 'aggregate' } },
  distribute: { GET: { kind: 'distribute' } },
  distinct: { GET: { kind: 'distinct' } },
  bulk: { POST: { kind: 'createMany' }, PUT: { kind: 'updateMany' }, DELETE: { kind: 'deleteMany' } },
}
const reserved: ReadonlySet<string> = new Set(rowRouteWords)

/**
 * Finds the route of a path below the table. Words are compared as they were sent, letter case aside: a
 * key that looks like one is sent with a letter encoded (`%63ount`).
 *
 * @param rest  parts after the table, still encoded
 * @throws AppError ROUTE_NOT_FOUND, METHOD_NOT_ALLOWED
 */
export function findRoute(method: string, rest: readonly string[]): Route {
  const methods = methodsOf(rest)
  if (!methods) throw new AppError('ROUTE_NOT_FOUND')
  const asked = method === 'HEAD' ? 'GET' : method
  const route = Object.hasOwn(methods, asked) ? methods[asked as Method] : undefined
  if (!route) throw new AppError('METHOD_NOT_ALLOWED', { method, allowed: Object.keys(methods) })
  return route
}

function methodsOf(rest: readonly string[]): Methods | undefined {
  const [id, word, ...more] = rest
  if (id === undefined) return tableMethods
  if (rest.includes('') || more.length > 0) return undefined
  const lower = id.toLowerCase()
  if (word === undefined) {
    if (reserved.has(lower)) return Object.hasOwn(wordMethods, lower) ? wordMethods[lower] : undefined
    return { GET: { kind: 'read', id }, PUT: { kind: 'update', id }, DELETE: { kind: 'delete', id } }
  }
  if (reserved.has(lower)) return lower === 'groupby' ? { GET: { kind: 'groupBy', column: word } } : undefined
  return word.toLowerCase() === 'exists' ? { GET: { kind: 'exists', id } } : undefined
}
