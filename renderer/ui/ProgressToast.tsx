import { IconButton } from './IconButton'
import { Spinner } from './Spinner'
import styles from './Toast.module.css'

export interface ProgressToastProps {
  readonly text: string
  /** The current step. */
  readonly detail: string
  /** 0–100; undefined while unknown. */
  readonly percent: number | undefined
  readonly cancelLabel: string
  /** Absent: it cannot be stopped. */
  readonly onCancel: (() => void) | undefined
  readonly closeLabel: string
  /** Closes the toast; the work continues. */
  readonly onClose: () => void
}

/**
 * A toast for long work: its name, its progress, and a stop button. Stays until the work ends or the user closes it.
 */
export function ProgressToast(props: ProgressToastProps) {
  const { text, detail, percent, cancelLabel, onCancel, closeLabel, onClose } = props
  return (
    <div className={styles.toast} data-kind="progress">
      <span className={styles.mark}>
        <Spinner />
      </span>
      <div className={styles.text}>
        {/* Announced once, not at each percent. */}
        <div role="status">{text}</div>
        <ProgressLine label={text} detail={detail} percent={percent} />
      </div>
      {onCancel && (
        <button type="button" className={styles.action} onClick={onCancel}>
          {cancelLabel}
        </button>
      )}
      <IconButton icon="close" size="xs" label={closeLabel} onClick={onClose} />
    </div>
  )
}

export interface ProgressLineProps {
  /** Name for readers. */
  readonly label: string
  readonly detail: string
  readonly percent: number | undefined
}

/** A progress bar with its text below. */
export function ProgressLine({ label, detail, percent }: ProgressLineProps) {
  return (
    <div>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={detail}
      >
        <div className={styles.filled} style={{ width: `${percent ?? 0}%` }} />
      </div>
      <div className={styles.progressDetail}>{detail}</div>
    </div>
  )
}
