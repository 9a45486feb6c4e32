/** Quotes an identifier. Names enter SQL only through this function. */
export const quote = (identifier: string): string => `[${identifier.replaceAll(']', ']]')}]`

/** Returns the n-th placeholder, one-based. */
export const placeholder = (n: number): string => `@p${n}`

/** Returns a text literal, for places without bound values: defaults and schema text. Backslashes are literal. */
export const textLiteral = (text: string): string => `N'${text.replaceAll("'", "''")}'`
