/** Characters of a message that a caller is shown. */
const charactersMax = 500

/**
 * The words of a trigger or routine that rejects a write on purpose: its author wrote them for whoever writes. No other
 * message of a server reaches a caller.
 */
export function authorMessage(text: string): { readonly message?: string } {
  const message = text.trim().replace(/\.$/, '').slice(0, charactersMax)
  return message === '' ? {} : { message }
}
