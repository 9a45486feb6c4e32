import { join, raw, sql, type Fragment } from '@main/db/sql-fragment'

/**
 * Binds values that an expression uses several times. `OFFSET 0` prevents the planner from inlining them, which would
 * double the size with every level of a formula.
 */
export function withValues(values: readonly Fragment[], body: (...names: Fragment[]) => Fragment): Fragment {
  const names = values.map((_, at) => raw(`v.x${at}`))
  const columns = values.map((value, at) => sql`${value} AS ${raw(`x${at}`)}`)
  return sql`(SELECT ${body(...names)} FROM (SELECT ${join(columns, ', ')} OFFSET 0) AS v)`
}
