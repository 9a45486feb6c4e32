/** Somebody named in a comment: who, and the address that stands in its text. */
export type Mention = readonly [userId: number, address: string]

export interface Person {
  readonly id: number
  readonly email: string
}

/** `@` and an address, not in the middle of a word. What ends a sentence is not part of it. */
const mention = /(?<![\w.@+-])@([^\s@,;:()<>"'[\]{}]+@[^\s@,;:()<>"'[\]{}]*[^\s@,;:()<>"'[\]{}.!?])/gu

/** Members of the project that a text names, each once. Other addresses are text. */
export function mentionsIn(text: string, members: readonly Person[]): Mention[] {
  const named = new Set([...text.matchAll(mention)].map(([, address]) => address?.toLowerCase() ?? ''))
  return members.filter(({ email }) => named.has(email.toLowerCase())).map(({ id, email }) => [id, email])
}

/** A text with the addresses that people have now. */
export function withAddresses(
  text: string,
  mentions: readonly Mention[],
  addressOf: (userId: number) => string | undefined,
): string {
  const renamed = mentions.flatMap(([id, was]): [string, string][] => {
    const now = addressOf(id)
    return now === undefined || now === was ? [] : [[was.toLowerCase(), now]]
  })
  if (renamed.length === 0) return text
  const current = new Map(renamed)
  return text.replace(mention, (whole, address: string) => {
    const now = current.get(address.toLowerCase())
    return now === undefined ? whole : `@${now}`
  })
}
