import { filesOf, filesPerCell, type AttachedFile } from '@common/columns/values/files'
import type { Column } from '@common/model'
import { UploadRefusal, type UploadTarget } from '@renderer/features/attachments'
import { sentence } from '@renderer/i18n'
import type { DraftRow } from '../drafts/draft-row'
import type { GridModel } from '../model/grid-model'
import { rowKey, type Row } from '../rows/row-key'

const draftNames = new WeakMap<DraftRow, number>()
let drafts = 0

function nameOfDraft(draft: DraftRow): number {
  const known = draftNames.get(draft)
  if (known !== undefined) return known
  drafts += 1
  draftNames.set(draft, drafts)
  return drafts
}

/** Returns the files of a cell; an empty list for other values. */
export function filesIn(value: unknown): readonly AttachedFile[] {
  return typeof value === 'string' ? (filesOf(value) ?? []) : []
}

/**
 * A cell as the place where uploads go. It is found by its record, not by its place: until a file has arrived, rows
 * may have moved, a new record may have been stored, and the table may be open no longer.
 */
export function cellTarget(projectId: string, model: GridModel, line: number, column: Column): UploadTarget {
  const draft = model.draftAt(line)
  const row = model.rows.rowAt(line)
  const { name } = model.table
  const key = draft ? `new ${nameOfDraft(draft)}` : (model.keyAt(line) ?? '')

  /** Returns the stored record; undefined while it isn't stored yet. */
  const stored = (): Row | undefined => (draft ? model.drafts.storedAs(draft) : row)
  const lineNow = (): number | undefined => {
    const place = draft && model.drafts.indexOf(draft)
    if (place !== undefined) return model.rows.length + place
    const held = stored()
    const wanted = held && rowKey(model.table, held)
    return wanted === undefined ? undefined : model.rows.find((one) => rowKey(model.table, one) === wanted)
  }

  return {
    cell: `${projectId}/${name}/${key}/${column.name}`,
    projectId,
    add: async (file) => {
      const at = lineNow()
      const value = at === undefined || isLeft(model) ? undefined : model.valueAt(at, column)
      if (at !== undefined && value !== undefined) {
        const sentence = model.give(at, column, { kind: 'json', value: added(filesIn(value), file) })
        if (sentence !== undefined) throw new UploadRefusal(sentence)
        return
      }
      const held = stored()
      if (!held) throw new UploadRefusal(sentence('attachments.rowGone'))
      const fresh = await model.api.read(held)
      const files = JSON.stringify(added(filesIn(fresh[column.title]), file))
      if (model.stages) await model.write(fresh, column, files, files)
      else await model.api.update(held, { [column.title]: files })
    },
  }
}

function added(files: readonly AttachedFile[], file: AttachedFile): readonly AttachedFile[] {
  if (files.length >= filesPerCell) throw new UploadRefusal(sentence('attachments.tooMany', { max: filesPerCell }))
  return [...files, file]
}

/** Models of closed tables: their data may be stale. */
const left = new WeakSet<GridModel>()
export const leaveModel = (model: GridModel): void => void left.add(model)
export const enterModel = (model: GridModel): void => void left.delete(model)
const isLeft = (model: GridModel): boolean => left.has(model)
