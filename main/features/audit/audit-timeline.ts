import type { MetaStore } from '@main/db/meta'
import { timeOfId } from '@main/lib/log-id'
import type { AuditFilter } from './audit-filter'
import { sourcesOf } from './audit-sources'

/** Digits of the time in an id, and groups of one query at most. */
const timeDigits = 12
const groupsMax = 4_000

/**
 * Counts the changes of a span in equal parts. Groups ids by the first digits of their time, which each engine can do, as
 * finely as the parts need.
 */
export async function readTimeline(
  store: MetaStore,
  filter: AuditFilter & { readonly from: number; readonly until: number },
  buckets: number,
): Promise<number[]> {
  const { from, until } = filter
  const counts = Array.from({ length: buckets }, () => 0)
  const spanMs = Math.max(1, until - from)
  const digits = digitsFor(spanMs)
  const sources = await sourcesOf(store, { ...filter, perChange: true })
  const found = await Promise.all(
    sources.map(({ log, id, where, params }) =>
      store.read(
        `SELECT substr(${id}, 1, ${digits}), count(*) FROM ${log} WHERE ${where} GROUP BY substr(${id}, 1, ${digits})`,
        params,
        { lane: 'likelyShort' },
      ),
    ),
  )
  for (const [start, count] of found.flat()) {
    const at = Math.max(from, timeOfId(String(start).padEnd(timeDigits, '0')))
    const bucket = Math.min(buckets - 1, Math.floor(((at - from) / spanMs) * buckets))
    counts[bucket] = (counts[bucket] ?? 0) + Number(count)
  }
  return counts
}

/** Returns the most digits with few enough groups. */
function digitsFor(spanMs: number): number {
  for (let digits = timeDigits; digits > 1; digits -= 1)
    if (spanMs / 16 ** (timeDigits - digits) <= groupsMax) return digits
  return 1
}
