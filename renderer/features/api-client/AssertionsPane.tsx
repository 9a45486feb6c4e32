import {
  assertion,
  assertionOperators,
  assertionSubjects,
  needsPlace,
  needsValue,
  type Assertion,
  type AssertionOperator,
  type AssertionSubject,
} from '@common/api-client/assertions'
import { requestLimits } from '@common/api-client/request'
import { useTranslation } from '@renderer/i18n'
import { Button, Checkbox, IconButton, Select, TextField } from '@renderer/ui'
import styles from './api-client.module.css'

export interface AssertionsPaneProps {
  readonly assertions: readonly Assertion[]
  readonly onChange: (assertions: Assertion[]) => void
}

/** Checks of the response: value, comparison, expected value. */
export function AssertionsPane({ assertions, onChange }: AssertionsPaneProps) {
  const { t } = useTranslation()
  const edit = (at: number, changes: Partial<Assertion>): void =>
    onChange(assertions.map((each, place) => (place === at ? { ...each, ...changes } : each)))
  return (
    <div className={styles.form}>
      <p className={styles.hint}>{t('apiClient.tests.hint')}</p>
      {assertions.map((each, at) => {
        const number = at + 1
        return (
          // Checks have no identity of their own: editing one must not create another.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} className={styles.assertion} role="group" aria-label={t('apiClient.tests.check', { number })}>
            <Checkbox
              aria-label={t('apiClient.tests.run', { number })}
              checked={each.enabled}
              onChange={(enabled) => edit(at, { enabled })}
            />
            <Select<AssertionSubject>
              size="sm"
              aria-label={t('apiClient.tests.subject')}
              value={each.subject}
              options={assertionSubjects.map((value) => ({ value, label: t(`apiClient.tests.subjects.${value}`) }))}
              onChange={(subject) => edit(at, { subject })}
            />
            {needsPlace(each.subject) && (
              <TextField
                size="sm"
                aria-label={t(`apiClient.tests.places.${each.subject === 'header' ? 'header' : 'json'}`)}
                placeholder={t(`apiClient.tests.places.${each.subject === 'header' ? 'header' : 'json'}`)}
                value={each.place}
                onChange={(place) => edit(at, { place })}
              />
            )}
            <Select<AssertionOperator>
              size="sm"
              aria-label={t('apiClient.tests.operator')}
              value={each.operator}
              options={assertionOperators.map((value) => ({ value, label: t(`apiClient.tests.operators.${value}`) }))}
              onChange={(operator) => edit(at, { operator })}
            />
            {needsValue(each.operator) && (
              <TextField
                size="sm"
                aria-label={t('apiClient.tests.expected')}
                placeholder={t('apiClient.tests.expected')}
                value={each.value}
                onChange={(value) => edit(at, { value })}
              />
            )}
            <IconButton
              icon="trash"
              size="xs"
              label={t('apiClient.tests.remove', { number })}
              onClick={() => onChange(assertions.filter((_, place) => place !== at))}
            />
          </div>
        )
      })}
      <div>
        <Button
          icon="plus"
          disabledReason={
            assertions.length >= requestLimits.assertions
              ? t('apiClient.tests.full', { max: requestLimits.assertions })
              : undefined
          }
          onClick={() =>
            onChange([...assertions, assertion.parse({ subject: 'status', operator: 'equals', value: '200' })])
          }
        >
          {t('apiClient.tests.add')}
        </Button>
      </div>
    </div>
  )
}
