import { sentence } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Icon } from '@renderer/ui'
import { useEffect, useState } from 'react'
import { useDropTargets, type DropTarget } from './drop-target'
import styles from './drop.module.css'

/** Elements with their own file drop: a cell under the pointer, its list of files, a certificate. */
const takesFiles = '[data-takes-files]'
/** The frame that a grid draws around a cell that accepts files. */
const cellThatTakes = '[data-drop-target]'
/** An open modal dialog. */
const question = '[aria-modal="true"]'

/** Shows a ring around the window during a file drag, with the action of a drop. */
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

/** Returns the dropped files and the name of the first folder among them. */
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
 * Listens in the capture phase, because elements with their own file drop stop the events. Cancels all other drops,
 * because a browser would leave the page for the file.
 */
function followDrags(tell: (held: DropTarget | undefined) => void): () => void {
  // A dragged picture of the page looks like a file.
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
    // Without a related target, the pointer left the window.
    if (relatedTarget === null) tell(undefined)
  }
  const drop = (event: DragEvent): void => {
    tell(undefined)
    if (!holdsFiles(event) || isTheirs(event)) return
    event.preventDefault()
    const { files, folder } = filesOf(event.dataTransfer)
    const target = targetOf()
    // Browsers represent folders as unreadable files.
    if (target && folder !== undefined) toast.error(sentence('importStart.folder', { folder }))
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
