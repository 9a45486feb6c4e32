import { needsPlace, needsValue, type AssertionResult } from '@common/api-client/assertions'
import { useTranslation } from '@renderer/i18n'
import { Icon } from '@renderer/ui'
import styles from './api-client.module.css'

/** Outcome of each check, with the found value of failed ones. */
export function AssertionResults({ results }: { readonly results: readonly AssertionResult[] }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.results}>
      {results.map(({ assertion, isPassed, found }, at) => (
        // The list is drawn once for each response.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at} data-passed={isPassed}>
          <Icon name={isPassed ? 'check' : 'warning'} size={14} />
          <span className={styles.resultState}>
            {t(isPassed ? 'apiClient.tests.passed' : 'apiClient.tests.failed')}
          </span>
          <span>
            {t(`apiClient.tests.subjects.${assertion.subject}`)}
            {needsPlace(assertion.subject) && (
              <>
                {' '}
                <code>{assertion.place}</code>
              </>
            )}{' '}
            {t(`apiClient.tests.operators.${assertion.operator}`)}
            {needsValue(assertion.operator) && (
              <>
                {' '}
                <code>{assertion.value}</code>
              </>
            )}
          </span>
          {!isPassed && (
            <span className={styles.found}>
              {found === undefined
                ? t('apiClient.tests.nothingFound')
                : t('apiClient.tests.found', { value: found.slice(0, 200) })}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
