import { moved } from '@common/util/moved'
import { hiddenCount, isHiddenByKind } from '@common/views'
import { useOpenedBy } from '@renderer/actions'
import type { UiType } from '@common/columns/ui-types'
import { TypeIcon } from '@renderer/cells'
import { useTranslation } from '@renderer/i18n'
import { Button, Popover, SearchField, Switch } from '@renderer/ui'
import { memo, useState } from 'react'
import { PopoverHead } from './ScopeSwitch'
import { SortableList } from './SortableList'
import type { TableView } from './use-table-view'
import styles from './views.module.css'

/** A field of the table, visible or hidden. */
export interface ViewField {
  readonly id: string
  readonly title: string
  readonly uiType: UiType
  /** True for the column that names the record. It is always visible and comes first. */
  readonly primary: boolean
}

export interface FieldsPopoverProps {
  readonly view: TableView
  /** In the order of the view. */
  readonly fields: readonly ViewField[]
}

/** From so many on, a list is searched. */
const searchedFrom = 8

/** A toolbar button with a popover that shows, hides and reorders the fields of the view. */
export const FieldsPopover = memo(function FieldsPopover({ view, fields }: FieldsPopoverProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useOpenedBy({ id: 'view.fields', label: 'actions.fields', keys: [], area: 'view' })
  const { kind } = view.view
  // Counts fields that users hid, without those that this kind of view omits by default.
  const hidden = hiddenCount(
    fields.filter((field) => !isHiddenByKind(kind, field)),
    view.settings,
  )
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={340}
      flush
      label={t('views.fields.title')}
      target={
        <Button
          kind="quiet"
          icon="eye"
          {...(hidden > 0 && { on: true, 'data-count': hidden })}
          onClick={() => setOpened(!opened)}
        >
          {hidden === 0 ? t('views.fields.title') : t('views.fields.hidden', { count: hidden })}
        </Button>
      }
    >
      <FieldList view={view} fields={fields} />
    </Popover>
  )
})

function FieldList({ view, fields }: FieldsPopoverProps) {
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
