import type { RoutineKind, RoutineObjects } from '@main/db/schema-objects'
import type { Step } from '@main/db/statement'
import { quote } from './literals'

const step = (sql: string): Step => ({ sql, params: [] })
const objectId = "OBJECT_ID(QUOTENAME(SCHEMA_NAME()) + '.' + QUOTENAME(@p1))"

/** Functions, procedures and sequences of SQL Server. */
export const routines: RoutineObjects = {
  fold: (word) => word,

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
    const [first] = rows
    if (first === undefined) return []
    const parameters = rows.filter((row) => Number(row[1]) > 0)
    const result = rows.find((row) => Number(row[1]) === 0)
    return [
      {
        signature: '',
        definition: typeof first[0] === 'string' ? first[0].trim() : '',
        parameters: parameters.map(([, , parameter, type, isOutput]) => ({
          name: String(parameter),
          type: String(type),
          mode: isOutput === true ? ('inout' as const) : ('in' as const),
        })),
        returns: kind === 'function' ? String(result?.[3] ?? 'TABLE') : null,
        value: null,
      },
    ]
  },

  create: (kind, name, { rest }) => ({
    up: [step(`CREATE ${words[kind]} ${quote(name)}${rest}`)],
    down: [step(`DROP ${words[kind]} ${quote(name)}`)],
  }),

  replace: (kind, name, { rest }, before) => {
    if (kind !== 'sequence')
      return {
        up: [step(`CREATE OR ALTER ${words[kind]} ${quote(name)}${rest}`)],
        down: [step(before.definition.replace(/^\s*CREATE\s+(?!OR\b)/i, 'CREATE OR ALTER '))],
      }
    // A sequence that is there has neither a type nor a start to change.
    const options = (text: string): string => text.replace(/\s(?:AS\s+\w+|START\s+WITH\s+-?\d+)/gi, '')
    return {
      up: [step(`ALTER SEQUENCE ${quote(name)}${options(rest)}`)],
      down: [step(options(before.definition).replace(/^CREATE/, 'ALTER'))],
    }
  },

  drop: (kind, name, before) => ({
    up: [step(`DROP ${words[kind]} ${quote(name)}`)],
    down: before.definition === '' ? [] : [step(before.definition)],
  }),
}

const words: Readonly<Record<RoutineKind, string>> = {
  function: 'FUNCTION',
  procedure: 'PROCEDURE',
  sequence: 'SEQUENCE',
}

/** A row for each parameter; that of the result of a function has the number 0. */
const routineSql = (kind: 'function' | 'procedure'): string => `
  SELECT OBJECT_DEFINITION(o.object_id), p.parameter_id, p.name, TYPE_NAME(p.user_type_id), p.is_output
  FROM sys.objects AS o LEFT JOIN sys.parameters AS p ON p.object_id = o.object_id
  WHERE o.object_id = ${objectId} AND o.type IN (${kind === 'procedure' ? `'P', 'PC'` : `'FN', 'IF', 'TF', 'FS', 'FT'`})
  ORDER BY p.parameter_id`

const sequenceSql = `SELECT CONCAT('AS ', TYPE_NAME(s.user_type_id), ' START WITH ', CAST(s.start_value AS bigint),
    ' INCREMENT BY ', CAST(s.increment AS bigint), ' MINVALUE ', CAST(s.minimum_value AS bigint),
    ' MAXVALUE ', CAST(s.maximum_value AS bigint), CASE WHEN s.is_cycling = 1 THEN ' CYCLE' ELSE ' NO CYCLE' END),
    CAST(CAST(s.current_value AS bigint) AS varchar(30))
  FROM sys.sequences AS s WHERE s.object_id = ${objectId}`
