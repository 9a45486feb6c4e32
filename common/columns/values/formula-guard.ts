/*
 * Spreadsheet programs treat text with certain first characters as a formula, even after blanks. They compute it, or
 * send it elsewhere, as soon as the file opens. A leading apostrophe makes it text.
 */

/** Characters that start a formula, and their wide forms. Some programs strip a leading tab or line break. */
const dangerous = /^'*(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/

/** A plain number, which evaluates to itself. */
const plainNumber = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/**
 * Escapes a text for a cell in a file. Text that already has such apostrophes gets one more, so that `unguarded`
 * restores the original.
 */
export function guarded(text: string): string {
  return dangerous.test(text) && !plainNumber.test(text) ? `'${text}` : text
}

/** True if a text of a file looks like a result of `guarded`. */
export function isGuarded(text: string): boolean {
  return text.startsWith("'") && dangerous.test(text) && !plainNumber.test(text.slice(1))
}

/** Undoes `guarded`; returns other text unchanged. */
export function unguarded(text: string): string {
  return isGuarded(text) ? text.slice(1) : text
}
