import { usePageCommand } from '@renderer/actions'
import { data } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { AppBarEnd, Button, IconButton, later, MenuItem } from '@renderer/ui'
import { useState } from 'react'
import { useAskedDialog } from '../session/asked-dialog'
import { copyShape, writeForms } from '../clipboard/copy'
import type { CellMenuEntry } from '../frame/menu-entries'
import { PointMenu } from '../frame/PointMenu'
import { countRows, type CellPosition } from '../painter/selection'
import type { GridSession } from '../session/session'
import { exportKinds, exportParameters, exportProblem, keysOf, plainChoice, type ExportKind } from './export-request'
import type { GridPart } from '../parts/grid-part'

const ExportDialog = later(async () => (await import('./ExportDialog')).ExportDialog)

/** Text formats that the clipboard takes. */
const copied = exportKinds.filter((kind) => kind !== 'xlsx')

/** Exports the view or the selection as a file. Copies small selections as text in another format. */
export function useExportPart(session: GridSession): GridPart {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<'view' | 'selection'>()
  const [copying, setCopying] = useState<CellPosition>()
  const { table, model, columns, state, boundsOf, grid, projectId, notes, permissions, view } = session
  useAskedDialog(session, 'export', () => setOpened('view'))
  const mayExport = permissions.has('row.export')
  usePageCommand(
    { id: 'view.export', label: 'actions.exportView', keys: [], area: 'view' },
    mayExport ? () => setOpened('view') : undefined,
  )
  const hasKey = table.primaryKey.length > 0

  const copyAs = (kind: Exclude<ExportKind, 'xlsx'>): void => {
    setCopying(undefined)
    grid.current?.focus()
    const shape = copyShape(state.getState().selection, columns.length, model.rows.length)
    if (shape === undefined) return
    if (shape === 'scattered') return notes.say(t('grid.clipboard.scattered'))
    const shown = shape.columns.flatMap((at) => columns[at] ?? [])
    const { signal } = new AbortController()
    const made = async () => {
      const keys = await keysOf(model, shape.rows, signal)
      const choice = { ...plainChoice, kind, shown: kind !== 'json' }
      const parameters = exportParameters(session, shown, choice, keys)
      const file = await data.file(projectId, [table.title], { parameters, signal })
      return { text: (await file.text()).trimEnd(), html: undefined }
    }
    const forms = made()
    writeForms(forms, false)
      .then(() => notes.announce(t('grid.copied', { rows: countRows(shape.rows), columns: shown.length })))
      // The clipboard hides the error of a rejected promise.
      .catch(async (error: unknown) => {
        const reason = await forms.then(
          () => error,
          (given: unknown) => given,
        )
        const refused = reason instanceof TypeError || reason instanceof DOMException
        toast.error(sentence('grid.notCopied'), {
          detail: refused ? sentence('grid.clipboard.refused') : exportProblem(reason),
        })
      })
  }

  const at = copying && boundsOf(copying)
  if (!mayExport) return {}
  return {
    toolbarEnd: view.onlyMe !== 'visitor' && (
      <IconButton icon="download" label={t('grid.export.button')} onClick={() => setOpened('view')} />
    ),
    cellMenu: (cell) => {
      if (!hasKey || model.isDraft(cell.row)) return []
      const entries: CellMenuEntry[] = [
        {
          id: 'export.copyAs',
          group: 'clipboard',
          icon: 'code',
          label: t('grid.export.copyAs'),
          run: () => setCopying(cell),
        },
        {
          id: 'export.selection',
          group: 'clipboard',
          icon: 'download',
          label: t('grid.export.selection'),
          run: () => setOpened('selection'),
        },
      ]
      return entries
    },
    overlay: (
      <>
        {view.onlyMe === 'visitor' && (
          <AppBarEnd.Fill>
            <Button icon="download" onClick={() => setOpened('view')}>
              {t('grid.export.download')}
            </Button>
          </AppBarEnd.Fill>
        )}
        {opened !== undefined && (
          <ExportDialog
            session={session}
            ofSelection={opened === 'selection'}
            onClose={() => {
              setOpened(undefined)
              // The dialog itself returns the focus to the button; the menu of a cell is gone by then.
              if (opened === 'selection') grid.current?.focus()
            }}
          />
        )}
        {at && (
          <PointMenu at={at} label={t('grid.export.copyAs')} onClose={() => setCopying(undefined)}>
            {copied.map((kind) => (
              <MenuItem key={kind} onClick={() => copyAs(kind)}>
                {t(`grid.export.kinds.${kind}`)}
              </MenuItem>
            ))}
          </PointMenu>
        )}
      </>
    ),
  }
}
