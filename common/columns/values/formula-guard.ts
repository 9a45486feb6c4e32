/*
 * Programs for tables take a text that begins with one of a few signs for a formula, also behind blanks, and work it out,
 * or send it somewhere, as soon as a file is opened. An apostrophe in front makes it a text.
 */

/** Signs that begin a formula, and their wide forms; a tab or the end of a line in front is cut off by some programs. */
const dangerous = /^'*(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/

/** A number as it is written everywhere: what comes out of it is itself. */
const plainNumber = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/**
 * A text as the cell of a file. Texts that have apostrophes already where one would be put get one more, so that
 * `unguarded` gives back what there was.
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
