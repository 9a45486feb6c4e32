import type { UserDetails } from '@common/operations/users'
import { useTranslation } from '@renderer/i18n'
import styles from './users.module.css'

/** Projects of a user, with the roles there. */
export function MembershipSection({ memberships }: Pick<UserDetails, 'memberships'>) {
  const { t } = useTranslation()
  return (
    <section className={styles.section} aria-labelledby="user-projects">
      <h2 id="user-projects">{t('users.projects')}</h2>
      {memberships.length === 0 ? (
        <p className={styles.text}>{t('users.noProjects')}</p>
      ) : (
        <ul className={styles.list} aria-labelledby="user-projects">
          {memberships.map(({ id, title, role, customRole, onlyOwner }) => (
            <li key={id} className={styles.item}>
              <span className={styles.title} dir="auto">
                {title}
              </span>
              <span className={styles.text}>
                {onlyOwner ? t('users.onlyOwner') : (customRole ?? t(`roles.${role}`))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
