/*
 * Variables in texts: `{{name}}` stands for the value of a variable of the working environment (S1 §5).
 *
 * - Spaces and tabs around the name are ignored: `{{ host }}`.
 * - `\{{` writes two braces: `\{{host}}` gives `{{host}}`. No other backslash has a meaning.
 * - Braces around anything but a name are plain text, as in `{{"a": {}}}`.
 * - Values are inserted as they are. A placeholder in a value isn't filled again, so values can't call each other.
 */

/** A placeholder in a text. */
export interface VariablePlace {
  readonly name: string
  /** Offset of the first brace. */
  readonly from: number
  /** Offset after the last brace. */
  readonly to: number
}

export interface FilledText {
  readonly text: string
  /** Names without a value, each once, in the order of the text. Their placeholders stay in the text. */
  readonly unknown: readonly string[]
}

/** Values by name. */
export type VariableValues = ReadonlyMap<string, string>

/** Longest name of a variable, in characters. */
export const variableNameMax = 64

const namePattern = String.raw`[\p{L}_][\p{L}\p{N}_.\-]*`
const wholeName = new RegExp(`^${namePattern}$`, 'u')
/** Group 1: an escape. Group 2: the name of a placeholder. */
const placePattern = new RegExp(String.raw`(\\\{\{)|\{\{[ \t]*(${namePattern})[ \t]*\}\}`, 'gu')

/** True if a text can name a variable: a letter or `_`, then letters, digits, `_`, `.` and `-`. */
export const isVariableName = (name: string): boolean => name.length <= variableNameMax && wholeName.test(name)

/** Returns the placeholders of a text, in order. */
export function variablePlaces(text: string): readonly VariablePlace[] {
  return Array.from(text.matchAll(placePattern)).flatMap(({ 0: whole, 2: name, index }) =>
    name === undefined ? [] : [{ name, from: index, to: index + whole.length }],
  )
}

/** Returns the placeholders whose names aren't among the given ones, to mark them. */
export function unknownPlaces(text: string, names: { readonly has: (name: string) => boolean }): VariablePlace[] {
  return variablePlaces(text).filter(({ name }) => !names.has(name))
}

/**
 * Replaces placeholders with values, and escapes with braces.
 *
 * @param escape  prepares a value for its text, such as `encodeURIComponent` for addresses, or `jsonEscaped`
 * @example fillVariables('{{host}}/users', new Map([['host', 'http://localhost']])).text // 'http://localhost/users'
 */
export function fillVariables(
  text: string,
  values: VariableValues,
  escape: (value: string) => string = (value) => value,
): FilledText {
  const unknown = new Set<string>()
  const filled = text.replaceAll(placePattern, (whole: string, escaped?: string, name?: string) => {
    if (escaped !== undefined || name === undefined) return '{{'
    const value = values.get(name)
    if (value !== undefined) return escape(value)
    unknown.add(name)
    return whole
  })
  return { text: filled, unknown: Array.from(unknown) }
}

/** Escapes a value for the inside of a JSON string. */
export const jsonEscaped = (value: string): string => JSON.stringify(value).slice(1, -1)

/**
 * Returns the name that is being typed after `{{` at a caret, for completion; undefined outside a placeholder.
 *
 * @returns `typed` is the text between the braces and the caret. Replace `from` to `to` with a name and closing braces.
 */
export function variableAt(
  text: string,
  caret: number,
): { readonly typed: string; readonly from: number; readonly to: number } | undefined {
  const opened = /(\\?)\{\{[ \t]*([^\s{}]*)$/u.exec(text.slice(0, caret))
  if (opened === null || opened[1] === '\\') return undefined
  const typed = opened[2] ?? ''
  const rest = /^[\p{L}\p{N}_.-]*[ \t]*(?:\}\}|\}(?!\}))?/u.exec(text.slice(caret))?.[0] ?? ''
  return { typed, from: caret - typed.length, to: caret + rest.length }
}
