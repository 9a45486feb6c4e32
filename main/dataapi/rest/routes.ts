import { AppError } from '@common/errors'
import type { Permission } from '@common/permissions'
import { rowRouteWords } from '@common/query/row-id'

/** A route of a table (wire §9.1). Path parts are still encoded. */
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
  | { readonly kind: 'hasList' | 'belongsList'; readonly link: string }
  | { readonly kind: 'notLinked'; readonly association: string; readonly id: string }
  | {
      readonly kind: 'linkedList' | 'linkedFindOne' | 'linkedCount' | 'linkedCreate'
      readonly id: string
      readonly link: string
    }
  | {
      readonly kind: 'linkedRead' | 'linkedExists' | 'linkedUpdate' | 'linkedDelete' | 'link' | 'unlink'
      readonly id: string
      readonly link: string
      readonly linkedId: string
    }

/** Permission of each route. */
export const routePermissions: Readonly<Record<Route['kind'], Permission>> = {
  list: 'row.read',
  findOne: 'row.read',
  count: 'row.read',
  groupBy: 'row.read',
  aggregate: 'row.read',
  distribute: 'row.read',
  distinct: 'row.read',
  read: 'row.read',
  exists: 'row.read',
  create: 'row.create',
  createMany: 'row.create',
  update: 'row.update',
  updateMany: 'row.update',
  delete: 'row.delete',
  deleteMany: 'row.delete',
  hasList: 'row.read',
  belongsList: 'row.read',
  notLinked: 'row.read',
  linkedList: 'row.read',
  linkedFindOne: 'row.read',
  linkedCount: 'row.read',
  linkedRead: 'row.read',
  linkedExists: 'row.read',
  linkedCreate: 'row.create',
  linkedUpdate: 'row.update',
  linkedDelete: 'row.delete',
  link: 'row.update',
  unlink: 'row.update',
}

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
 * Finds the route of a path below the table. Matches route words as sent, ignoring case; callers encode a letter of a
 * key that looks like one (`%63ount`).
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
  const [id, second, third, word, ...more] = rest
  if (id === undefined) return tableMethods
  if (rest.includes('') || more.length > 0) return undefined
  const lower = id.toLowerCase()
  if (reserved.has(lower)) return word === undefined ? tableWord(lower, second, third) : undefined
  if (second === undefined)
    return { GET: { kind: 'read', id }, PUT: { kind: 'update', id }, DELETE: { kind: 'delete', id } }
  if (third === undefined) {
    if (second.toLowerCase() === 'exists') return { GET: { kind: 'exists', id } }
    return { GET: { kind: 'linkedList', id, link: second }, POST: { kind: 'linkedCreate', id, link: second } }
  }
  return linkedMethods({ id, link: second }, third, word)
}

/**
 * Matches `/groupby/{column}`, `/has/{Child}`, `/belongs/{Parent}`, `/m2mNotChildren/{association}/{id}`, and single
 * words.
 */
function tableWord(word: string, second: string | undefined, third: string | undefined): Methods | undefined {
  if (second === undefined) return Object.hasOwn(wordMethods, word) ? wordMethods[word] : undefined
  if (third !== undefined)
    return word === 'm2mnotchildren' ? { GET: { kind: 'notLinked', association: second, id: third } } : undefined
  switch (word) {
    case 'groupby':
      return { GET: { kind: 'groupBy', column: second } }
    case 'has':
      return { GET: { kind: 'hasList', link: second } }
    case 'belongs':
      return { GET: { kind: 'belongsList', link: second } }
    default:
      return undefined
  }
}

/** `/{id}/{Child}/…` */
function linkedMethods(
  of: { readonly id: string; readonly link: string },
  linkedId: string,
  word: string | undefined,
): Methods | undefined {
  if (word === undefined) {
    const lower = linkedId.toLowerCase()
    if (lower === 'findone') return { GET: { kind: 'linkedFindOne', ...of } }
    if (lower === 'count') return { GET: { kind: 'linkedCount', ...of } }
    if (reserved.has(lower)) return undefined
    return {
      GET: { kind: 'linkedRead', ...of, linkedId },
      PUT: { kind: 'linkedUpdate', ...of, linkedId },
      DELETE: { kind: 'linkedDelete', ...of, linkedId },
    }
  }
  switch (word.toLowerCase()) {
    case 'exists':
      return { GET: { kind: 'linkedExists', ...of, linkedId } }
    case 'link':
      return { PUT: { kind: 'link', ...of, linkedId }, DELETE: { kind: 'unlink', ...of, linkedId } }
    default:
      return undefined
  }
}
