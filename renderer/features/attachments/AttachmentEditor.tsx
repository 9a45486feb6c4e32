import { useFailure } from '@renderer/api'
import { storedFileAddress, type AttachedFile } from '@common/columns/values/files'
import type { CellEditorProps } from '@renderer/cells'
import { useTranslation } from '@renderer/i18n'
import { Button, classes } from '@renderer/ui'
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
} from 'react'
import styles from './attachments.module.css'
import { useCellFiles } from './cell-files'
import { moved, renamed } from './file-list'
import { FileLine } from './FileLine'
import { downloadFile } from './open-file'
import { UploadLine } from './UploadLine'
import { upload, useUploads } from './uploads'

/**
 * The files of a cell: add by button, drop or paste; rename, reorder, remove. Every change is saved immediately;
 * uploads continue after the editor closes.
 */
export function AttachmentEditor({ column, onCommit, onCancel, problemId }: CellEditorProps) {
  const { t } = useTranslation()
  const { target, files, change, view } = useCellFiles()
  const uploads = useUploads(({ list }) => list).filter(({ cell }) => cell === target.cell)
  const [at, setAt] = useState(0)
  const [renaming, setRenaming] = useState(false)
  const [problem, setProblem] = useFailure()
  const list = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const dragged = useRef<number>(undefined)
  const current = Math.max(0, Math.min(at, files.length - 1))
  useLayoutEffect(() => list.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    if (!renaming) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [current, renaming])

  const add = (given: readonly File[]): void => {
    if (given.length > 0) upload(given, target)
  }
  const { isOver, handlers } = useGivenFiles(add, renaming)
  const keep = (next: readonly AttachedFile[]): void => setProblem(next === files ? undefined : change(next))
  const remove = (index: number): void => keep(files.filter((_, other) => other !== index))
  const move = (from: number, to: number): void => {
    keep(moved(files, from, to))
    setAt(Math.max(0, Math.min(files.length - 1, to)))
  }
  const rename = (name: string): void => {
    setRenaming(false)
    keep(renamed(files, current, name))
    list.current?.focus({ preventScroll: true })
  }

  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || renaming) return
    const inList = event.target === list.current
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Tab' && inList && event.shiftKey) onCommit({ kind: 'json', value: files }, 'left')
    else if (!inList) return
    else if (event.altKey && event.key === 'ArrowUp') move(current, current - 1)
    else if (event.altKey && event.key === 'ArrowDown') move(current, current + 1)
    else if (event.key === 'ArrowDown') setAt(Math.min(files.length - 1, current + 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(0, current - 1))
    else if (event.key === 'Home') setAt(0)
    else if (event.key === 'End') setAt(files.length - 1)
    else if (event.key === 'Enter' || event.key === ' ') {
      if (files.length === 0) picker.current?.click()
      else view(current)
    } else if (event.key === 'F2' && files.length > 0) setRenaming(true)
    else if ((event.key === 'Delete' || event.key === 'Backspace') && files.length > 0) remove(current)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      role="presentation"
      className={classes(styles.editor, isOver && styles.over)}
      data-takes-files
      onKeyDown={press}
      {...handlers}
    >
      <div
        ref={list}
        className={styles.list}
        data-files
        // Screen readers treat lines with buttons as rows of a grid.
        role={files.length > 0 ? 'grid' : 'group'}
        tabIndex={0}
        aria-label={column.title}
        aria-describedby={problemId}
        aria-activedescendant={files.length > 0 ? `attached-${current}` : undefined}
      >
        {files.map((file, index) => (
          <FileLine
            key={`${file.url} ${index}`}
            id={`attached-${index}`}
            file={file}
            isCurrent={index === current}
            isRenaming={renaming && index === current}
            onPoint={() => setAt(index)}
            onView={() => view(index)}
            onDownload={() => void downloadFile(target.projectId, file)}
            onRename={() => {
              setAt(index)
              setRenaming(true)
            }}
            onRenamed={rename}
            onRemove={() => remove(index)}
            onDragStart={() => {
              dragged.current = index
            }}
            onDropped={() => {
              if (dragged.current !== undefined) move(dragged.current, index)
              dragged.current = undefined
            }}
            isOurs={storedFileAddress(file.url) !== undefined}
          />
        ))}
        {files.length === 0 && uploads.length === 0 && <p className={styles.none}>{t('attachments.empty')}</p>}
      </div>
      {uploads.length > 0 && (
        <ul className={styles.uploads} aria-label={t('attachments.uploads')}>
          {uploads.map((one) => (
            <UploadLine key={one.id} upload={one} />
          ))}
        </ul>
      )}
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.foot}>
        <Button icon="plus" size="sm" onClick={() => picker.current?.click()}>
          {t('attachments.add')}
        </Button>
        <span className={styles.hint}>{t('attachments.hint')}</span>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          tabIndex={-1}
          aria-label={t('attachments.add')}
          onChange={(event) => {
            add([...(event.currentTarget.files ?? [])])
            event.currentTarget.value = ''
            list.current?.focus({ preventScroll: true })
          }}
        />
      </div>
    </div>
  )
}

/** Handlers for pasted and dropped files. `isOver`: the pointer drags files over the element. */
function useGivenFiles(add: (files: readonly File[]) => void, ignorePaste: boolean) {
  const [isOver, setOver] = useState(false)
  const paste = (event: ClipboardEvent): void => {
    const given = [...event.clipboardData.files]
    if (ignorePaste || given.length === 0) return
    event.preventDefault()
    add(given)
  }
  const hold = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }
  const drop = (event: DragEvent): void => {
    setOver(false)
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    add([...event.dataTransfer.files])
  }
  const leave = (event: DragEvent): void => {
    if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false)
  }
  return {
    isOver,
    handlers: { onPaste: paste, onDragEnter: hold, onDragOver: hold, onDragLeave: leave, onDrop: drop },
  }
}
