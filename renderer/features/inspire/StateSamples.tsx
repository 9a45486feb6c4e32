import { useTranslation } from '@renderer/i18n'
import { Button, EmptyState, ErrorState, GridDrawing, Skeleton, Spinner, WayCard } from '@renderer/ui'
import styles from './inspire.module.css'
import { Sample } from './Sample'

const nothing = (): void => undefined
const widths = [120, 90, 140, 100]

/** Loading, empty and failed. */
export function StateSamples() {
  const { t } = useTranslation()
  return (
    <>
      <Sample title={t('inspire.loading')} stacked>
        <div className={styles.lines}>
          {widths.map((width) => (
            <div key={width} className={styles.columns}>
              <Skeleton width={14} />
              <Skeleton width={width} />
              <Skeleton width={64} />
              <Skeleton width={48} />
            </div>
          ))}
        </div>
        <Spinner />
      </Sample>
      <Sample title={t('inspire.empty')} stacked>
        <EmptyState
          headingLevel={3}
          title={t('inspire.noInvoices')}
          text={t('inspire.noInvoicesText')}
          action={
            <Button icon="close" onClick={nothing}>
              {t('inspire.clearFilters')}
            </Button>
          }
        />
      </Sample>
      <Sample title={t('inspire.failedPart')} stacked>
        <ErrorState title={t('inspire.noAnswer')} text={t('inspire.noAnswerText')} onRetry={nothing} />
      </Sample>
      <Sample title={t('inspire.firstSteps')} stacked>
        <GridDrawing />
        <WayCard
          icon="table"
          color="blue"
          title={t('inspire.newTable')}
          text={t('inspire.newTableText')}
          keys="T"
          onClick={nothing}
        />
      </Sample>
    </>
  )
}
