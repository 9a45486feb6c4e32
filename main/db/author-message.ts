/** Longest message in a response, in characters. */
const charactersMax = 500

/**
 * Returns the message of a trigger or routine that rejects a write on purpose: its author wrote it for users. Other
 * server messages never reach a caller.
 */
export function authorMessage(text: string): { readonly message?: string } {
  const message = text.trim().replace(/\.$/, '').slice(0, charactersMax)
  return message === '' ? {} : { message }
}
