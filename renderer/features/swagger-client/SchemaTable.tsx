import { propertiesOf, typePieces, type ApiDocument } from '@common/openapi'
import { useTranslation } from '@renderer/i18n'
import { Chip, Table } from '@renderer/ui'
import { Description } from './Description'
import styles from './swagger-client.module.css'

export interface SchemaTableProps {
  readonly document: ApiDocument
  readonly schema: unknown
  /** Opens the schema of a property. */
  readonly onOpen: (name: string) => void
}

/** The properties of an object: name, type and description. */
export function SchemaTable({ document, schema, onOpen }: SchemaTableProps) {
  const { t } = useTranslation()
  const properties = propertiesOf(document.source, schema)
  if (properties.length === 0) return <p className={styles.hint}>{t('swaggerClient.noProperties')}</p>
  return (
    <Table label={t('swaggerClient.properties')} framed dense>
      <thead>
        <tr>
          <th scope="col">{t('apiClient.name')}</th>
          <th scope="col">{t('swaggerClient.type')}</th>
          <th scope="col">{t('swaggerClient.description')}</th>
        </tr>
      </thead>
      <tbody>
        {properties.map(({ name, schema: type, isRequired, isReadOnly, description, choices }) => (
          <tr key={name}>
            <th scope="row">
              <bdi translate="no">{name}</bdi>
            </th>
            <td>
              <TypeName schema={type} onOpen={onOpen} />
            </td>
            <td>
              <span className={styles.notes}>
                {isRequired && <Chip color="blue">{t('swaggerClient.required')}</Chip>}
                {isReadOnly && <Chip>{t('swaggerClient.readOnly')}</Chip>}
                <Description text={description} />
                {choices.length > 0 && (
                  <span dir="ltr" translate="no" className={styles.choices}>
                    {choices.join(' · ')}
                  </span>
                )}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** The name of a type. Names of schemas open them. */
export function TypeName({ schema, onOpen }: Omit<SchemaTableProps, 'document'>) {
  return (
    <span className={styles.type} dir="ltr" translate="no">
      {typePieces(schema).map(({ text, from, schema: name }) =>
        name === undefined ? (
          text
        ) : (
          <button key={from} type="button" className={styles.typeLink} onClick={() => onOpen(name)}>
            {text}
          </button>
        ),
      )}
    </span>
  )
}
