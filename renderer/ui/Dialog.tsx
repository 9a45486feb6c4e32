import { Modal } from '@mantine/core'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { useEffect, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from '@renderer/i18n'
import { Button } from './Button'
import { classes } from './classes'
import styles from './Dialog.module.css'
import { IconButton } from './IconButton'
import { ErrorBanner } from './states'
import { useFocusBack } from './use-focus-back'

/** 400 confirm, 560 form, 880 settings and mapping, 1120 wizards (ui.md §4). */
export type DialogWidth = 400 | 560 | 880 | 1120

/** Above popovers (300) and their menus. */
const aboveAll = 500

export interface DialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** Called by the Cancel button, a more deliberate choice than Escape or a click outside. */
  readonly onCancel?: () => void
  readonly title: string
  /** A sentence below the title. */
  readonly text?: string | undefined
  /** Shows a cross beside the title, for dialogs without a Cancel button. */
  readonly withCross?: boolean
  readonly width?: DialogWidth
  /** Verb of the main action: 'Save column'. */
  readonly action: string
  /** Label instead of Cancel, if closing discards nothing. Null: the action alone closes it. */
  readonly leave?: string | null
  /** Content at the start of the footer. */
  readonly footer?: ReactNode
  /** Without padding: the content draws its own edges. */
  readonly flush?: boolean
  /** Enter does it. */
  readonly onSubmit: () => void
  readonly danger?: boolean
  readonly loading?: boolean
  /** Why the action cannot be done yet. */
  readonly disabledReason?: string | undefined
  /** Focuses the main action: for questions without an input. */
  readonly focusAction?: boolean
  /** True if Escape belongs to an open editor or list inside first. */
  readonly keepOnEscape?: boolean
  /** Shows the dialog above open popovers: for a question that one of them raises. */
  readonly isOnTop?: boolean
  /** Error message of the server. */
  readonly error?: string | null | undefined
  readonly children: ReactNode
}

/** Title, body, footer: Cancel, then the main action. Enter is the main action, Escape is Cancel (ui.md §7). */
export function Dialog(props: DialogProps) {
  const {
    opened,
    onClose,
    title,
    width = 560,
    action,
    onSubmit,
    danger = false,
    loading = false,
    keepOnEscape = false,
  } = props
  const { t } = useTranslation()
  useFocusBack(opened)

  // The focused element may be gone: then nothing inside receives Escape.
  const leavesAlone = opened && keepOnEscape && !loading
  useEffect(() => {
    if (!leavesAlone) return undefined
    const leave = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape' && (document.activeElement ?? document.body) === document.body) onClose()
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [leavesAlone, onClose])

  function submit(event: FormEvent): void {
    event.preventDefault()
    event.stopPropagation()
    if (!loading && props.disabledReason === undefined) onSubmit()
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={width}
      {...(props.isOnTop === true && { zIndex: aboveAll })}
      centered
      withCloseButton={false}
      closeOnClickOutside={!loading}
      closeOnEscape={!loading && !keepOnEscape}
      transitionProps={{ duration: 120, transition: 'fade' }}
      classNames={{
        content: styles.content ?? '',
        inner: styles.inner ?? '',
        overlay: styles.overlay ?? '',
        header: classes(styles.header, props.withCross === true && styles.besideCross),
        title: styles.title ?? '',
        body: styles.body ?? '',
      }}
      removeScrollProps={{ enabled: false }}
    >
      <form
        className={styles.form}
        onSubmit={submit}
        onKeyDown={(event) => {
          // An open control inside has consumed Escape, or it is a list that closes with it.
          const isOfList = event.target instanceof Element && event.target.closest('[aria-expanded="true"]') !== null
          if (keepOnEscape && !loading && event.key === 'Escape' && !event.defaultPrevented && !isOfList) onClose()
        }}
        noValidate
      >
        {props.text !== undefined && <p className={styles.text}>{props.text}</p>}
        <div className={classes(styles.scroll, props.flush === true && styles.flush)}>
          {props.children}
          {props.error !== null && props.error !== undefined && <ErrorBanner title={props.error} />}
        </div>
        <div className={styles.footer}>
          {props.footer !== undefined && <div className={styles.footerStart}>{props.footer}</div>}
          {/* Enter must not trigger a destructive action by accident: Cancel has the focus. */}
          {props.leave !== null && (
            <Button
              size="md"
              onClick={props.onCancel ?? onClose}
              disabled={loading}
              {...(danger ? { 'data-autofocus': true } : {})}
            >
              {props.leave ?? t('ui.cancel')}
            </Button>
          )}
          <Button
            size="md"
            kind="main"
            danger={danger}
            type="submit"
            loading={loading}
            disabledReason={props.disabledReason}
            {...(props.focusAction === true && !danger ? { 'data-autofocus': true } : {})}
          >
            {action}
          </Button>
        </div>
        {/* Last, so that the content gets the first focus. */}
        {props.withCross === true && (
          <span className={styles.cross}>
            <IconButton icon="close" size="sm" label={t('ui.close')} disabled={loading} onClick={onClose} />
          </span>
        )}
      </form>
    </Modal>
  )
}

export interface ConfirmDialogProps extends Omit<DialogProps, 'width' | 'action' | 'children'> {
  /** A line above the body. */
  readonly heading?: string
  /** Verb of the main action. Default: Submit. */
  readonly action?: string
  readonly children?: ReactNode
}

/**
 * Confirms an action that can't be undone. The title is the question; heading and body list other effects (S2 §1: title,
 * heading, Cancel and Submit).
 */
export function ConfirmDialog({ heading, action, children, ...rest }: ConfirmDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog width={400} danger action={action ?? t('ui.submit')} {...rest}>
      {heading !== undefined && <h3>{heading}</h3>}
      {children}
    </Dialog>
  )
}
