import { includes, type CodeSet } from './code-set'
import { parsePattern, type Pattern } from './parse'

/** A compiled pattern. */
export interface Matcher {
  readonly test: (text: string, work?: Work) => boolean
  /** Returns the first match from `from` on, and of those the longest, in UTF-16 units. */
  readonly find: (text: string, from: number, work?: Work) => readonly [start: number, end: number] | undefined
}

/** Called regularly during long work; throws to cancel it. */
export type Work = () => void

const stepsBetweenCalls = 5_000
const matchersMax = 100
const matchers = new Map<string, Matcher>()

/** @throws PatternProblem */
export function matcherOf(source: string): Matcher {
  const known = matchers.get(source)
  if (known) return known
  const matcher = createMatcher(parsePattern(source))
  if (matchers.size >= matchersMax) matchers.clear()
  matchers.set(source, matcher)
  return matcher
}

/**
 * A state of the automaton (Thompson's construction): a character transition, or empty transitions. All alternatives
 * run in parallel without backtracking, so time is linear in the text for every pattern.
 */
type Node =
  | { readonly kind: 'set'; readonly set: CodeSet; next: number }
  | { readonly kind: 'split'; readonly next: number[] }
  | { readonly kind: 'start' | 'end'; next: number }
  | { readonly kind: 'accept' }

/** A set of states that are active together, created on first use. */
interface Front {
  readonly nodes: readonly number[]
  readonly accepts: boolean
  /** True if the pattern matches when the text ends here. */
  readonly acceptsAtEnd: boolean
  readonly on: Map<number, Front>
}

/** Maximum number of cached state sets. Hostile patterns have very many. */
const frontsMax = 2_000

function createMatcher(pattern: Pattern): Matcher {
  const nodes: Node[] = [{ kind: 'accept' }]
  const first = build(nodes, pattern, 0)
  let fronts = new Map<string, Front>()
  let restarts = new Map<Front, Map<number, Front>>()

  const front = (entries: readonly number[], atStart: boolean): Front => {
    const reached = closure(nodes, entries, atStart, false)
    const key = reached.join(',')
    const known = fronts.get(key)
    if (known) return known
    if (fronts.size >= frontsMax) {
      fronts = new Map()
      restarts = new Map()
    }
    const made: Front = {
      nodes: reached.filter((at) => nodes[at]?.kind === 'set'),
      accepts: reached.includes(0),
      acceptsAtEnd: closure(nodes, entries, atStart, true).includes(0),
      on: new Map(),
    }
    fronts.set(key, made)
    return made
  }
  const after = (current: Front, code: number): number[] =>
    current.nodes.flatMap((at) => {
      const node = nodes[at]
      return node?.kind === 'set' && includes(node.set, code) ? [node.next] : []
    })
  const step = (current: Front, code: number): Front => {
    const known = current.on.get(code)
    if (known) return known
    const next = front(after(current, code), false)
    current.on.set(code, next)
    return next
  }
  /** Like `step`, but a match can also start here. */
  const stepAnywhere = (current: Front, code: number): Front => {
    const known = restarts.get(current)?.get(code)
    if (known) return known
    const next = front([...after(current, code), first], false)
    const byCode = restarts.get(current) ?? new Map<number, Front>()
    restarts.set(current, byCode)
    return (byCode.set(code, next), next)
  }

  const test = (text: string, work?: Work): boolean => {
    let current = front([first], true)
    for (let at = 0, steps = 0; at < text.length; steps += 1) {
      if (current.accepts) return true
      if (steps % stepsBetweenCalls === stepsBetweenCalls - 1) work?.()
      const code = text.codePointAt(at) ?? 0
      current = stepAnywhere(current, code)
      at += code > 0xff_ff ? 2 : 1
    }
    return current.accepts || current.acceptsAtEnd
  }

  const find: Matcher['find'] = (text, from, work) => {
    // Without any match, one pass over the text is enough.
    if (from === 0 && !test(text, work)) return undefined
    let steps = 0
    for (let start = from; start <= text.length; start += (text.codePointAt(start) ?? 0) > 0xff_ff ? 2 : 1) {
      let current = front([first], start === 0)
      let end: number | undefined
      for (let at = start; ;) {
        if (current.accepts || (at === text.length && current.acceptsAtEnd)) end = at
        if (at >= text.length || current.nodes.length === 0) break
        if ((steps += 1) % stepsBetweenCalls === 0) work?.()
        const code = text.codePointAt(at) ?? 0
        current = step(current, code)
        at += code > 0xff_ff ? 2 : 1
      }
      if (end !== undefined) return [start, end]
    }
    return undefined
  }
  return { test, find }
}

/** Returns the states reachable by empty transitions. */
function closure(nodes: readonly Node[], entries: readonly number[], atStart: boolean, atEnd: boolean): number[] {
  const reached = new Set<number>()
  const waiting = [...entries]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (reached.has(at)) continue
    reached.add(at)
    const node = nodes[at]
    if (node?.kind === 'split') waiting.push(...node.next)
    else if ((node?.kind === 'start' && atStart) || (node?.kind === 'end' && atEnd)) waiting.push(node.next)
  }
  return [...reached].filter((at) => ['set', 'accept', 'end'].includes(nodes[at]?.kind ?? '')).toSorted((a, b) => a - b)
}

/** Adds the states of a pattern before `next` and returns the first one. */
function build(nodes: Node[], pattern: Pattern, next: number): number {
  const add = (node: Node): number => nodes.push(node) - 1
  switch (pattern.kind) {
    case 'set':
      return add({ kind: 'set', set: pattern.set, next })
    case 'start':
    case 'end':
      return add({ kind: pattern.kind, next })
    case 'sequence':
      return pattern.items.reduceRight((following, item) => build(nodes, item, following), next)
    case 'choice':
      return add({ kind: 'split', next: pattern.options.map((option) => build(nodes, option, next)) })
    case 'repeat': {
      const { item, least, most } = pattern
      let following = next
      if (most === undefined) {
        const loop: Node = { kind: 'split', next: [next] }
        following = add(loop)
        if (loop.kind === 'split') loop.next.push(build(nodes, item, following))
      } else
        for (let times = least; times < most; times += 1)
          following = add({ kind: 'split', next: [next, build(nodes, item, following)] })
      for (let times = 0; times < least; times += 1) following = build(nodes, item, following)
      return following
    }
  }
}
