import type { MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { Schedule } from '@main/lib/schedule'
import { createMoveHandlers } from './move-handlers'
import { createMoveRepository } from './move-repository'
import { createFileMover } from './mover'
import type { FilePlaces } from './places'
import type { AttachmentStorage } from './storage'

/** Moves of files between places: their operations, and the work behind them. */
export function createFileMoves(options: {
  readonly store: MetaStore
  readonly places: FilePlaces
  readonly local: AttachmentStorage
  readonly clock: Clock
  readonly ids: Ids
  readonly schedule: Schedule
  readonly report: (error: unknown) => void
}) {
  const { store, places, ids } = options
  const repository = createMoveRepository(store, ids)
  const mover = createFileMover({ ...options, repository, isShared: !store.exclusive })
  return {
    handlers: createMoveHandlers({ repository, mover, places }),
    isRunning: repository.isRunning,
    close: mover.close,
  }
}
