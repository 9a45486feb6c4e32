import { useRef, useState } from 'react'
import styles from './viewer.module.css'

export interface MediaViewProps {
  readonly kind: 'video' | 'audio'
  readonly title: string
  readonly address: string
  /** Returns a new address of the same file. */
  readonly renew: () => Promise<string>
  /** Called if the browser can't play the file. */
  readonly onBroken: () => void
}

/** Addresses that just worked fail for another reason than their age. */
const youngMs = 60_000

/** A video or a recording. Its address ends after some minutes: playback goes on with a new one, at the same place. */
export function MediaView({ kind, title, address, renew, onBroken }: MediaViewProps) {
  const [{ source, sinceMs }, setSource] = useState(() => ({ source: address, sinceMs: performance.now() }))
  const resumeAt = useRef<number>(undefined)

  const goOn = async (from: number): Promise<void> => {
    if (performance.now() - sinceMs < youngMs) return onBroken()
    resumeAt.current = from
    try {
      setSource({ source: await renew(), sinceMs: performance.now() })
    } catch {
      onBroken()
    }
    return undefined
  }

  const shared = {
    src: source,
    controls: true,
    autoPlay: true,
    'aria-label': title,
    onError: ({ currentTarget }: { readonly currentTarget: HTMLMediaElement }) => void goOn(currentTarget.currentTime),
    onLoadedMetadata: ({ currentTarget }: { readonly currentTarget: HTMLMediaElement }) => {
      if (resumeAt.current !== undefined) currentTarget.currentTime = resumeAt.current
      resumeAt.current = undefined
    },
  }
  return kind === 'video' ? (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- people's own films have none
    <video className={styles.film} {...shared} />
  ) : (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- people's own recordings have none
    <audio className={styles.sound} {...shared} />
  )
}
