import { AppError } from '@common/errors'
import { digestOf } from '@main/lib/files'
import type { CopyRow, FileRow, MoveRepository } from './move-repository'
import { titleOf, type FilePlaces, type Place } from './places'
import type { AttachmentStorage } from './storage'

/** Steps of a move: one file, and the copies that earlier moves left. */
export function createFileSteps(options: {
  readonly repository: MoveRepository
  readonly places: FilePlaces
  /** Receives bytes on the way. */
  readonly local: Pick<AttachmentStorage, 'receive'>
  /** Ends with the server. */
  readonly closing: AbortSignal
  readonly report: (error: unknown) => void
}) {
  const { repository, places, local, closing, report } = options

  /** Copies a file, compares the copy, makes it the file, and deletes the former one: in this order. */
  const moveFile = async (file: FileRow, to: string, target: Place, signal: AbortSignal): Promise<void> => {
    const source = await places.of(file.place)
    if (source === undefined) throw new AppError('SERVICE_NOT_INSTALLED', { service: titleOf(file.place) })
    const object = await source.store.get(source.keyOf(file.project_id, file.id), undefined, signal)
    if (object === undefined) throw new AppError('ATTACHMENT_NOT_FOUND')
    const arrived = await local.receive(object.stream)
    try {
      const { size, sha256, content } = arrived
      const isSame = size === file.size && (file.sha256 === null || file.sha256 === sha256)
      if (!isSame) throw new AppError('STORAGE_CHECKSUM_WRONG', { storage: titleOf(file.place) })
      const copyId = await repository.noteCopy(to, file)
      const key = target.keyOf(file.project_id, file.id)
      await target.store.put(key, content, signal)
      const copy = await target.store.get(key, undefined, signal)
      if (copy === undefined || (await digestOf(copy.stream)).sha256 !== sha256)
        throw new AppError('STORAGE_CHECKSUM_WRONG', { storage: titleOf(to) })
      const formerId = await repository.switch(file, to, sha256, copyId)
      // After the lease is lost, another server deletes the former file.
      if (formerId === undefined || signal.aborted) return
      await source.store.remove(source.keyOf(file.project_id, file.id))
      await repository.forgetCopy(formerId)
    } finally {
      await arrived.discard()
    }
  }

  /** Deletes a copy unless it is the file. */
  const removeCopy = async (copy: CopyRow): Promise<void> => {
    // From now on, no other server can make this copy the file.
    const id = await repository.takeCopy(copy.id)
    if (id === undefined) return
    const { place, project_id: projectId, file_id: fileId } = copy
    const file = await repository.file(fileId)
    const held = file?.place === place ? undefined : await places.of(place)
    await held?.store.remove(held.keyOf(projectId, fileId), closing)
    await repository.forgetCopy(id)
  }

  const removeCopies = async (): Promise<void> => {
    for (const copy of await repository.copies()) {
      if (closing.aborted) return
      await removeCopy(copy).catch(report)
    }
  }

  return { moveFile, removeCopies }
}
