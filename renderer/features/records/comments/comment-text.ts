import { shortName } from '@common/util/short-name'

/** A part of a comment: text, or somebody named in it. */
export type CommentPart = { readonly text: string } | { readonly person: string }

/** A text in parts, people whom it names apart. `mentions` are addresses, as the server found them. */
export function commentParts(text: string, mentions: readonly string[]): CommentPart[] {
  // Longer addresses first: none is taken for the beginning of another.
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

/** What is being written after an `@` that begins a word, before the caret. */
export interface MentionDraft {
  /** Where the `@` stands. */
  readonly from: number
  readonly typed: string
}

export function mentionDraft(text: string, caret: number): MentionDraft | undefined {
  const found = /(?:^|[\s([{,;])@([^\s@]{0,80})$/u.exec(text.slice(0, caret))
  const typed = found?.[1]
  return typed === undefined ? undefined : { from: caret - typed.length - 1, typed }
}

/** People whose address or name begins, or else contains, what was typed. */
export function peopleFor<P extends { readonly email: string }>(people: readonly P[], typed: string): P[] {
  const wanted = typed.toLowerCase()
  const callsOf = ({ email }: P): string[] => [email.toLowerCase(), shortName(email).toLowerCase()]
  const begins = people.filter((person) => callsOf(person).some((call) => call.startsWith(wanted)))
  const contains = people.filter(
    (person) => !begins.includes(person) && callsOf(person).some((call) => call.includes(wanted)),
  )
  return [...begins, ...contains].slice(0, 8)
}
