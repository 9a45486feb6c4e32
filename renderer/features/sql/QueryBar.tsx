import { useTranslation } from '@renderer/i18n'
import { useSqlClient } from '@renderer/stores'
import {
  Button,
  classes,
  Icon,
  IconButton,
  Keys,
  Menu,
  MenuDivider,
  MenuItem,
  MenuLabel,
  Switch,
  Tooltip,
} from '@renderer/ui'
import type { ReactNode } from 'react'
import styles from './sql.module.css'

export interface QueryBarProps {
  /** The tabs of the open queries. */
  readonly children: ReactNode
  readonly database: string
  readonly isProduction: boolean
  readonly isRunning: boolean
  readonly mayWrite: boolean
  /** The library that is open beside the query. */
  readonly library: Library | undefined
  readonly onLibrary: (library: Library | undefined) => void
  readonly onRun: () => void
  readonly onRunAll: () => void
  readonly onCancel: () => void
  readonly onFormat: () => void
  readonly onExplain: () => void
  readonly onSave: () => void
}

export type Library = 'saved' | 'history'

/** Seconds that the menu offers as a time limit. */
const limits = [10, 60, 300, 1_800, 3_600] as const

/** The line over the text: open queries and what to do with them. */
export function QueryBar(props: QueryBarProps) {
  const { library, onLibrary, isProduction, mayWrite } = props
  const { t } = useTranslation()
  const { readOnly, readOnlyChosen } = useSqlClient()
  const toggle = (which: Library): void => onLibrary(library === which ? undefined : which)
  return (
    <div className={styles.bar} data-region role="toolbar" aria-label={t('sql.bar.label')}>
      {props.children}
      <div className={styles.tools}>
        <BarButton icon="star" on={library === 'saved'} label={t('sql.bar.saved')} onClick={() => toggle('saved')} />
        <BarButton
          icon="history"
          on={library === 'history'}
          label={t('sql.bar.history')}
          onClick={() => toggle('history')}
        />
        <BarButton icon="longText" label={t('sql.bar.format')} keys="Alt+Shift+F" onClick={props.onFormat} />
        <BarButton icon="bolt" label={t('sql.bar.explain')} keys="Mod+Shift+E" onClick={props.onExplain} />
        <span className={classes(styles.database, isProduction && styles.production)}>
          <Icon name={isProduction ? 'warning' : 'database'} size={14} />
          <span className={styles.databaseName}>
            {isProduction ? t('sql.database.production', { database: props.database }) : props.database}
          </span>
        </span>
        <MoreMenu {...props} />
        <Tooltip label={t(mayWrite ? 'sql.bar.readOnlyHint' : 'sql.bar.readOnlyRole')}>
          <span className={styles.readOnly}>
            <Switch checked={readOnly || !mayWrite} disabled={!mayWrite} onChange={readOnlyChosen}>
              <span className={styles.readOnlyText}>{t('sql.bar.readOnly')}</span>
            </Switch>
          </span>
        </Tooltip>
        {props.isRunning ? (
          <Button icon="stop" danger onClick={props.onCancel}>
            {t('ui.cancel')}
          </Button>
        ) : (
          <Button kind="main" icon="play" className={styles.run} onClick={props.onRun}>
            {t('sql.run.run')}
            <span className={styles.runKeys}>
              <Keys keys="Mod+Enter" />
            </span>
          </Button>
        )}
      </div>
    </div>
  )
}

interface BarButtonProps {
  readonly icon: 'star' | 'history' | 'longText' | 'bolt'
  readonly label: string
  readonly keys?: string
  readonly on?: boolean
  readonly onClick: () => void
}

/** A quiet button that is an icon where there is little room. */
function BarButton({ icon, label, keys, on, onClick }: BarButtonProps) {
  const button = (
    <Button kind="quiet" icon={icon} {...(on !== undefined && { on })} onClick={onClick}>
      {label}
    </Button>
  )
  return (
    <>
      <span className={styles.wide}>
        {keys === undefined ? (
          button
        ) : (
          <Tooltip label={label} keys={keys}>
            {button}
          </Tooltip>
        )}
      </span>
      <span className={styles.narrow}>
        <IconButton icon={icon} label={label} keys={keys} {...(on !== undefined && { on })} onClick={onClick} />
      </span>
    </>
  )
}

function MoreMenu({ onRunAll, onSave }: QueryBarProps) {
  const { t } = useTranslation()
  const { limitSeconds, limitChosen } = useSqlClient()
  return (
    <Menu align="end" width={240} target={<IconButton icon="more" label={t('sql.bar.more')} />}>
      <MenuItem icon="play" keys="Mod+Shift+Enter" onClick={onRunAll}>
        {t('sql.run.all')}
      </MenuItem>
      <MenuItem icon="check" keys="Mod+S" onClick={onSave}>
        {t('sql.save.save')}
      </MenuItem>
      <MenuDivider />
      <MenuLabel>{t('sql.limit.label')}</MenuLabel>
      {limits.map((seconds) => (
        <MenuItem key={seconds} chosen={(limitSeconds ?? 60) === seconds} onClick={() => limitChosen(seconds)}>
          {seconds < 60 ? t('sql.limit.seconds', { count: seconds }) : t('sql.limit.minutes', { count: seconds / 60 })}
        </MenuItem>
      ))}
    </Menu>
  )
}
