import { useTranslation } from '@renderer/i18n'
import { basaltField } from './basalt-field'
import styles from './AuthFrame.module.css'

const width = 1240
const height = 900
const layers = basaltField(width, height)

/** A decorative image beside the form: basalt columns, some of them lit. */
export function BasaltDrawing() {
  const { t } = useTranslation()
  return (
    <aside className={styles.drawing} aria-label={t('auth.claim')}>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="xMinYMax slice" aria-hidden="true" focusable="false">
        <defs>
          <linearGradient id="basalt-sky" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="#0B1420" />
            <stop offset=".5" stopColor="#12304F" />
            <stop offset="1" stopColor="#0B1420" />
          </linearGradient>
          <linearGradient id="basalt-fade" x1="0" y1="0" x2="0" y2="1">
            <stop offset=".55" stopColor="#0B121B" stopOpacity="0" />
            <stop offset="1" stopColor="#0B121B" stopOpacity=".92" />
          </linearGradient>
        </defs>
        <rect width={width} height={height} fill="url(#basalt-sky)" />
        {layers.map((layer, index) => (
          <path key={index} d={layer.d} fill={layer.fill} stroke={layer.stroke} />
        ))}
        <rect width={width} height={height} fill="url(#basalt-fade)" />
      </svg>
      <div className={styles.words}>
        <p className={styles.claim}>{t('auth.claim')}</p>
        <p className={styles.subclaim}>{t('auth.subclaim')}</p>
      </div>
    </aside>
  )
}
