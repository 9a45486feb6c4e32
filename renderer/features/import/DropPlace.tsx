import { t } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Icon } from '@renderer/ui'
import { useEffect, useState } from 'react'
import { useDropTargets, type DropTarget } from './drop-target'
import styles from './drop.module.css'

/** What takes files by itself says so: a cell that is pointed at, the list of its files, a certificate. */
const takesFiles = '[data-takes-files]'
/** The frame that a grid draws around a cell that takes files. */
const cellThatTakes = '[data-drop-target]'
/** A question waits for its answer. */
const question = '[aria-modal="true"]'

/** Files that are held over the window: a ring around it says what will become of them. */
export function DropPlace() {
  const [held, setHeld] = useState<DropTarget>()
  useEffect(() => followDrags(setHeld), [])
  if (!held) return null
  return (
    <div className={styles.veil} role="status" data-drop-ring>
      <div className={styles.note}>
        <span className={styles.mark}>
          <Icon name="download" size={20} />
        </span>
        <strong>{held.title}</strong>
        <span>{held.text}</span>
      </div>
    </div>
  )
}

/** Files that were dropped, and the name of the first folder among them. */
function filesOf(dropped: DataTransfer | null): { readonly files: File[]; readonly folder: string | undefined } {
  const folders = new Set<string>()
  for (const item of dropped?.items ?? []) {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null
    if (entry?.isDirectory === true) folders.add(entry.name)
  }
  const [folder] = folders
  return { files: [...(dropped?.files ?? [])].filter(({ name }) => !folders.has(name)), folder }
}

/**
 * Listens before anybody else, because what takes files by itself does not let the events through; and takes every
 * drop that nobody wants, because a browser would leave the page for the file.
 */
function followDrags(tell: (held: DropTarget | undefined) => void): () => void {
  // A picture of the page that is dragged looks like a file.
  let isOwn = false
  const holdsFiles = ({ dataTransfer }: DragEvent): boolean => !isOwn && dataTransfer?.types.includes('Files') === true
  const isTheirs = ({ target }: DragEvent): boolean =>
    (target instanceof Element && target.closest(takesFiles) !== null) || document.querySelector(cellThatTakes) !== null
  const targetOf = (): DropTarget | undefined =>
    document.querySelector(question) === null ? useDropTargets.getState().target : undefined

  const begin = (): void => void (isOwn = true)
  const end = (): void => void (isOwn = false)
  const over = (event: DragEvent): void => {
    if (!holdsFiles(event)) return
    if (isTheirs(event)) return tell(undefined)
    const target = targetOf()
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = target ? 'copy' : 'none'
    tell(target)
  }
  const leave = ({ relatedTarget }: DragEvent): void => {
    // Nothing is entered: the window was left.
    if (relatedTarget === null) tell(undefined)
  }
  const drop = (event: DragEvent): void => {
    tell(undefined)
    if (!holdsFiles(event) || isTheirs(event)) return
    event.preventDefault()
    const { files, folder } = filesOf(event.dataTransfer)
    const target = targetOf()
    // A browser hands folders out as files that nobody can read.
    if (target && folder !== undefined) toast.error(t('importStart.folder', { folder }))
    if (files.length > 0) target?.take(files)
  }
  const listeners = { dragstart: begin, dragend: end, dragenter: over, dragover: over, dragleave: leave, drop } as const
  for (const [name, listener] of Object.entries(listeners))
    window.addEventListener(name, listener as EventListener, true)
  return () => {
    for (const [name, listener] of Object.entries(listeners))
      window.removeEventListener(name, listener as EventListener, true)
  }
}
