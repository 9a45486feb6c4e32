/* Texts of requests in generated code. Nothing in them is evaluated. */

/** Returns a literal of a POSIX shell. */
export const shellText = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Returns a literal in double quotes that JavaScript, Python, Go, Java and C# read alike. */
export const doubleQuoted = (text: string): string =>
  JSON.stringify(text.toWellFormed()).replaceAll(
    // Signs that end a line, or that one of the languages rejects.
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Returns a literal in single quotes that PHP and Ruby read alike. */
export const singleQuoted = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`

/** Returns a text encoded for a URL. Also encodes the signs that `encodeURIComponent` leaves but shells interpret. */
export const strictlyEncoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
