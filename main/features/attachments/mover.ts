import { AppError, errorMessage } from '@common/errors'
import { createQueue } from '@common/util/queue'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { Schedule } from '@main/lib/schedule'
import { createFileSteps } from './move-steps'
import type { MoveRepository } from './move-repository'
import { titleOf, type FilePlaces } from './places'
import type { AttachmentStorage } from './storage'

/** Moves files between places. A move survives a restart: the server that finds it goes on. */
export interface FileMover {
  /** @throws AppError FILE_MOVE_RUNNING */
  readonly start: (to: string) => Promise<void>
  /** @throws AppError FILE_MOVE_NOT_RUNNING */
  readonly cancel: () => Promise<void>
  /** Stops after the step that runs. The next start goes on. */
  readonly close: () => Promise<void>
}

const leaseMs = 10_000
const lookEveryMs = 30_000
const firstLookMs = 1_000
const batchFiles = 60
const filesAtOnce = 3
/** The storage itself fails then, not single files. */
const failuresInRowMax = 10

export function createFileMover(options: {
  readonly repository: MoveRepository
  readonly places: FilePlaces
  /** Receives bytes on the way. */
  readonly local: Pick<AttachmentStorage, 'receive'>
  readonly clock: Clock
  readonly ids: Ids
  readonly schedule: Schedule
  /** True if other servers share the meta store. */
  readonly isShared: boolean
  readonly report: (error: unknown) => void
}): FileMover {
  const { repository, places, clock, ids, schedule, isShared, report } = options
  const now = (): string => clock.now().toISOString()
  const later = (ms: number): string => new Date(clock.now().getTime() + ms).toISOString()
  let running: { readonly ended: Promise<void>; readonly stop: AbortController } | undefined
  const closing = new AbortController()

  const { moveFile, removeCopies } = createFileSteps({ ...options, closing: closing.signal })

  const moveAll = async (to: string, signal: AbortSignal): Promise<'done' | 'failed'> => {
    const target = await places.of(to)
    if (target === undefined) throw new AppError('SERVICE_NOT_INSTALLED', { service: titleOf(to) })
    await target.store.tidy?.()
    const { run } = createQueue({ concurrency: filesAtOnce })
    let failures = 0
    let inRow = 0
    for (let after = ''; ;) {
      const files = await repository.next(to, after, batchFiles)
      const last = files.at(-1)
      if (last === undefined) return failures === 0 ? 'done' : 'failed'
      after = last.id
      const moves = files.map((file) =>
        run(async () => {
          if (signal.aborted || inRow >= failuresInRowMax) return
          try {
            await moveFile(file, to, target, signal)
            inRow = 0
          } catch (error) {
            if (signal.aborted) return
            failures += 1
            inRow += 1
            if (!(error instanceof AppError)) report(error)
            const problem = error instanceof AppError ? error : new AppError('INTERNAL')
            await repository.failed(errorMessage(problem.code, problem.details))
          }
        }),
      )
      await Promise.all(moves)
      if (signal.aborted) throw new AppError('REQUEST_CANCELLED')
      if (inRow >= failuresInRowMax) return 'failed'
    }
  }

  const work = async (owner: string, to: string, stop: AbortController): Promise<void> => {
    const endRenewing = schedule.every(leaseMs / 3, () => {
      // Without the lease, another server moves, or the move was cancelled there.
      repository.renew(owner, later(leaseMs)).then((isHeld) => {
        if (!isHeld) stop.abort()
      }, report)
    })
    try {
      await removeCopies()
      const state = await moveAll(to, stop.signal)
      await repository.end(state, now(), owner)
    } catch (error) {
      if (stop.signal.aborted) return await repository.release(owner)
      report(error)
      const problem = error instanceof AppError ? error : new AppError('INTERNAL')
      await repository.failed(errorMessage(problem.code, problem.details))
      await repository.end('failed', now(), owner)
    } finally {
      endRenewing()
      // A closed server leaves them to the next start.
      if (!closing.signal.aborted) await removeCopies().catch(report)
    }
  }

  let leasesFreed: Promise<void> | undefined
  /** Frees the leases of a former run once. Later it would free our own. */
  const freeLeasesOnce = (): Promise<void> => (leasesFreed ??= repository.freeLeases())

  const claimNext = async (): Promise<void> => {
    if (running !== undefined || closing.signal.aborted) return
    await freeLeasesOnce()
    const owner = ids.hex(8)
    const claimed = await repository.claim(owner, now(), later(leaseMs))
    if (claimed === undefined) return
    if (closing.signal.aborted) return repository.release(owner)
    const stop = new AbortController()
    const ended = work(owner, claimed.to, stop)
      .catch(report)
      .finally(() => {
        running = undefined
      })
    running = { ended, stop }
  }

  // One claim at a time: a second one could take the lease of the first, which would then never end the move.
  const { run: runLook } = createQueue({ concurrency: 1 })
  const look = (): Promise<void> => runLook(claimNext)

  const first = schedule.at(clock.now().getTime() + firstLookMs, () => void look().catch(report))
  const endLooking = isShared ? schedule.every(lookEveryMs, () => void look().catch(report)) : undefined

  return {
    start: async (to) => {
      if (!(await repository.start(to, now()))) throw new AppError('FILE_MOVE_RUNNING')
      if (running === undefined) return look()
      // The move before still cleans up, which may take long if its storage is silent.
      running.ended.then(look).catch(report)
      return undefined
    },
    cancel: async () => {
      if (!(await repository.end('cancelled', now()))) throw new AppError('FILE_MOVE_NOT_RUNNING')
      running?.stop.abort()
    },
    close: async () => {
      closing.abort()
      first()
      endLooking?.()
      running?.stop.abort()
      await running?.ended
    },
  }
}
