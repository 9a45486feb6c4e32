import { keysOf } from '@renderer/actions'
import { useTranslation } from '@renderer/i18n'
import { GridDrawing, Icon, WayCard } from '@renderer/ui'
import styles from './FirstProject.module.css'
import { useWays } from './ways'

/** No project yet: the menu's choices as large cards (ui.md §10). */
export function FirstProject() {
  const { t } = useTranslation()
  const ways = useWays()
  return (
    <section className={styles.empty} aria-labelledby="first-project">
      <div className={styles.drawing}>
        <GridDrawing />
      </div>
      <h2 id="first-project" className={styles.title}>
        {ways.length > 0 ? t('projects.firstTitle') : t('projects.noneShared')}
      </h2>
      <p className={styles.text}>{ways.length > 0 ? t('projects.firstText') : t('projects.noneSharedText')}</p>
      <div className={styles.ways}>
        {ways.map((way) => (
          <WayCard
            key={way.id}
            icon={way.icon}
            color={way.color}
            title={t(way.title)}
            text={t(way.text)}
            keys={way.command === undefined ? undefined : keysOf(way.command)}
            onClick={way.go}
          />
        ))}
      </div>
      {ways.some(({ id }) => id === 'builtIn') && (
        <p className={styles.drop}>
          <Icon name="arrowDown" size={14} />
          {t('projects.firstDrop')}
        </p>
      )}
    </section>
  )
}
