import { AppError } from '@common/errors'
import { plainQuery, type LinkedRows } from '../nested/linked-rows'
import type { LinkedWriteCall, LinkedWrites } from '../linked-writes'
import { linkNamed } from '../nested/ends'
import type { Reads } from '../run/reads'
import { keyFromSegment } from '../parse/row-key'
import type { WriteCall } from '../rows/write-call'
import { answerList, type Answered } from './lists'
import { decodePart } from './path'
import type { Route } from './routes'
import type { ReadCall } from '../run/read-call'

export type LinkedRoute = Extract<Route, { link: string } | { association: string }>

/** Routes over links: linked rows of a row, rows with children or parents, and unlinked rows (wire §9.1). */
export interface LinkedRoutes {
  readonly answer: (
    route: LinkedRoute,
    call: {
      readonly read: ReadCall
      readonly write: WriteCall
      readonly query: URLSearchParams
      readonly body: unknown
    },
  ) => Promise<Uint8Array | string | Answered>
}

interface Parts {
  readonly reads: Reads
  readonly linkedRows: LinkedRows
  readonly linkedWrites: LinkedWrites
}

export function createLinkedRoutes({ reads, linkedRows, linkedWrites }: Parts): LinkedRoutes {
  return {
    async answer(route, { read, write, query, body }) {
      const { index } = read
      if (!('id' in route))
        return reads.list(read, withLink(read, query, route.kind === 'hasList' ? 'hm' : 'bt', decodePart(route.link)))
      if ('association' in route) {
        return linkedRows.notLinked(read, decodePart(route.association), keyFromSegment(index, route.id), query)
      }
      const found = await linkedRows.find(read, keyFromSegment(index, route.id), decodePart(route.link))
      const call: LinkedWriteCall = { ...found, write }
      if (!('linkedId' in route))
        switch (route.kind) {
          case 'linkedList':
            return answerList(reads, call.linked, plainQuery(query))
          case 'linkedFindOne':
            return linkedRows.findOne(call, query)
          case 'linkedCount':
            return linkedRows.count(call, query)
          case 'linkedCreate': {
            const key = await linkedWrites.create(call, body)
            return reads.writtenByKey({ ...read, index: call.ends.index }, key, withoutLinks)
          }
        }
      const key = keyFromSegment(call.ends.index, route.linkedId)
      switch (route.kind) {
        case 'linkedRead':
          return linkedRows.read(call, key)
        case 'linkedExists':
          return String(await linkedRows.exists(call, key))
        case 'linkedUpdate':
          return one(await linkedWrites.update(call, key, body))
        case 'linkedDelete':
          return one(await linkedWrites.remove(call, key))
        case 'link':
          return one(await linkedWrites.link(call, key))
        case 'unlink':
          return one(await linkedWrites.unlink(call, key))
      }
    },
  }
}

const one = (done: boolean): string => (done ? '1' : '0')

/** A query without linked rows. */
export const withoutLinks: readonly (readonly [string, string])[] = ['hm', 'bt', 'mm'].map((name) => [name, ''])

/** Restricts the query of a list to the rows of one link. */
function withLink(
  { index }: ReadCall,
  query: URLSearchParams,
  kind: 'hm' | 'bt',
  name: string,
): (readonly [string, string])[] {
  const link = linkNamed(index, name, [kind === 'hm' ? 'hasMany' : 'belongsTo'])
  if (!link) throw new AppError('RELATION_NOT_FOUND', { child: name.slice(0, 200), parent: index.table.title })
  const others = [...query].filter(([given]) => !['hm', 'bt', 'mm'].includes(given))
  return [...others, ...['hm', 'bt', 'mm'].map((given): [string, string] => [given, given === kind ? link.id : ''])]
}
