import type { Step } from '@main/db/statement'
import { needsGuardCode } from './protocol'

/** Thrown before anything is written. */
export class NeedsGuard extends Error {
  readonly code = needsGuardCode
}

/** An object of `sqlite_schema`. */
export interface SchemaObject {
  readonly type: string
  readonly sql: string
}

/**
 * True if a write may run SQL of the schema: triggers, rules, generated columns, indexes over expressions. Such SQL may
 * never end. Errs on the side of true; views don't run with a write.
 */
export function runsWithWrites({ type, sql }: SchemaObject): boolean {
  switch (type) {
    case 'trigger':
      return true
    case 'table':
      return ruleOrGenerated.test(sql)
    case 'index':
      return expressionIndex.test(sql)
    default:
      return false
  }
}

/** True if a schema change creates such SQL, and may run it at once. */
export const makesSuchSql = ({ sql }: Step): boolean => ruleOrGenerated.test(sql) || /\bTRIGGER\b/i.test(sql)

const ruleOrGenerated = /\b(?:CHECK|AS)\s*\(/i
const expressionIndex = /\([^]*\(|\bWHERE\b/i
