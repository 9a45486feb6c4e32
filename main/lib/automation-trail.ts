import { timingSafeEqual } from 'node:crypto'

/** The automations that led to a change, a request or a run. */
export interface Trail {
  readonly depth: number
  /** Their ids in order. Undefined if a server of an earlier version only counted them. */
  readonly ids: readonly string[] | undefined
}

export const emptyTrail: Trail = { depth: 0, ids: [] }

/** Returns a stored trail. */
export const storedTrail = (depth: number, ids: readonly string[] | undefined): Trail =>
  depth === 0 ? emptyTrail : { depth, ids }

/** Changes that automations may make in a row before one of them counts as a loop. */
const depthMax = 5
/** Limit for automations that all differ. */
const longestTrail = 50

/** Returns the trail of what an automation does. */
export const trailAfter = ({ depth, ids }: Trail, id: string): Trail => ({
  depth: depth + 1,
  ids: ids && [...ids, id],
})

/**
 * True if an automation leads to itself again and again. One that a loop starts, and that isn't a part of it, must go on.
 */
export const isLoop = ({ depth, ids }: Trail, id: string): boolean =>
  depth >= longestTrail || (depth >= depthMax && ids?.includes(id) !== false)

/** Header of requests of automations: the number of automations that led to it. */
export const depthHeader = 'basalt-depth'
/** Header with the proof that this installation counted. Others can't stop automations with a number of their own. */
export const depthMarkHeader = 'basalt-depth-mark'
/** Header with the ids of these automations, and the same proof for them. */
export const trailHeader = 'basalt-trail'

const names: readonly string[] = [depthHeader, depthMarkHeader, trailHeader]

type Headers = readonly (readonly [name: string, value: string])[]

/** Texts of the headers of a request. */
export interface TrailTexts {
  readonly depth: string
  readonly mark: string
  readonly trail: string
}

/** Follows automations that start each other by requests. */
export interface TrailHeaders {
  /** Replaces the headers of the trail. Undefined for requests that no automation sends. */
  readonly mark: (headers: Headers, trail: Trail | undefined) => Headers
  /** Returns the trail that a request to the data API proves; an empty one for others. */
  readonly proved: (texts: TrailTexts) => Trail
}

/** @param sign  returns the same text for the same text, which only this installation can compute */
export function createTrailHeaders(sign: (text: string) => string): TrailHeaders {
  const markOf = (depth: number): string => sign(`automation depth\n${depth}`).slice(0, 32)
  const idsMarkOf = (ids: string): string => sign(`automation trail\n${ids}`).slice(0, 32)
  return {
    mark: (headers, trail) => {
      if (trail === undefined) return headers
      const ids = trail.ids?.join(',')
      return [
        ...headers.filter(([name]) => !names.includes(name.toLowerCase())),
        [depthHeader, String(trail.depth)],
        [depthMarkHeader, markOf(trail.depth)],
        ...(ids === undefined ? [] : [[trailHeader, `${ids};${idsMarkOf(ids)}`] as const]),
      ]
    },
    proved: (texts) => {
      const { depth, ids } = trailOf(texts)
      if (depth === 0 || !isSame(markOf(depth), texts.mark)) return emptyTrail
      return { depth, ids: ids && isSame(idsMarkOf(ids.join(',')), texts.trail.split(';')[1] ?? '') ? ids : undefined }
    },
  }
}

/** Returns the trail in headers, without a proof. */
export function trailOf({ depth: text, trail }: Pick<TrailTexts, 'depth' | 'trail'>): Trail {
  const depth = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (depth === 0) return emptyTrail
  const [list = ''] = trail.split(';')
  const ids = /^[\w,-]+$/.test(list) ? list.split(',') : []
  return { depth, ids: ids.length === depth ? ids : undefined }
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
