import { useTranslation } from '@renderer/i18n'
import { Button } from '@renderer/ui'
import { useRef } from 'react'
import { PopoverHead } from '../ScopeSwitch'
import { countLines, firstCondition, withGroup, withLine, type DraftGroup } from './draft'
import { FilterLines } from './FilterLines'
import type { FilterPopoverProps } from './FilterPopover'
import panelStyles from '../panel.module.css'
import styles from './filter.module.css'
import { useDraft } from './use-draft'

/** The conditions of a view's filter. */
export function FilterPanel({ view, table, reader, sources, shown, total }: FilterPopoverProps) {
  const { t } = useTranslation()
  const panel = useRef<HTMLDivElement>(null)
  const { draft, edit } = useDraft(view.settings.filter, (filter) => view.change({ filter }))
  const add = (change: (before: DraftGroup, condition: Parameters<typeof withLine>[1]) => DraftGroup): void => {
    const condition = firstCondition(table)
    if (condition === undefined) return
    edit((before) => change(before, condition))
    requestAnimationFrame(() => lastField(panel.current)?.focus())
  }
  const count = countLines(draft)
  return (
    <div ref={panel} className={panelStyles.panel}>
      <PopoverHead title={t('filters.title')} hint={t('filters.hint')} view={view} />
      <div className={panelStyles.body}>
        {count === 0 ? (
          <p className={panelStyles.empty}>{t('filters.empty')}</p>
        ) : (
          <FilterLines table={table} reader={reader} sources={sources} group={draft} depth={0} edit={edit} />
        )}
      </div>
      <div className={panelStyles.foot}>
        <Button kind="quiet" icon="plus" data-autofocus onClick={() => add(withLine)}>
          {t('filters.add')}
        </Button>
        <Button kind="quiet" icon="group" onClick={() => add(withGroup)}>
          {t('filters.addGroup')}
        </Button>
        <span className={panelStyles.space} />
        <span className={styles.count} role="status">
          {count > 0 && shown !== undefined && total !== undefined && Number.isFinite(total)
            ? t('filters.count', { shown, count: total })
            : null}
        </span>
        {count > 0 && (
          <Button kind="quiet" onClick={() => edit((before) => ({ ...before, lines: [] }))}>
            {t('filters.clear')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Returns the field of the newly added condition. */
function lastField(panel: HTMLElement | null): HTMLElement | undefined {
  const lines = panel?.querySelectorAll<HTMLElement>('[data-line]')
  const last = lines?.[lines.length - 1]
  return last?.querySelector<HTMLElement>(`.${styles.condition} input`) ?? undefined
}
