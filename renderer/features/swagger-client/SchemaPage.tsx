import { sampleOf, type ApiDocument } from '@common/openapi'
import { CodeText, jsonText } from '@renderer/features/code'
import { useTranslation } from '@renderer/i18n'
import { SchemaTable } from './SchemaTable'
import styles from './swagger-client.module.css'

export interface SchemaPageProps {
  readonly document: ApiDocument
  readonly name: string
  readonly schema: unknown
  /** Opens another schema. */
  readonly onOpen: (name: string) => void
}

/** The properties of a schema, and an example. */
export function SchemaPage({ document, name, schema, onOpen }: SchemaPageProps) {
  const { t } = useTranslation()
  return (
    <section className={styles.page} aria-label={name}>
      <h3 className={styles.summary}>
        <bdi translate="no">{name}</bdi>
      </h3>
      <SchemaTable document={document} schema={schema} onOpen={onOpen} />
      <h4 className={styles.part}>{t('swaggerClient.example')}</h4>
      <div className={styles.example}>
        <CodeText
          key={name}
          label={t('swaggerClient.example')}
          language={jsonText}
          value={JSON.stringify(sampleOf(document.source, schema), null, 2)}
        />
      </div>
    </section>
  )
}
