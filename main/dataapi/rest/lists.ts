import type { Reads } from '../run/reads'
import { withoutUnreadable } from '../run/unreadable'
import { cursorPage } from '../walk'
import type { ReadCall } from '../run/read-call'

/** A response with more than bytes. */
export interface Answered {
  readonly body: Uint8Array | string
  readonly headers?: Readonly<Record<string, string>>
  readonly stream?: AsyncIterable<Uint8Array>
}

/** Response header with the cursor of the next page, for `after=…`; absent on the last page. */
export const nextCursorHeader = 'xc-next-cursor'

/**
 * Returns a list: a page, positions of a text (`find`), its duplicates (`duplicates`), a page by cursor (`after`), or a
 * file with all rows (`format`).
 */
export function answerList(reads: Reads, call: ReadCall, query: URLSearchParams): Promise<Answered> {
  return withoutUnreadable(call, (allowed) => answerAllowed(reads, allowed, query))
}

async function answerAllowed(reads: Reads, call: ReadCall, query: URLSearchParams): Promise<Answered> {
  if (query.has('format')) {
    // Loaded on first use, because few callers need it.
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
