import type { AttachedFile } from '@common/columns/values/files'
import { FileStamp } from '@renderer/cells'
import { directionOfValue, formatBytes, useTranslation } from '@renderer/i18n'
import { classes, IconButton } from '@renderer/ui'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import styles from './attachments.module.css'
import { nameLength } from './file-list'

export interface FileLineProps {
  readonly id: string
  readonly file: AttachedFile
  readonly isCurrent: boolean
  readonly isRenaming: boolean
  /** Its bytes are stored in this installation. */
  readonly isOurs: boolean
  readonly onPoint: () => void
  readonly onView: () => void
  readonly onDownload: () => void
  readonly onRename: () => void
  readonly onRenamed: (name: string) => void
  readonly onRemove: () => void
  readonly onDragStart: () => void
  readonly onDropped: () => void
}

/** One file of a cell, with its actions. */
export function FileLine(props: FileLineProps) {
  const { id, file, isCurrent, isRenaming, isOurs, onPoint, onView, onDownload, onRename, onRenamed, onRemove } = props
  const { t } = useTranslation()
  const [isTarget, setTarget] = useState(false)
  const keepFocus = (event: { preventDefault: () => void }): void => event.preventDefault()
  return (
    <div
      id={id}
      role="row"
      tabIndex={-1}
      aria-selected={isCurrent}
      className={classes(styles.line, isCurrent && styles.current, isTarget && styles.target)}
      draggable={!isRenaming}
      onPointerDown={onPoint}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', file.title)
        props.onDragStart()
      }}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setTarget(true)
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={(event) => {
        setTarget(false)
        if (event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        event.stopPropagation()
        props.onDropped()
      }}
    >
      <div role="gridcell" className={styles.cell}>
        <button
          type="button"
          className={styles.open}
          tabIndex={-1}
          onClick={onView}
          aria-label={t('attachments.view', { name: file.title })}
        >
          <FileStamp file={file} side={28} />
        </button>
        {isRenaming ? (
          <NameField title={file.title} onDone={onRenamed} />
        ) : (
          <span className={styles.name} title={file.title} onDoubleClick={onRename}>
            <bdi>{file.title}</bdi>
          </span>
        )}
        {file.size !== undefined && !isRenaming && <span className={styles.size}>{formatBytes(file.size)}</span>}
        <span className={styles.buttons} onPointerDown={keepFocus}>
          <IconButton
            icon={isOurs ? 'download' : 'link'}
            size="xs"
            tabIndex={-1}
            label={t(isOurs ? 'attachments.download' : 'attachments.openAddress')}
            onClick={onDownload}
          />
          <IconButton
            icon="pencil"
            size="xs"
            tabIndex={-1}
            label={t('attachments.rename')}
            keys="F2"
            onClick={onRename}
          />
          <IconButton
            icon="close"
            size="xs"
            tabIndex={-1}
            label={t('attachments.remove')}
            keys="Delete"
            onClick={onRemove}
          />
        </span>
      </div>
    </div>
  )
}

function NameField({ title, onDone }: { readonly title: string; readonly onDone: (name: string) => void }) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(title)
  const selectName = useEffectEvent((): void => {
    field.current?.focus({ preventScroll: true })
    field.current?.setSelectionRange(0, nameLength(title))
  })
  useLayoutEffect(() => selectName(), [])
  return (
    <input
      ref={field}
      className={styles.nameField}
      aria-label={t('attachments.name')}
      dir={directionOfValue(name)}
      value={name}
      maxLength={255}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => setName(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') onDone(name)
        else if (event.key === 'Escape') onDone(title)
        else if (event.key !== 'Tab') return
        event.preventDefault()
        event.stopPropagation()
      }}
      onBlur={() => onDone(name)}
    />
  )
}
