import { messageOf } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import type { RefObject } from 'react'
import type { BusyWork } from '@renderer/features/records/frame/BusyBar'
import {
  copyShape,
  giveForms,
  heldForms,
  isTypedShape,
  loadForms,
  TooMuchToCopy,
  writeForms,
  type ClipboardForms,
  type CopyShape,
} from '@renderer/features/records/clipboard/copy'
import { countRows } from '@renderer/features/records/painter/selection'
import type { GridSession } from '@renderer/features/records/session/session'
import { cutCells, cutShape } from './cut'

/** Copies or cuts the selection. Returns false if nothing is selected. */
export type Copy = (data: DataTransfer | null, isCut: boolean) => boolean

/**
 * Returns the command that puts the selection on the clipboard: at once if its rows are loaded, else when they are.
 *
 * @param withNames  true while a command copies the names of columns, too
 */
export function useCopy(
  latest: RefObject<GridSession>,
  withNames: RefObject<boolean>,
  setWork: (work: BusyWork | undefined) => void,
): Copy {
  const { t } = useTranslation()

  const notCopied = (error: unknown): void => {
    if (error instanceof DOMException && error.name === 'AbortError') return
    const detail =
      error instanceof TooMuchToCopy
        ? t('grid.clipboard.tooMuch', { max: error.max })
        : error instanceof TypeError || error instanceof DOMException
          ? t('grid.clipboard.refused')
          : messageOf(error)
    toast.error(sentence('grid.notCopied'), { detail })
  }

  const copied = (shape: CopyShape, copy: string, isCut: boolean): void => {
    const { notes } = latest.current
    const size = { rows: countRows(shape.rows), columns: shape.columns.length }
    if (isCut)
      void cutShape(latest.current, shape, copy).then(() => notes.say(t('grid.clipboard.cutTold', size)), notCopied)
    else {
      cutCells.end()
      notes.announce(t('grid.copied', size))
    }
  }

  return (data, isCut) => {
    const { model, columns, state, notes, readOnly } = latest.current
    const { selection } = state.getState()
    const shape = copyShape(selection, columns.length, model.rowCount)
    if (shape === undefined) return false
    if (shape === 'scattered') {
      notes.say(t('grid.clipboard.scattered'))
      return true
    }
    const takesAway = isCut && readOnly === undefined
    const { projectId } = latest.current
    const options = { header: withNames.current, copy: crypto.randomUUID(), projectId }
    const held = data === null ? undefined : heldForms(model, columns, shape, options)
    if (held && data) {
      giveForms(data, held)
      copied(shape, options.copy, takesAway)
      return true
    }
    const count = countRows(shape.rows)
    const abort = new AbortController()
    const told = (done: number): void =>
      setWork({ sentence: sentence('grid.clipboard.copying', { done, count }), cancel: () => abort.abort() })
    told(0)
    const forms: Promise<ClipboardForms> = loadForms(model, columns, shape, options, {
      signal: abort.signal,
      progress: told,
    })
    writeForms(forms, isTypedShape(shape))
      .then(() => copied(shape, options.copy, takesAway))
      // The clipboard hides the error of a rejected promise.
      .catch(async (error: unknown) =>
        notCopied(
          await forms.then(
            () => error,
            (reason: unknown) => reason,
          ),
        ),
      )
      .finally(() => setWork(undefined))
    return true
  }
}
