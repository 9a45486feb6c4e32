import { useTranslation } from '@renderer/i18n'
import { IconButton, Popover } from '@renderer/ui'
import { PointAnchor } from '@renderer/ui/PointAnchor'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import styles from './tables.module.css'

export interface ColumnFrameProps {
  readonly title: string
  readonly at: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  /** True while nothing is entered; a click outside then closes it. */
  readonly isUntouched: boolean
  readonly onClose: () => void
  readonly onSave: () => void
  /** Cancel and the main button, with other controls beside them. */
  readonly foot: ReactNode
  readonly children: ReactNode
}

/** A popover below a column header (448 px wide). Its content scrolls; head and foot are fixed. */
export function ColumnFrame({ title, at, isUntouched, onClose, onSave, foot, children }: ColumnFrameProps) {
  const { t } = useTranslation()
  const save = (event: FormEvent): void => {
    event.preventDefault()
    event.stopPropagation()
    onSave()
  }
  return (
    <Popover
      opened
      width={448}
      label={title}
      keepOnEscape
      // A click outside doesn't discard input; Escape and Cancel do.
      onChange={(opened) => {
        if (!opened && isUntouched) onClose()
      }}
      target={<PointAnchor at={at} aria-label={title} />}
    >
      <form
        className={styles.form}
        style={{ maxHeight: `max(320px, calc(100dvh - ${Math.round(at.y + at.height)}px - 36px))` }}
        onSubmit={save}
        noValidate
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !closesSomethingElse(event)) onClose()
        }}
      >
        <div className={styles.head}>
          <h2>{title}</h2>
          <IconButton icon="close" size="xs" label={t('tables.column.close')} onClick={onClose} />
        </div>
        <div className={styles.body}>{children}</div>
        <div className={styles.foot}>{foot}</div>
      </form>
    </Popover>
  )
}

/** Escape closes the list or menu that is open first, then the dialog. */
function closesSomethingElse({ target, currentTarget, defaultPrevented }: KeyboardEvent<HTMLElement>): boolean {
  if (defaultPrevented || !(target instanceof Element) || !currentTarget.contains(target)) return true
  return target.getAttribute('aria-haspopup') !== null && target.getAttribute('aria-expanded') === 'true'
}
