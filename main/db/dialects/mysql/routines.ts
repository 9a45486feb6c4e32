import type { Routine, RoutineParameter } from '@common/model/routine'
import type { Database } from '@main/db/database'
import type { RoutineKind, RoutineObjects } from '@main/db/schema-objects'
import type { Step } from '@main/db/statement'
import type { ServerVersion } from './flavour'
import { plainLiterals, quote } from './literals'

const step = (sql: string): Step => ({ sql, params: [] })

/** Functions and procedures of MySQL and MariaDB, and sequences of MariaDB. */
export function routinesOf({ flavour }: ServerVersion): RoutineObjects {
  return {
    fold: (word) => word,

    read: async (database, kind, wanted) => {
      const [found] = await database.read({ sql: namesSql[kind], params: [wanted] })
      if (found === undefined) return []
      const [name, returns] = found.map(String)
      return [await described(database, kind, name ?? wanted, kind === 'function' ? (returns ?? null) : null)]
    },

    create: (kind, name, { rest }) => ({
      up: [step(`CREATE ${words[kind]} ${quote(name)}${rest}`)],
      down: [step(`DROP ${words[kind]} ${quote(name)}`)],
    }),

    replace: (kind, name, { rest }, before) => {
      if (kind === 'sequence')
        return {
          up: [step(`ALTER SEQUENCE ${quote(name)}${rest}`)],
          down: [step(before.definition.replace(/^CREATE/, 'ALTER'))],
        }
      const drop = step(`DROP ${words[kind]} ${quote(name)}`)
      if (flavour === 'mysql') {
        // MySQL has no OR REPLACE, and no transaction. A first copy shows that the statement works before the old
        // routine is dropped.
        const draft = quote(`${name.slice(0, draftNameMax)}~basalt`)
        return {
          up: [
            step(`CREATE ${words[kind]} ${draft}${rest}`),
            step(`DROP ${words[kind]} ${draft}`),
            drop,
            step(`CREATE ${words[kind]} ${quote(name)}${rest}`),
          ],
          down: [drop, step(before.definition)],
        }
      }
      return {
        up: [step(`CREATE OR REPLACE ${words[kind]} ${quote(name)}${rest}`)],
        down: [step(before.definition.replace(/^CREATE/, 'CREATE OR REPLACE'))],
      }
    },

    drop: (kind, name, before) => ({
      up: [step(`DROP ${words[kind]} ${quote(name)}`)],
      down: before.definition === '' ? [] : [step(before.definition)],
    }),
  }
}

const draftNameMax = 50

const words: Readonly<Record<RoutineKind, string>> = {
  function: 'FUNCTION',
  procedure: 'PROCEDURE',
  sequence: 'SEQUENCE',
}

const routineSql = (type: string): string => `SELECT ROUTINE_NAME, DTD_IDENTIFIER FROM information_schema.ROUTINES
  WHERE ROUTINE_SCHEMA = database() AND ROUTINE_TYPE = '${type}' AND ROUTINE_NAME = ?`

const namesSql: Readonly<Record<RoutineKind, string>> = {
  function: routineSql('FUNCTION'),
  procedure: routineSql('PROCEDURE'),
  sequence: `SELECT TABLE_NAME FROM information_schema.TABLES
    WHERE TABLE_SCHEMA = database() AND TABLE_TYPE = 'SEQUENCE' AND TABLE_NAME = ?`,
}

async function described(
  database: Database,
  kind: RoutineKind,
  name: string,
  returns: string | null,
): Promise<Routine> {
  const [row] = await database.read({ sql: `SHOW CREATE ${words[kind]} ${quote(name)}`, params: [] })
  // Without the right to see it, the server shows nothing.
  const text = row?.[kind === 'sequence' ? 1 : 2]
  return {
    signature: '',
    definition: typeof text === 'string' ? withoutDefiner(text) : '',
    parameters: kind === 'sequence' ? [] : await parametersOf(database, kind, name),
    returns,
    value: null,
  }
}

async function parametersOf(
  database: Database,
  kind: 'function' | 'procedure',
  name: string,
): Promise<RoutineParameter[]> {
  const rows = await database.read({
    sql: `SELECT PARAMETER_NAME, DTD_IDENTIFIER, PARAMETER_MODE FROM information_schema.PARAMETERS
      WHERE SPECIFIC_SCHEMA = database() AND SPECIFIC_NAME = ? AND ROUTINE_TYPE = ? AND ORDINAL_POSITION > 0
      ORDER BY ORDINAL_POSITION`,
    params: [name, words[kind]],
  })
  return rows.map(([parameter, type, mode]) => ({
    name: String(parameter ?? ''),
    type: String(type ?? ''),
    mode: mode === 'OUT' ? 'out' : mode === 'INOUT' ? 'inout' : 'in',
  }))
}

/** Omits the definer, and the engine of a sequence, which ALTER rejects. */
export function withoutDefiner(text: string): string {
  return plainLiterals(text)
    .replace(/^CREATE\s.*?(FUNCTION|PROCEDURE|TRIGGER)\s/s, 'CREATE $1 ')
    .replace(/^(CREATE SEQUENCE .*?) ENGINE=\w+$/s, '$1')
}
