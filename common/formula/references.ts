import { tokenize, type Token } from './tokens'

/**
 * A formula is kept with its columns by identity, so that renaming a column changes no formula: every
 * reference stands as `{name in the database}` in what is kept, and as `{title}` in what people see.
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

/** Columns that a formula names, each once, in the order of first use. `TRUE` and `FALSE` written alone are none. */
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

/** A column as it is written in a formula. */
export function columnText(title: string): string {
  return `{${title.replaceAll(/[\\}]/g, '\\$&')}}`
}
