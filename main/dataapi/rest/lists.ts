import type { ReadCall, Reads } from '../run/reads'
import { withoutUnreadable } from '../run/unreadable'
import { cursorPage } from '../walk'

/** What a route answers with, when that is more than bytes. */
export interface Answered {
  readonly body: Uint8Array | string
  readonly headers?: Readonly<Record<string, string>>
  readonly stream?: AsyncIterable<Uint8Array>
}

/** Where the next page of a list begins: sent with `after=…`, until there is none. */
export const nextCursorHeader = 'xc-next-cursor'

/**
 * A list: one page of it, where a text stands in it (`find`), its duplicates (`duplicates`), a page behind a cursor
 * (`after`), or the whole of it as a file (`format`).
 */
export function answerList(reads: Reads, call: ReadCall, query: URLSearchParams): Promise<Answered> {
  return withoutUnreadable(call, (allowed) => answerAllowed(reads, allowed, query))
}

async function answerAllowed(reads: Reads, call: ReadCall, query: URLSearchParams): Promise<Answered> {
  if (query.has('format')) {
    // Loaded when it is first asked for: few callers do.
    const { exportRows } = await import('../export')
    const { chunks, headers } = await exportRows(call, query)
    return { body: '', headers, stream: chunks }
  }
  if (query.has('find')) {
    const { findInList } = await import('../find')
    return { body: await findInList(call, query) }
  }
  if (query.has('duplicates')) {
    const { findDuplicates } = await import('../duplicates')
    return { body: await findDuplicates(call, query) }
  }
  if (query.has('after')) {
    const { body, next } = await cursorPage(call, query)
    return { body, headers: next === undefined ? {} : { [nextCursorHeader]: next } }
  }
  return { body: await reads.list(call, query) }
}
