import { can } from '@common/permissions'
import { useCommands } from '@renderer/actions'
import { useTranslation } from '@renderer/i18n'
import { effectiveRoles, useUsers } from '@renderer/stores'
import { Icon } from '@renderer/ui'
import { Link } from 'react-router-dom'
import { templateCommands } from './commands'
import styles from './row.module.css'
import { TemplateCover } from './TemplateCover'
import { useGallery } from './use-gallery'

/** Templates below the projects (mock b). */
const shownMax = 4

/** A row of templates for the list of projects. Shows nothing without templates, or to users who may not create projects. */
export function TemplateRow() {
  const { t } = useTranslation()
  const mayCreate = useUsers((state) => can(effectiveRoles(state), 'project.create'))
  const { list = [] } = useGallery()
  useCommands(templateCommands)
  if (!mayCreate || list.length === 0) return null
  // One of each category first, so that the row shows the breadth of the gallery.
  const firsts = [...Map.groupBy(list, ({ category }) => category).values()].flatMap(([first]) => first ?? [])
  const shown = [...firsts, ...list.filter((entry) => !firsts.includes(entry))].slice(0, shownMax)
  return (
    <section className={styles.section} aria-label={t('templates.row.title')}>
      <div className={styles.head}>
        <h2>{t('templates.row.title')}</h2>
        <Link to="/project/templates">
          {t('templates.row.all', { count: list.length })}
          <Icon name="chevronRight" size={12} mirrored />
        </Link>
      </div>
      <ul className={styles.cards}>
        {shown.map(({ id, title, image, category, tables }) => (
          <li key={id}>
            <Link className={styles.card} to={`/project/templates/${encodeURIComponent(id)}`}>
              <TemplateCover image={image} title={title} category={category} />
              <span className={styles.words}>
                <bdi className={styles.title}>{title}</bdi>
                <span className={styles.second}>{t('templates.row.facts', { tables: tables ?? 0, category })}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
