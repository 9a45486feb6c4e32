import { fileEnding, type AttachedFile } from '@common/columns/values/files'
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import styles from './cells.module.css'
import { thumbnails } from './thumbnails'

let version = 0
const subscribe = (listener: () => void): (() => void) =>
  thumbnails.subscribe(() => {
    version += 1
    listener()
  })

/** The thumbnail of a file, or an icon with its extension. */
export function FileStamp({ file, side }: { readonly file: AttachedFile; readonly side: number }) {
  useSyncExternalStore(subscribe, () => version)
  const canvas = useRef<HTMLCanvasElement>(null)
  const stamp = thumbnails.get(file)
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || !stamp) return
    context.imageSmoothingQuality = 'high'
    context.clearRect(0, 0, side * 2, side * 2)
    context.drawImage(stamp, 0, 0, side * 2, side * 2)
  }, [stamp, side])
  return (
    <span
      className={styles.stamp}
      style={{ width: side, height: side }}
      // As an attribute, not as text: screen readers get the file name.
      data-ending={stamp ? undefined : fileEnding(file.title).slice(0, 4)}
      aria-hidden="true"
    >
      {stamp && <canvas ref={canvas} width={side * 2} height={side * 2} style={{ width: side, height: side }} />}
    </span>
  )
}
