import { IconButton } from './IconButton'
import { Spinner } from './Spinner'
import styles from './Toast.module.css'

export interface ProgressToastProps {
  readonly text: string
  /** What it does now. */
  readonly detail: string
  /** 0–100; undefined while nobody can tell. */
  readonly percent: number | undefined
  readonly cancelLabel: string
  /** Absent: it cannot be stopped. */
  readonly onCancel: (() => void) | undefined
  readonly closeLabel: string
  /** The work goes on. */
  readonly onClose: () => void
}

/** Long work: what it is, how far it has come, and the way to stop it. Stays until it is over or closed. */
export function ProgressToast(props: ProgressToastProps) {
  const { text, detail, percent, cancelLabel, onCancel, closeLabel, onClose } = props
  return (
    <div className={styles.toast} data-kind="progress">
      <span className={styles.mark}>
        <Spinner />
      </span>
      <div className={styles.text}>
        {/* Said once: a reader is not told each percent. */}
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

/** A bar with what it stands for in words below. */
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
