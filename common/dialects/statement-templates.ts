import type { ServerKind } from '@common/model/connection'

type RoutineKind = 'function' | 'procedure' | 'sequence'

const name: Readonly<Record<RoutineKind, string>> = {
  function: 'new_function',
  procedure: 'new_procedure',
  sequence: 'new_sequence',
}

/** Examples in the SQL of each server, to be changed by the user. */
const routines: Readonly<Record<ServerKind, Readonly<Record<RoutineKind, string>>>> = {
  postgres: {
    function: `CREATE FUNCTION ${name.function}(a integer, b integer)
RETURNS integer
LANGUAGE sql
AS $$
  SELECT a + b
$$`,
    procedure: `CREATE PROCEDURE ${name.procedure}(wanted integer)
LANGUAGE plpgsql
AS $$
BEGIN
  RAISE NOTICE 'Called with %', wanted;
END
$$`,
    sequence: `CREATE SEQUENCE ${name.sequence} START WITH 1 INCREMENT BY 1`,
  },
  mysql: {
    function: `CREATE FUNCTION ${name.function}(a int, b int)
RETURNS int
DETERMINISTIC
RETURN a + b`,
    procedure: `CREATE PROCEDURE ${name.procedure}(IN wanted int)
BEGIN
  SELECT wanted;
END`,
    sequence: `CREATE SEQUENCE ${name.sequence} START WITH 1 INCREMENT BY 1`,
  },
  mssql: {
    function: `CREATE FUNCTION ${name.function}(@a int, @b int)
RETURNS int
AS
BEGIN
  RETURN @a + @b
END`,
    procedure: `CREATE PROCEDURE ${name.procedure} @wanted int
AS
SELECT @wanted AS wanted`,
    sequence: `CREATE SEQUENCE ${name.sequence} AS int START WITH 1 INCREMENT BY 1`,
  },
}

/** Returns an example of a CREATE statement, in the SQL of a server; undefined for databases without routines. */
export const routineTemplate = (server: ServerKind | undefined, kind: RoutineKind): string | undefined =>
  server === undefined ? undefined : routines[server][kind]

/** Returns an example of a trigger in the SQL of a server, or of the built-in database. Names that need quotes get the standard ones. */
export function triggerTemplate(server: ServerKind | undefined, table: string): string {
  const plain = /^[\p{Ll}_][\p{Ll}\p{N}_]*$/u.test(table)
  const on = plain ? table : server === 'mysql' ? `\`${table}\`` : `"${table}"`
  const head = `CREATE TRIGGER new_trigger\nAFTER UPDATE ON ${on}\nFOR EACH ROW`
  switch (server) {
    case 'postgres':
      return `${head}\nEXECUTE FUNCTION trigger_function()`
    case 'mssql':
      return `CREATE TRIGGER new_trigger\nON ${on}\nAFTER UPDATE\nAS\nBEGIN\n  PRINT 'changed'\nEND`
    case 'mysql':
      return `${head}\nBEGIN\n  SET @changed = NEW.id;\nEND`
    case undefined:
      return `${head}\nBEGIN\n  SELECT NEW.rowid;\nEND`
  }
}
