import type { KeyLine } from '@renderer/actions'
import type { GridPart } from '@renderer/features/records/parts/grid-part'
import { useTranslation } from '@renderer/i18n'
import { isMac, keyNames } from '@renderer/ui'
import { useEffect, useRef, useState } from 'react'
import { BusyBar, type BusyWork } from '@renderer/features/records/frame/BusyBar'
import type { CellMenuEntry } from '@renderer/features/records/frame/menu-entries'
import { rangesOf } from '@renderer/features/records/painter/selection'
import type { GridSession } from '@renderer/features/records/session/session'
import { missingInNewRows } from '@renderer/features/records/writes/bulk-edits'
import { cutCells, useCut } from './cut'
import { blockOfClipboard, pasteTargets } from './paste'
import { PasteDialog } from './PasteDialog'
import { useCopy } from './use-copy'
import { usePaste } from './use-paste'

/** Keys of `useClipboardPart`, for the help. */
export const clipboardKeys: readonly KeyLine[] = [
  { id: 'clipboard.copy', label: 'keyHelp.range.copy', keys: ['Mod+C'], area: 'range' },
  { id: 'clipboard.cut', label: 'keyHelp.range.cut', keys: ['Mod+X'], area: 'range' },
  { id: 'clipboard.paste', label: 'keyHelp.range.paste', keys: ['Mod+V'], area: 'range' },
]

/** Copy, cut and paste of ranges while the grid has the focus. */
export function useClipboardPart(session: GridSession): GridPart {
  const { t } = useTranslation()
  const latest = useRef(session)
  latest.current = session
  const [work, setWork] = useState<BusyWork>()
  const withNames = useRef(false)
  const cut = useCut((state) => state.cut)
  const copy = useCopy(latest, withNames, setWork)
  const { paste, question, answer, cancel, isPasting } = usePaste(latest, setWork)

  const run = useRef({ copy, paste })
  run.current = { copy, paste }
  useEffect(() => {
    const inGrid = (event: ClipboardEvent): boolean =>
      !event.defaultPrevented &&
      latest.current.area.current?.contains(document.activeElement) === true &&
      !isField(event.target)
    const onCopy = (event: ClipboardEvent): void => {
      if (inGrid(event) && run.current.copy(event.clipboardData, event.type === 'cut')) event.preventDefault()
    }
    const onPaste = (event: ClipboardEvent): void => {
      if (
        !inGrid(event) ||
        !event.clipboardData ||
        pasteTargets(latest.current.state.getState().selection, 1).length === 0
      )
        return
      const block = blockOfClipboard(event.clipboardData)
      if (!block) return
      event.preventDefault()
      run.current.paste(block)
    }
    document.addEventListener('copy', onCopy)
    document.addEventListener('cut', onCopy)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('copy', onCopy)
      document.removeEventListener('cut', onCopy)
      document.removeEventListener('paste', onPaste)
    }
  }, [])

  const command = (name: 'copy' | 'cut', names = false): void => {
    session.grid.current?.focus()
    withNames.current = names
    // Only the browser's event gives access to the clipboard everywhere.
    document.execCommand(name)
    withNames.current = false
  }
  /** Browsers ask for permission before a page reads the clipboard; the desktop window never may. */
  const pasteFromMenu = async (): Promise<void> => {
    session.grid.current?.focus()
    try {
      const block = blockOfClipboard(await readClipboard())
      if (block && pasteTargets(session.state.getState().selection, 1).length > 0) run.current.paste(block)
    } catch {
      session.notes.say(t('grid.clipboard.pasteByKeys', { keys: keyNames('Mod+V').join(isMac ? '' : '+') }))
    }
  }
  const isCutHere = cut?.projectId === session.projectId && cut.table.name === session.table.name

  return {
    ...(isCutHere ? { highlights: cut.ranges.map((range) => ({ range })) } : {}),
    key: ({ key }) => {
      if (key !== 'Escape' || !cut) return false
      cutCells.end()
      return true
    },
    cellMenu: () => {
      const mayChange = session.readOnly === undefined
      const ranges = rangesOf(session.state.getState().selection)
      const entry = (id: string, line: Omit<CellMenuEntry, 'id' | 'group'>): CellMenuEntry => ({
        id: `clipboard.${id}`,
        group: 'clipboard',
        ...line,
      })
      return [
        ...(mayChange
          ? [entry('cut', { icon: 'cut', keys: 'Mod+X', label: t('grid.clipboard.cut'), run: () => command('cut') })]
          : []),
        entry('copy', { icon: 'copy', keys: 'Mod+C', label: t('grid.menu.copy'), run: () => command('copy') }),
        ...(mayChange || session.mayAddRows
          ? [
              entry('paste', {
                icon: 'paste',
                keys: 'Mod+V',
                label: t('grid.menu.paste'),
                run: () => void pasteFromMenu(),
              }),
            ]
          : []),
        ...(mayChange && ranges.length > 0
          ? [
              entry('clear', {
                icon: 'close',
                keys: 'Delete',
                label: t('grid.menu.clear'),
                run: () => session.actions.clear(ranges),
              }),
            ]
          : []),
        entry('names', { icon: 'table', label: t('grid.clipboard.copyNames'), run: () => command('copy', true) }),
      ]
    },
    stage: <BusyBar work={work} />,
    overlay: question && (
      <PasteDialog
        table={session.table.title}
        paste={question}
        missing={missingInNewRows(session.table, session.columns, question.plan)}
        loading={isPasting}
        onConfirm={(choices) => answer(question, choices)}
        onClose={cancel}
      />
    ),
  }
}

/** Reads the clipboard in the form of a paste event. */
async function readClipboard(): Promise<Pick<DataTransfer, 'getData'>> {
  const forms = new Map<string, string>()
  for (const item of await navigator.clipboard.read())
    for (const type of ['text/html', 'text/plain'])
      if (item.types.includes(type) && !forms.has(type)) forms.set(type, await (await item.getType(type)).text())
  return { getData: (type) => forms.get(type) ?? '' }
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
