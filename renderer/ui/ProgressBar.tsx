import { loadingDurationMs, loadingHideDelayMs, loadingThrottleMs } from '@common/constants'
import { useEffect, useState } from 'react'
import styles from './ProgressBar.module.css'

type Phase = 'hidden' | 'running' | 'finished'

/**
 * The bar at the top of the window (S1 §4, §9). It starts 200 ms after the work does and runs about 3 s towards its
 * end. It is full when the work is done, and hides 500 ms later. Visual only: loading elements announce themselves.
 */
export function ProgressBar({ active }: { readonly active: boolean }) {
  const [phase, setPhase] = useState<Phase>('hidden')

  useEffect(() => {
    if (active) {
      const timer = setTimeout(() => setPhase('running'), loadingThrottleMs)
      return () => clearTimeout(timer)
    }
    setPhase((before) => (before === 'running' ? 'finished' : before))
    const timer = setTimeout(() => setPhase('hidden'), loadingHideDelayMs)
    return () => clearTimeout(timer)
  }, [active])

  if (phase === 'hidden') return null
  return (
    <div className={styles.bar} data-progress={phase} aria-hidden="true">
      <Fill finished={phase === 'finished'} />
    </div>
  )
}

/** Mounted at no width, so that the run to its end is drawn. Runs fast at first and never arrives by itself. */
function Fill({ finished }: { readonly finished: boolean }) {
  const [started, setStarted] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setStarted(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div
      className={styles.fill}
      style={{
        transform: finished ? 'scaleX(1)' : started ? 'scaleX(0.94)' : 'scaleX(0)',
        opacity: finished ? 0 : 1,
        transition: finished
          ? `transform 120ms ease-out, opacity 200ms ease-out ${loadingHideDelayMs - 250}ms`
          : `transform ${loadingDurationMs}ms cubic-bezier(0.1, 0.6, 0.3, 1)`,
      }}
    />
  )
}
