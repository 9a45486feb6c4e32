import type { trashOperations } from '@common/operations/trash'
import type { Schedule } from '@main/lib/schedule'
import type { FeatureModule } from '@main/operations/module'
import { createTrashHandlers, type WriteBack } from './handlers'
import type { RowsDeleted } from './recorder'
import { createTrashService, type TrashService } from './service'
import type { TrashServiceOptions } from './types'

export { forgetTrashSteps, readTrash, trashBegunStep, trashEntrySteps, trashFollows, type TrashEntry } from './entries'
export type { TrashedColumn, TrashedColumns, TrashedTable } from './trashed-schema'
export { restoredToWire } from './restored'
export type { TrashAnswer } from './service'
export { createTrashRecorder, type TrashRecorder } from './recorder'

/** Interval between purges. */
const purgeEveryMs = 6 * 60 * 60 * 1_000
const firstPurgeMs = 60_000

/** Deleted items, which can be restored until a deadline. */
export interface Trash extends FeatureModule<typeof trashOperations, RowsDeleted> {
  readonly purge: () => Promise<void>
  readonly ofChange: TrashService['ofChange']
  readonly restore: TrashService['restore']
  readonly close: () => void
}

export interface TrashOptions extends TrashServiceOptions {
  readonly schedule: Schedule
  readonly writeBack: WriteBack
}

export function createTrash(options: TrashOptions): Trash {
  const service = createTrashService(options)
  let looked = options.clock.now().getTime()
  const purge = (): void => {
    looked = options.clock.now().getTime()
    void service.purge().catch(options.report)
  }
  const endTimer = options.schedule.every(purgeEveryMs, purge, { firstMs: firstPurgeMs })
  return {
    // The rows record it themselves.
    audit: {
      rowsWriteBack: null,
      trashRestore: ({ output: { restored } }) => ({ operation: 'TRASH/RESTORED', details: { rows: restored } }),
      trashDelete: ({ output: { deleted } }) => ({ operation: 'TRASH/DELETED', details: { rows: deleted } }),
      trashEmpty: ({ output: { deleted } }) => ({ operation: 'TRASH/EMPTIED', details: { rows: deleted } }),
    },
    onRows: options.recorder.rowsChanged,
    rowsStored: options.recorder.flush,
    settled: () => options.recorder.flush().catch(options.report),
    handlers: createTrashHandlers({
      store: options.store,
      lookups: options.lookups,
      writeBack: options.writeBack,
      service: {
        ...service,
        list: (...query) => {
          // A computer may have slept until just now.
          if (options.clock.now().getTime() - looked > purgeEveryMs) purge()
          return service.list(...query)
        },
      },
    }),
    purge: service.purge,
    ofChange: service.ofChange,
    restore: service.restore,
    close: endTimer,
  }
}
