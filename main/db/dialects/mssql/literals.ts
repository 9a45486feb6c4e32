/** Quotes an identifier. The only way a name enters SQL. */
export const quote = (identifier: string): string => `[${identifier.replaceAll(']', ']]')}]`

/** The n-th placeholder, from 1. */
export const placeholder = (n: number): string => `@p${n}`

/** A text literal, for the places that take no bound value: defaults and schema text. A backslash is one. */
export const textLiteral = (text: string): string => `N'${text.replaceAll("'", "''")}'`
