import { useEffect, useState } from 'react'
import styles from './QrCode.module.css'

/** A text for the camera of a phone. Always dark on light: many apps can't read the reverse. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const [source, setSource] = useState<string>()
  useEffect(() => {
    let isOver = false
    void import('qrcode')
      .then(({ toString }) => toString(text, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }))
      .then((svg) => {
        if (!isOver) setSource(`data:image/svg+xml,${encodeURIComponent(svg)}`)
      })
    return () => {
      isOver = true
    }
  }, [text])
  return (
    <div className={styles.qr}>{source !== undefined && <img src={source} alt={label} width={200} height={200} />}</div>
  )
}
