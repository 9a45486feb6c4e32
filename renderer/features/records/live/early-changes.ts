import type { LiveChange } from '@common/live'
import { live } from '@renderer/api'
import type { GridModel } from '../model/grid-model'

/** Listening ends after this if no grid shows the model. */
const earlyMs = 10_000

const collected = new WeakMap<GridModel, () => readonly LiveChange[]>()

/** Collects events of a project from now on, when a model requests its rows, until its grid subscribes itself. */
export function collectEarlyChanges(projectId: string, model: GridModel): void {
  const changes: LiveChange[] = []
  const end = live.listen(projectId, (now) => changes.push(...now))
  const timer = setTimeout(end, earlyMs)
  collected.set(model, () => {
    end()
    clearTimeout(timer)
    return changes.splice(0)
  })
}

/** Returns the collected events, and stops. */
export function takeEarlyChanges(model: GridModel): readonly LiveChange[] {
  return collected.get(model)?.() ?? []
}
