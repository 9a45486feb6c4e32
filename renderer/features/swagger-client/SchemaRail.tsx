import type { ApiDocument } from '@common/openapi'
import { RailList, RailSearch } from '@renderer/features/clients'
import { useTranslation } from '@renderer/i18n'
import { EmptyState } from '@renderer/ui'
import { useState } from 'react'
import styles from './swagger-client.module.css'

export interface SchemaRailProps {
  readonly document: ApiDocument
  /** Name of the shown schema. */
  readonly chosen: string | undefined
  readonly onChoose: (name: string) => void
}

/** The schemas of the document by name. */
export function SchemaRail({ document, chosen, onChoose }: SchemaRailProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const names = Object.keys(document.schemas).filter((name) => name.toLowerCase().includes(wanted))
  return (
    <>
      <RailSearch label={t('swaggerClient.findSchema')} value={search} onChange={setSearch} />
      <RailList>
        {names.length === 0 && <EmptyState title={t('swaggerClient.nothingFound')} />}
        <ul className={styles.list} aria-label={t('swaggerClient.schemas')}>
          {names.map((name) => (
            <li key={name}>
              <button
                type="button"
                className={styles.entry}
                aria-current={name === chosen || undefined}
                onClick={() => onChoose(name)}
              >
                <bdi translate="no">{name}</bdi>
              </button>
            </li>
          ))}
        </ul>
      </RailList>
    </>
  )
}
