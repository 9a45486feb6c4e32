import type { RoutineParameter } from '@common/model/routine'
import type { RoutineKind, RoutineObjects } from '@main/db/schema-objects'
import type { Step } from '@main/db/statement'
import { schemaOid } from './introspect'
import { quote } from './literals'

const step = (sql: string): Step => ({ sql, params: [] })

/** Functions, procedures and sequences of PostgreSQL. https://www.postgresql.org/docs/current/catalog-pg-proc.html */
export const routines: RoutineObjects = {
  fold: (word) => word.toLowerCase(),

  read: async (database, kind, name) => {
    if (kind === 'sequence') {
      const rows = await database.read({ sql: sequenceSql, params: [name] })
      return rows.map(([definition, value]) => ({
        signature: '',
        definition: `CREATE SEQUENCE ${quote(name)} ${String(definition)}`,
        parameters: [],
        returns: null,
        value: value === null || value === undefined ? null : String(value),
      }))
    }
    const rows = await database.read({ sql: routineSql(kind), params: [name] })
    return rows.map(([signature, definition, returns, parameters]) => ({
      signature: String(signature),
      definition: typeof definition === 'string' ? withOwnHead(kind, name, definition) : '',
      parameters: (JSON.parse(String(parameters ?? '[]')) as Argument[]).map(parameterOf),
      returns: kind === 'function' && typeof returns === 'string' ? returns : null,
      value: null,
    }))
  },

  create: (kind, name, { rest }) => ({
    up: [step(`CREATE ${words[kind]} ${quote(name)}${rest}`)],
    down: [step(`DROP ${words[kind]} ${quote(name)}${kind === 'sequence' ? '' : `(${argumentTypes(rest)})`}`)],
  }),

  replace: (kind, name, { rest }, before) => {
    const head = kind === 'sequence' ? 'ALTER SEQUENCE' : `CREATE OR REPLACE ${words[kind]}`
    return {
      up: [step(`${head} ${quote(name)}${rest}`)],
      down: before.definition === '' ? [] : [step(before.definition.replace(/^CREATE \w+/, head))],
    }
  },

  drop: (kind, name, before) => ({
    up: [step(`DROP ${words[kind]} ${quote(name)}${kind === 'sequence' ? '' : `(${before.signature})`}`)],
    down: before.definition === '' ? [] : [step(before.definition)],
  }),
}

const words: Readonly<Record<RoutineKind, string>> = {
  function: 'FUNCTION',
  procedure: 'PROCEDURE',
  sequence: 'SEQUENCE',
}

const sequenceSql = `SELECT pg_catalog.concat('AS ', pg_catalog.format_type(s.seqtypid, NULL), ' INCREMENT BY ', s.seqincrement,
    ' MINVALUE ', s.seqmin, ' MAXVALUE ', s.seqmax, ' START WITH ', s.seqstart, ' CACHE ', s.seqcache,
    CASE WHEN s.seqcycle THEN ' CYCLE' ELSE ' NO CYCLE' END), pg_catalog.pg_sequence_last_value(s.seqrelid)::text
  FROM pg_catalog.pg_sequence AS s JOIN pg_catalog.pg_class AS c ON c.oid = s.seqrelid
  WHERE c.relnamespace = ${schemaOid} AND c.relname = $1`

/** Aggregates have no statement that the server can show. */
const routineSql = (kind: 'function' | 'procedure'): string => `
  SELECT pg_catalog.pg_get_function_identity_arguments(p.oid),
    CASE WHEN p.prokind <> 'a' THEN pg_catalog.pg_get_functiondef(p.oid) END,
    pg_catalog.pg_get_function_result(p.oid),
    (SELECT pg_catalog.json_agg(pg_catalog.json_build_object(
        'name', coalesce(p.proargnames[a.place], ''), 'mode', coalesce(p.proargmodes[a.place]::text, 'i'),
        'type', pg_catalog.format_type(a.type, NULL)) ORDER BY a.place)
      FROM pg_catalog.unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) WITH ORDINALITY AS a (type, place))::text
  FROM pg_catalog.pg_proc AS p
  WHERE p.pronamespace = ${schemaOid} AND p.proname = $1 AND p.prokind IN (${kind === 'procedure' ? `'p'` : `'f', 'a', 'w'`})
  ORDER BY 1`

interface Argument {
  readonly name: string
  readonly mode: string
  readonly type: string
}

const modes: Readonly<Record<string, RoutineParameter['mode']>> = { o: 'out', t: 'out', b: 'inout' }

const parameterOf = ({ name, mode, type }: Argument): RoutineParameter => ({ name, type, mode: modes[mode] ?? 'in' })

/** The server writes the schema and OR REPLACE, which the statement of a project needs neither of. */
const withOwnHead = (kind: 'function' | 'procedure', name: string, definition: string): string =>
  `CREATE ${words[kind]} ${quote(name)}${definition.slice(bracketIn(definition)).trimEnd()}`

/** Returns where the arguments begin: the first bracket outside a quoted name. */
function bracketIn(definition: string): number {
  let isQuoted = false
  for (let at = 0; at < definition.length; at += 1) {
    if (definition[at] === '"') isQuoted = !isQuoted
    if (!isQuoted && definition[at] === '(') return at
  }
  return definition.length
}

/** Returns the arguments of a CREATE statement as DROP takes them: without defaults. */
function argumentTypes(rest: string): string {
  const begin = rest.indexOf('(')
  if (begin < 0) return ''
  const list: string[] = ['']
  let depth = 0
  for (const sign of rest.slice(begin)) {
    if (sign === ')') depth -= 1
    if (depth === 0 && sign === ')') break
    if (depth === 1 && sign === ',') list.push('')
    else if (depth > 0) list[list.length - 1] += sign
    if (sign === '(') depth += 1
  }
  return list.map((one) => one.replace(/\s(?:DEFAULT\s|:?=)[\s\S]*$/i, '').trim()).join(', ')
}

/**
 * True if a text is more than one statement. The simple protocol would run them all. Knows quotes, dollar quotes,
 * comments and the bodies of BEGIN ATOMIC.
 */
export function isSeveral(statement: string): boolean {
  const piece =
    /--[^\n]*|\/\*[\s\S]*?\*\/|[Ee]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([\p{L}_][\p{L}\p{N}_]*)?\$[\s\S]*?\$\1\$|[\p{L}_][\p{L}\p{N}_$]*|\S/gu
  let depth = 0
  let before = ''
  let isEnded = false
  for (const [text] of statement.matchAll(piece)) {
    if (text.startsWith('--') || text.startsWith('/*')) continue
    if (isEnded) return true
    const word = text.toUpperCase()
    if (word === 'ATOMIC' && before === 'BEGIN') depth += 1
    else if (word === 'CASE' && depth > 0) depth += 1
    else if (word === 'END' && depth > 0) depth -= 1
    else if (text === ';' && depth === 0) isEnded = true
    before = word
  }
  return false
}
