import { repeatedForMs, type LiveChange } from '@common/live'
import type { Clock } from '@main/lib/clock'

/** Commands of all projects together. */
const commandsMax = 500

export interface RecentCommands {
  readonly add: (projectId: string, change: LiveChange) => void
  /** Returns the commands of a project in the last milliseconds, oldest first. */
  readonly since: (projectId: string, ageMs: number) => LiveChange[]
}

/**
 * Remembers the commands of the last seconds. A page that reloads reads the project before its stream opens; a write of
 * the page before it can land in between.
 */
export function createRecentCommands(clock: Clock): RecentCommands {
  let commands: { readonly atMs: number; readonly projectId: string; readonly change: LiveChange }[] = []
  return {
    add: (projectId, change) => {
      const atMs = clock.monotonicMs()
      commands = commands.filter((each) => each.atMs >= atMs - repeatedForMs).slice(1 - commandsMax)
      commands.push({ atMs, projectId, change })
    },
    since: (projectId, ageMs) => {
      const fromMs = clock.monotonicMs() - Math.min(ageMs, repeatedForMs)
      return commands.filter((each) => each.projectId === projectId && each.atMs >= fromMs).map(({ change }) => change)
    },
  }
}
