import { placeholder, quote, textLiteral } from './literals'

/**
 * Calls a function or procedure. Builds the statement on the server: only the server knows whether a function returns a
 * value or rows, and scalar functions need the name of their schema.
 */
export function routineCall(kind: 'function' | 'procedure', name: string, args: number): string {
  const list = Array.from({ length: args }, (_, at) => placeholder(at + 1)).join(', ')
  if (kind === 'procedure') return `EXEC ${quote(name)}${args === 0 ? '' : ` ${list}`}`
  const types = Array.from({ length: args }, (_, at) => `${placeholder(at + 1)} nvarchar(max)`).join(', ')
  return [
    `DECLARE @name nvarchar(600) = QUOTENAME(SCHEMA_NAME()) + ${textLiteral(`.${quote(name)}`)}`,
    `DECLARE @call nvarchar(max) = CASE WHEN OBJECTPROPERTY(OBJECT_ID(@name), 'IsTableFunction') = 1 THEN N'SELECT * FROM ' + @name + ${textLiteral(`(${list})`)} ELSE N'SELECT ' + @name + ${textLiteral(`(${list}) AS ${quote(name)}`)} END`,
    `EXEC sp_executesql @call${args === 0 ? '' : `, ${textLiteral(types)}, ${list}`}`,
  ].join('; ')
}
