import type { UserDetails } from '@common/operations/users'
import { useTranslation } from '@renderer/i18n'
import { Line, Lines, Section } from '@renderer/ui'
import styles from './users.module.css'

/** Projects of a user, with the roles there. */
export function MembershipSection({ memberships }: Pick<UserDetails, 'memberships'>) {
  const { t } = useTranslation()
  return (
    <Section title={t('users.projects')}>
      {memberships.length === 0 ? (
        <p className={styles.text}>{t('users.noProjects')}</p>
      ) : (
        <Lines label={t('users.projects')}>
          {memberships.map(({ id, title, role, customRole, onlyOwner }) => (
            <Line key={id} icon="database" title={title}>
              <span className={styles.text}>
                {onlyOwner ? t('users.onlyOwner') : (customRole ?? t(`roles.${role}`))}
              </span>
            </Line>
          ))}
        </Lines>
      )}
    </Section>
  )
}
