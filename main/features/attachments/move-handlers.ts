import { AppError } from '@common/errors'
import type { attachmentOperations, FileMoveView } from '@common/operations/attachments'
import { serviceIds, serviceOf } from '@common/plugins/services'
import type { FeatureModule } from '@main/operations/module'
import type { MoveRepository } from './move-repository'
import type { FileMover } from './mover'
import { localPlace, type FilePlaces } from './places'

type Module = FeatureModule<typeof attachmentOperations>
type MoveOperation = 'fileMoveRead' | 'fileMoveStart' | 'fileMoveCancel'

export function createMoveHandlers(options: {
  readonly repository: MoveRepository
  readonly mover: FileMover
  readonly places: FilePlaces
}): Pick<Module['handlers'], MoveOperation> {
  const { repository, mover, places } = options
  const view = async (): Promise<FileMoveView> => {
    const active = await places.active()
    return { active: serviceIds.find((id) => id === active) ?? localPlace, ...(await repository.read()) }
  }
  return {
    fileMoveRead: view,

    fileMoveStart: async (_context, { to }) => {
      if (to !== localPlace && (await places.of(to)) === undefined)
        throw new AppError('SERVICE_NOT_INSTALLED', { service: serviceOf(to).title })
      await mover.start(to)
      return view()
    },

    fileMoveCancel: async () => {
      await mover.cancel()
      return view()
    },
  }
}

export const moveAudit: Pick<NonNullable<Module['audit']>, 'fileMoveStart' | 'fileMoveCancel'> = {
  fileMoveStart: ({ input: { to } }) => ({ operation: 'INSTALLATION/FILES_MOVED', details: { to } }),
  fileMoveCancel: () => ({ operation: 'INSTALLATION/FILE_MOVE_CANCELLED' }),
}
