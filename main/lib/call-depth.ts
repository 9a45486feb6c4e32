import { timingSafeEqual } from 'node:crypto'

/** Header of requests of automations: the number of automations that led to it. */
export const depthHeader = 'basalt-depth'
/** Header with the proof that this installation counted. Others can't stop automations with a number of their own. */
export const depthMarkHeader = 'basalt-depth-mark'

type Headers = readonly (readonly [name: string, value: string])[]

/** Counts automations that start each other by requests. */
export interface CallDepth {
  /** Replaces the headers of the depth. Undefined for requests that no automation sends. */
  readonly mark: (headers: Headers, depth: number | undefined) => Headers
  /** Returns the depth that a request to the data API proves; 0 for others. */
  readonly proved: (depth: string | undefined, mark: string | undefined) => number
}

/** @param sign  returns the same text for the same text, which only this installation can compute */
export function createCallDepth(sign: (text: string) => string): CallDepth {
  const markOf = (depth: number): string => sign(`automation depth\n${depth}`).slice(0, 32)
  return {
    mark: (headers, depth) =>
      depth === undefined
        ? headers
        : [
            ...headers.filter(([name]) => ![depthHeader, depthMarkHeader].includes(name.toLowerCase())),
            [depthHeader, String(depth)],
            [depthMarkHeader, markOf(depth)],
          ],
    proved: (text, mark = '') => {
      const depth = depthOf(text)
      if (depth === 0) return 0
      const [expected, given] = [Buffer.from(markOf(depth)), Buffer.from(mark)]
      return expected.length === given.length && timingSafeEqual(expected, given) ? depth : 0
    },
  }
}

/** Returns the number in a header; 0 if it has none. */
export const depthOf = (text: string | undefined): number => (/^\d{1,3}$/.test(text ?? '') ? Number(text) : 0)
