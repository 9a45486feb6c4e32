import type { DuplicateGroup } from './duplicates'

/** Rules for which record of a group stays. */
export const keepRules = ['first', 'last', 'filled'] as const
export type KeepRule = (typeof keepRules)[number]

/** The user's decisions about groups. Records are counted from 0 in their group. */
export interface Decisions {
  readonly rule: KeepRule
  /** Records that the user chose instead of the rule's, by group. */
  readonly survivors: ReadonlyMap<number, number>
  /** Records that stay too, by group. */
  readonly spared: ReadonlyMap<number, ReadonlySet<number>>
}

export const undecided: Decisions = { rule: 'first', survivors: new Map(), spared: new Map() }

/** Returns the surviving record of a group. */
export function survivorOf(group: DuplicateGroup, { rule, survivors }: Decisions): number {
  const chosen = survivors.get(group.id)
  if (chosen !== undefined) return chosen
  if (rule === 'first') return 0
  if (rule === 'last') return group.records.length - 1
  const most = group.records.reduce((best, { filled }) => Math.max(best, filled), -1)
  return group.records.findIndex(({ filled }) => filled === most)
}

export function isDeleted(group: DuplicateGroup, at: number, decisions: Decisions): boolean {
  return at !== survivorOf(group, decisions) && decisions.spared.get(group.id)?.has(at) !== true
}

/** Number of records to delete. */
export function countDeleted(groups: readonly DuplicateGroup[], decisions: Decisions): number {
  return groups.reduce((sum, group) => {
    const spared = decisions.spared.get(group.id)
    const survivor = survivorOf(group, decisions)
    return sum + group.records.length - 1 - (spared === undefined ? 0 : spared.size - (spared.has(survivor) ? 1 : 0))
  }, 0)
}

/** Applies a rule to all groups, including those where the user chose a record. */
export const withRule = (decisions: Decisions, rule: KeepRule): Decisions => ({
  ...decisions,
  rule,
  survivors: new Map(),
})

/** Chooses another survivor of a group. */
export function withSurvivor(decisions: Decisions, group: number, at: number): Decisions {
  return { ...decisions, survivors: new Map([...decisions.survivors, [group, at]]) }
}

/** Ticks a record for deletion, or spares it. */
export function withTick(decisions: Decisions, group: number, at: number, ticked: boolean): Decisions {
  const spared = new Set(decisions.spared.get(group))
  if (ticked) spared.delete(at)
  else spared.add(at)
  return { ...decisions, spared: new Map([...decisions.spared, [group, spared]]) }
}
