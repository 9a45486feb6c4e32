import { moved } from '@common/util/moved'
import { TypeIcon } from '@renderer/cells'
import { useTranslation } from '@renderer/i18n'
import { Button, SearchField, Switch } from '@renderer/ui'
import { useState } from 'react'
import type { FieldsPopoverProps } from './FieldsPopover'
import { PopoverHead } from './ScopeSwitch'
import { SortableList } from './SortableList'
import styles from './views.module.css'

/** From so many on, a list is searched. */
const searchedFrom = 8

/** Shows, hides and reorders the fields of a view. */
export function FieldsPanel({ view, fields }: FieldsPopoverProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const { settings, change } = view
  const wanted = search.trim().toLocaleLowerCase()
  const found = wanted === '' ? fields : fields.filter(({ title }) => title.toLocaleLowerCase().includes(wanted))
  const optional = found.filter(({ primary }) => !primary).map(({ id }) => id)
  const fixed = found.filter(({ primary }) => primary).length
  const show = (ids: readonly string[], shown: boolean): void => {
    const others = settings.hidden.filter((id) => !ids.includes(id))
    change({ hidden: shown ? others : [...others, ...ids] })
  }
  return (
    <div className={styles.panel}>
      <PopoverHead title={t('views.fields.title')} view={view} />
      {fields.length >= searchedFrom && (
        <div className={styles.search}>
          <SearchField size="sm" label={t('views.fields.search')} value={search} onChange={setSearch} />
        </div>
      )}
      {found.length === 0 ? (
        <p className={styles.none}>{t('views.fields.none', { search: search.trim() })}</p>
      ) : (
        <div className={styles.scroll}>
          <SortableList
            items={found}
            idOf={({ id }) => id}
            nameOf={({ title }) => title}
            label={t('views.fields.title')}
            fixed={fixed}
            onMove={
              wanted === '' ? (from, to) => change({ order: moved(fields, from, to).map(({ id }) => id) }) : undefined
            }
          >
            {({ id, title, uiType, primary }) => (
              <>
                <TypeIcon uiType={uiType} />
                <span className={styles.name} dir="auto" title={title}>
                  {title}
                </span>
                {primary ? (
                  <span className={styles.hint}>{t('views.fields.always')}</span>
                ) : (
                  <Switch
                    checked={!settings.hidden.includes(id)}
                    onChange={(on) => show([id], on)}
                    aria-label={t('views.fields.show', { name: title })}
                  />
                )}
              </>
            )}
          </SortableList>
        </div>
      )}
      <div className={styles.foot}>
        <Button kind="quiet" onClick={() => show(optional, false)} disabled={optional.length === 0}>
          {t('views.fields.hideAll')}
        </Button>
        <Button kind="quiet" onClick={() => show(optional, true)} disabled={optional.length === 0}>
          {t('views.fields.showAll')}
        </Button>
      </div>
    </div>
  )
}
