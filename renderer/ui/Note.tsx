import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon'
import { IconButton } from './IconButton'
import styles from './Note.module.css'

export interface NoteProps {
  readonly icon: IconName
  readonly text: string
  /** Buttons after the text. */
  readonly children?: ReactNode
  /** Makes the note closable. */
  readonly close?: { readonly label: string; readonly onClose: () => void }
}

/** A line above rows with information about all of them. */
export function Note({ icon, text, children, close }: NoteProps) {
  return (
    <div className={styles.note} role="status">
      <Icon name={icon} size={14} />
      <span className={styles.text} data-closable={close !== undefined || undefined}>
        {text}
      </span>
      {children}
      {close && <IconButton icon="close" size="xs" label={close.label} onClick={close.onClose} />}
    </div>
  )
}
