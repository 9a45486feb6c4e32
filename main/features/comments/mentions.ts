/** A mention: the user, and the address in the text. */
export type Mention = readonly [userId: number, address: string]

export interface Person {
  readonly id: number
  readonly email: string
}

/** `@` and an address at the start of a word, without trailing punctuation. */
const mention = /(?<![\w.@+-])@([^\s@,;:()<>"'[\]{}]+@[^\s@,;:()<>"'[\]{}]*[^\s@,;:()<>"'[\]{}.!?])/gu

/** Returns the mentioned members, each once. Other addresses stay text. */
export function mentionsIn(text: string, members: readonly Person[]): Mention[] {
  const named = new Set([...text.matchAll(mention)].map(([, address]) => address?.toLowerCase() ?? ''))
  return members.filter(({ email }) => named.has(email.toLowerCase())).map(({ id, email }) => [id, email])
}

/** Replaces addresses in a text by current ones. */
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
