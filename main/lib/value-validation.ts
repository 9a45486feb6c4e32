import type { ColumnValidation } from '@common/model'
import type Validator from 'validator'
import { lazyPackage } from './lazy-package'

/** Loaded on first use: few columns have checks. */
const library = lazyPackage<typeof Validator>('validator')

/** Checks with a text and at most one argument. Patterns of callers are excluded, because they can run forever. */
type TextCheck = (text: string, argument?: unknown) => boolean
const excluded: readonly string[] = ['isWhitelisted', 'isEmpty']

/** Returns a check of the validator library, such as `isEmail`; undefined if it doesn't exist. */
function textCheck(name: string): TextCheck | undefined {
  if (!/^is[A-Z]/.test(name) || excluded.includes(name)) return undefined
  const validator = library()
  if (!Object.hasOwn(validator, name)) return undefined
  const check: unknown = validator[name as keyof typeof validator]
  return typeof check === 'function' ? (check as TextCheck) : undefined
}

export const isKnownCheck = (name: string): boolean => textCheck(name) !== undefined

/**
 * Returns the message of the first failed check, with `{cn}` and `{VALUE}` filled in (wire §6); undefined if the value
 * passes. Empty values always pass.
 */
export function failedValidation(
  { func, args, msg }: ColumnValidation,
  value: unknown,
  columnName: string,
): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  for (const [at, name] of func.entries()) {
    if (passes(name, text, args[at])) continue
    const message = msg[at] ?? ''
    const filled = message.replaceAll(/\{(cn|VALUE)\}/g, (_, part) => (part === 'cn' ? columnName : text.slice(0, 200)))
    return filled === '' ? `Validation failed: ${name} (${columnName})` : filled
  }
  return undefined
}

/** Passes the value if the check throws because of its argument. */
function passes(name: string, text: string, argument: unknown): boolean {
  const check = textCheck(name)
  if (check === undefined) return true
  try {
    return argument === '' || argument === null || argument === undefined ? check(text) : check(text, argument)
  } catch {
    return true
  }
}
