import { availableServerKinds, serverKindFacts } from '@common/dialects'
import type { OptionColor } from '@common/model'
import type { ServerKind } from '@common/model/connection'
import { useTranslation } from '@renderer/i18n'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { useWays } from '../ways'
import styles from './connection.module.css'

/** Two letters and a colour: we have no right to the marks of others. */
const marks: Readonly<Record<ServerKind, { readonly letters: string; readonly color: OptionColor }>> = {
  postgres: { letters: 'Pg', color: 'blue' },
  mysql: { letters: 'My', color: 'orange' },
  mssql: { letters: 'Ms', color: 'red' },
}

export interface EngineCardsProps {
  readonly kind: ServerKind
  readonly onChange: (kind: ServerKind) => void
  /** True for the connection of an existing project, which can't become a file. */
  readonly existing: boolean
}

/** The kinds of database that this version opens. A file has a dialog of its own. */
export function EngineCards({ kind, onChange, existing }: EngineCardsProps) {
  const { t } = useTranslation()
  const name = useId()
  const fileWay = useWays().find((way) => way.id === 'file')
  return (
    <div className={styles.engines}>
      <div className={styles.engineGroup} role="radiogroup" aria-label={t('projects.connect.engine')}>
        {availableServerKinds.map((each) => (
          <label key={each} className={styles.engine}>
            <input type="radio" name={name} checked={each === kind} onChange={() => onChange(each)} />
            <Mark {...marks[each]} />
            <span className={styles.engineLines}>
              <span className={styles.engineName}>{serverKindFacts[each].name}</span>
              <span className={styles.engineNote}>{t(`projects.connect.versions.${each}`)}</span>
            </span>
          </label>
        ))}
      </div>
      {fileWay !== undefined && !existing && (
        <Link className={styles.engine} to="/projects?open=file">
          <Mark letters="Sq" color="teal" />
          <span className={styles.engineLines}>
            <span className={styles.engineName}>{t('projects.connect.file')}</span>
            <span className={styles.engineNote}>{t('projects.connect.versions.file')}</span>
          </span>
        </Link>
      )}
    </div>
  )
}

function Mark({ letters, color }: { readonly letters: string; readonly color: OptionColor }) {
  return (
    <span
      className={styles.mark}
      aria-hidden="true"
      style={{ background: `var(--c-${color})`, color: `var(--k-${color})` }}
    >
      {letters}
    </span>
  )
}
