import { AppError } from '@common/errors'
import { message, type MessageParams } from '@common/messages'
import { unquotedName } from '@common/sql/tokens'
import type { CreatedObject, RoutineKind } from '@main/db/schema-objects'
import { namesReserved } from './parse-view'

const name = String.raw`(?:"(?:[^"]|"")+"|\x60(?:[^\x60]|\x60\x60)+\x60|\[[^\]]+\]|[\p{L}_][\p{L}\p{N}_$]*)`
const leading = String.raw`(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*`
const heads = Object.fromEntries(
  (['function', 'procedure', 'sequence', 'trigger'] as const).map((kind) => [
    kind,
    new RegExp(
      String.raw`^${leading}CREATE\s+(?:OR\s+REPLACE\s+|OR\s+ALTER\s+)?${kind}\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:${name}\s*\.\s*)?(${name})(?![\p{L}\p{N}_$.])`,
      'iu',
    ),
  ]),
) as Readonly<Record<RoutineKind | 'trigger', RegExp>>
const table = new RegExp(String.raw`\bON\s+(?:${name}\s*\.\s*)?(${name})`, 'iu')

const notThis = {
  function: 'notFunction',
  procedure: 'notProcedure',
  sequence: 'notSequence',
  trigger: 'notTrigger',
} as const

/** A key of `viewProblems` in the catalogue. */
export type StatementProblem =
  | (typeof notThis)[keyof typeof notThis]
  | 'otherTable'
  | 'otherName'
  | 'several'
  | 'reserved'

export const invalidStatement = (problem: StatementProblem, params?: MessageParams): AppError =>
  new AppError('STATEMENT_INVALID', { problem: message(`viewProblems.${problem}`, params) })

/**
 * Parses the CREATE statement of a routine or trigger that the database owner wrote. Uses its name and what follows it:
 * the dialect writes the beginning, so the object is created in the project's own schema.
 *
 * @throws AppError STATEMENT_INVALID
 */
export function parseCreated(kind: RoutineKind | 'trigger', definition: string): CreatedObject {
  const text = definition.trim()
  const found = heads[kind].exec(text)
  const quoted = found?.[1]
  if (found === null || quoted === undefined || text.includes('\0')) throw invalidStatement(notThis[kind])
  const rest = text.slice(found[0].length)
  if (namesReserved(text)) throw invalidStatement('reserved')
  return { name: unquotedName(quoted), isQuoted: unquotedName(quoted) !== quoted, rest: withoutEnd(rest) }
}

/** Returns the table of a trigger: the first ON behind its name. */
export function tableOfTrigger({ rest }: CreatedObject): string {
  const quoted = table.exec(rest)?.[1]
  return quoted === undefined ? '' : unquotedName(quoted)
}

/** The semicolon of `END;` may belong to the statement: engines accept it without. */
const withoutEnd = (rest: string): string => rest.replace(/[\s;]+$/, '')
