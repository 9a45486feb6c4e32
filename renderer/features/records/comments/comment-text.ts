import { shortName } from '@common/util/short-name'

/** A part of a comment: text, or a mention of a person. */
export type CommentPart = { readonly text: string } | { readonly person: string }

/** Splits a text into parts and mentions. `mentions` are addresses, as the server found them. */
export function commentParts(text: string, mentions: readonly string[]): CommentPart[] {
  // Longer addresses first, so that none matches the beginning of another.
  const named = [...mentions].sort((a, b) => b.length - a.length)
  const parts: CommentPart[] = []
  let rest = text
  let plain = ''
  while (rest !== '') {
    const at = rest.indexOf('@')
    if (at < 0) break
    const after = rest.slice(at + 1)
    const person = named.find((address) => after.toLowerCase().startsWith(address.toLowerCase()))
    if (person === undefined) {
      plain += rest.slice(0, at + 1)
      rest = after
      continue
    }
    plain += rest.slice(0, at)
    if (plain !== '') parts.push({ text: plain })
    plain = ''
    parts.push({ person })
    rest = after.slice(person.length)
  }
  const last = plain + rest
  return last === '' ? parts : [...parts, { text: last }]
}

/** The mention being typed: the text between an `@` at the start of a word and the caret. */
export interface MentionDraft {
  /** Index of the `@`. */
  readonly from: number
  readonly typed: string
}

export function mentionDraft(text: string, caret: number): MentionDraft | undefined {
  const found = /(?:^|[\s([{,;])@([^\s@]{0,80})$/u.exec(text.slice(0, caret))
  const typed = found?.[1]
  return typed === undefined ? undefined : { from: caret - typed.length - 1, typed }
}

/** Returns people whose address or name starts with the typed text; after them, those that contain it. */
export function peopleFor<P extends { readonly email: string }>(people: readonly P[], typed: string): P[] {
  const wanted = typed.toLowerCase()
  const callsOf = ({ email }: P): string[] => [email.toLowerCase(), shortName(email).toLowerCase()]
  const begins = people.filter((person) => callsOf(person).some((call) => call.startsWith(wanted)))
  const contains = people.filter(
    (person) => !begins.includes(person) && callsOf(person).some((call) => call.includes(wanted)),
  )
  return [...begins, ...contains].slice(0, 8)
}
