import { useTranslation } from '@renderer/i18n'
import { Button, Icon, Switch, Tooltip } from '@renderer/ui'
import type { TableView } from './use-table-view'
import styles from './views.module.css'

/**
 * Chooses the scope of changes to a view. Part of the head of every popover that changes the view (visual reference
 * §7).
 */
export function ScopeSwitch({ view }: { readonly view: TableView }) {
  const { t } = useTranslation()
  const { scope, onlyMe, setScope, isPersonal, reset } = view
  return (
    <span className={styles.scope}>
      {isPersonal && (
        <Button kind="quiet" onClick={reset} title={t('views.scope.resetHint')}>
          {t('views.scope.reset')}
        </Button>
      )}
      {onlyMe === undefined ? (
        <Switch checked={scope === 'everyone'} onChange={(on) => setScope(on ? 'everyone' : 'me')}>
          {t('views.scope.everyone')}
        </Switch>
      ) : (
        <Tooltip label={t(`views.scope.${onlyMe}`)}>
          <span className={styles.onlyMe} tabIndex={0}>
            <Icon name={onlyMe === 'locked' ? 'lock' : 'eye'} size={14} />
            {t('views.scope.me')}
          </span>
        </Tooltip>
      )}
    </span>
  )
}

/** Head of a toolbar popover: its title and the scope of changes. */
export function PopoverHead({
  title,
  hint,
  view,
}: {
  readonly title: string
  readonly hint?: string
  readonly view: TableView
}) {
  return (
    <div className={styles.head}>
      <span className={styles.title}>{title}</span>
      {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      <span className={styles.space} />
      <ScopeSwitch view={view} />
    </div>
  )
}
