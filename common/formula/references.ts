import { tokenize, type Token } from './tokens'

/**
 * Renames references in a formula. Stored formulas name columns by identity, `{name in the database}`, so that renaming
 * a column changes no formula. Users see `{title}`.
 */
export function rewriteReferences(text: string, rename: (reference: string) => string | undefined): string {
  let result = ''
  let done = 0
  tokenize(text).forEach((token, index, tokens) => {
    if (!isReference(token, tokens[index + 1])) return
    const renamed = rename(token.text)
    if (renamed === undefined) return
    result += text.slice(done, token.span.from) + columnText(renamed)
    done = token.span.to
  })
  return result + text.slice(done)
}

/** Like `rewriteReferences`, but returns a formula with a syntax error unchanged; its column shows the error. */
export function rewrittenFormula(text: string, rename: (reference: string) => string | undefined): string {
  try {
    return rewriteReferences(text, rename)
  } catch {
    return text
  }
}

/** Returns the columns of a formula, each once, in order of first use. Ignores a lone `TRUE` or `FALSE`. */
export function referencesOf(text: string): string[] {
  const tokens = tokenize(text)
  return [
    ...new Set(
      tokens
        .filter((token, index) => isReference(token, tokens[index + 1]) && !isTruth(token))
        .map(({ text: name }) => name),
    ),
  ]
}

const isReference = (token: Token, next: Token | undefined): boolean =>
  token.kind === 'column' || (token.kind === 'word' && !(next?.kind === 'sign' && next.text === '('))

const isTruth = ({ kind, text }: Token): boolean => kind === 'word' && /^(true|false)$/i.test(text)

/** Formats a column reference. */
export function columnText(title: string): string {
  return `{${title.replaceAll(/[\\}]/g, '\\$&')}}`
}
