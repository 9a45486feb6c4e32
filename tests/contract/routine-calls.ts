interface Call {
  readonly args?: unknown
  readonly token?: string
  readonly projectId?: string
}

type Kind = 'function' | 'procedure'
type Names = `${Kind}${'Create' | 'Read' | 'Update' | 'Delete'}`

const functionSql = (result: number, name = 'lucky'): string =>
  `CREATE FUNCTION ${name}() RETURNS integer LANGUAGE sql AS 'SELECT ${result}'`
const procedureSql = (value: number, name = 'sweep'): string =>
  `CREATE PROCEDURE ${name}() LANGUAGE sql AS 'SELECT ${value}'`

/**
 * Valid calls about functions and procedures, in execution order, for a project on a database server.
 *
 * @param send  creates what a call reads; it may exist already
 */
export function routineCalls(
  as: () => Pick<Call, 'token' | 'projectId'>,
  send: (name: 'functionCreate' | 'procedureCreate', call: Call) => Promise<unknown>,
): Record<Names, () => Call | Promise<Call>> {
  return {
    functionCreate: () => ({ args: { function_name: 'lucky', create_function: functionSql(7) }, ...as() }),
    functionRead: async () => {
      const stored = { function_name: 'stored', create_function: functionSql(1, 'stored') }
      await send('functionCreate', { args: stored, ...as() })
      return { args: { function_name: 'stored' }, ...as() }
    },
    functionUpdate: () => ({ args: { function_name: 'lucky', create_function: functionSql(8) }, ...as() }),
    functionDelete: () => ({ args: { function_name: 'lucky' }, ...as() }),
    procedureCreate: () => ({ args: { procedure_name: 'sweep', create_procedure: procedureSql(1) }, ...as() }),
    procedureRead: async () => {
      const stored = { procedure_name: 'stored_too', create_procedure: procedureSql(1, 'stored_too') }
      await send('procedureCreate', { args: stored, ...as() })
      return { args: { procedure_name: 'stored_too' }, ...as() }
    },
    procedureUpdate: () => ({ args: { procedure_name: 'sweep', create_procedure: procedureSql(2) }, ...as() }),
    procedureDelete: () => ({ args: { procedure_name: 'sweep' }, ...as() }),
  }
}

export const routineCallNames: readonly Names[] = [
  'functionCreate',
  'functionRead',
  'functionUpdate',
  'functionDelete',
  'procedureCreate',
  'procedureRead',
  'procedureUpdate',
  'procedureDelete',
]
