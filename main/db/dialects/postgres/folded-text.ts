import { bound, sql, type Fragment } from '@main/db/sql-fragment'
import { withValues } from './formula-let'

/** Blocks with capital letters: Latin, Greek, Cyrillic, Armenian, and the Latin letters of Vietnamese. */
const blocks = [
  [0x80, 0x24f],
  [0x370, 0x58f],
  [0x1e00, 0x1eff],
] as const

const capitals = blocks.flatMap(([from, to]) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).filter((letter) => {
    const small = letter.toLowerCase()
    return small !== letter && small.length === 1
  }),
)
const smalls = capitals.map((letter) => letter.toLowerCase())

/** Converts a text to lower case. With locale C, `lower` folds a–z only, so `translate` folds the rest. */
export function folded(text: Fragment): Fragment {
  const [from, to] = [sql`${bound(capitals.join(''))}::text`, sql`${bound(smalls.join(''))}::text`]
  return withValues(
    [sql`lower(${text})`],
    // Most texts are ASCII and need no second step.
    (t) =>
      sql`CASE WHEN lower('É') = 'é' OR octet_length(${t}) = char_length(${t}) THEN ${t} ELSE translate(${t}, ${from}, ${to}) END`,
  )
}
