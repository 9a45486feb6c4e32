import type { SchemaDifference } from '@common/schema-script'
import { useTranslation } from '@renderer/i18n'
import { Chip, Table } from '@renderer/ui'
import styles from './migrations.module.css'

const colors = { added: 'green', removed: 'red', changed: 'amber', renamed: 'blue' } as const

/** Lists the differences of two schemas. */
export function DifferenceList({ differences }: { readonly differences: readonly SchemaDifference[] }) {
  const { t } = useTranslation()
  return (
    <Table framed minWidth={480} label={t('migrations.differences.title')}>
      <thead>
        <tr>
          <th className={styles.object}>{t('migrations.differences.object')}</th>
          <th className={styles.kind}>{t('migrations.differences.kind')}</th>
          <th>{t('migrations.differences.definition')}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map((difference) => {
          const { kind, object, table, name, from, to } = difference
          return (
            <tr key={JSON.stringify(difference)}>
              <td>
                <bdi>{name === '' ? table : `${table}.${name}`}</bdi> <small>{t(`migrations.objects.${object}`)}</small>
              </td>
              <td>
                <Chip color={colors[kind]}>{t(`migrations.kinds.${kind}`)}</Chip>
              </td>
              <td>
                {from !== null && (
                  <bdi className={styles.definition} data-gone={to !== null || undefined}>
                    {from}
                  </bdi>
                )}
                {to !== null && <bdi className={styles.definition}>{to}</bdi>}
              </td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}
