/** Quotes an identifier. Names enter SQL only through this function. */
export const quote = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`

/** Returns the n-th placeholder, one-based. */
export const placeholder = (n: number): string => `$${n}`

/**
 * Returns a text literal, for places without bound values: defaults and schema text. Backslashes are literal
 * (`values.ts`).
 */
export const textLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`
