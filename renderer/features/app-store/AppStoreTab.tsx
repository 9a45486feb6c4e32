import { pluginCategories } from '@common/plugins'
import { nameKey } from '@common/wire/names'
import { messageOf } from '@renderer/api'
import type { TabPageProps } from '@renderer/features/tabs'
import { useTranslation } from '@renderer/i18n'
import { EmptyState, ErrorState, SearchField, Segments, Skeleton, TabPage, TextButton } from '@renderer/ui'
import { useState, type ReactNode } from 'react'
import styles from './app-store.module.css'
import { useStoreEntries, type StoreEntry } from './entries'
import { FilesLine } from './FilesLine'
import { InstallationPanel } from './InstallationPanel'
import { PluginCard } from './PluginCard'
import { PluginPanel } from './PluginPanel'
import { ServicePanel } from './ServicePanel'

type Shown = 'all' | 'installed' | 'active'

const isShown: Readonly<Record<Shown, (entry: StoreEntry) => boolean>> = {
  all: () => true,
  installed: ({ isInstalled }) => isInstalled,
  active: ({ isActive }) => isActive,
}

/** App store (mock v): services by area, the form of the chosen one at the end. */
export function AppStoreTab({ project }: TabPageProps) {
  const { t } = useTranslation()
  const { entries, isSuperAdmin, error, isFetching, retry } = useStoreEntries(project.id)
  const [shown, setShown] = useState<Shown>('all')
  const [filter, setFilter] = useState('')
  const [chosenId, setChosenId] = useState<string>()
  const wanted = nameKey(filter.trim())
  const listed = entries?.filter((entry) => isShown[shown](entry) && nameKey(entry.title).includes(wanted))
  const chosen = entries?.find(({ id }) => id === chosenId)
  const countOf = (which: Shown): number => entries?.filter(isShown[which]).length ?? 0
  const close = (): void => setChosenId(undefined)
  return (
    <TabPage label={t('tabs.kinds.appStore')}>
      <div className={styles.sides}>
        <div className={styles.store}>
          <div className={styles.bar}>
            <Segments<Shown>
              size="md"
              label={t('plugins.shown.label')}
              value={shown}
              onChange={setShown}
              options={(['all', 'installed', 'active'] as const).map((value) => ({
                value,
                label: t(`plugins.shown.${value}`, { count: countOf(value) }),
              }))}
            />
            <SearchField className={styles.find} label={t('plugins.find')} value={filter} onChange={setFilter} />
          </div>
          <div className={styles.areas}>
            {listed === undefined ? (
              error === null ? (
                <Skeleton height={240} />
              ) : (
                <ErrorState
                  title={t('plugins.notRead')}
                  text={messageOf(error)}
                  onRetry={retry}
                  retrying={isFetching}
                />
              )
            ) : listed.length === 0 ? (
              <EmptyState title={t('plugins.nothing')} text={t('plugins.nothingText')} />
            ) : (
              pluginCategories.map((category) => (
                <Area
                  key={category}
                  title={t(`plugins.areas.${category}.title`)}
                  text={t(`plugins.areas.${category}.text`)}
                  entries={listed.filter((entry) => entry.category === category)}
                  chosen={chosenId}
                  onChoose={setChosenId}
                  // A search and a choice show everything that they find.
                  isCut={shown === 'all' && wanted === ''}
                  {...(category === 'storage' && isSuperAdmin && { below: <FilesLine /> })}
                />
              ))
            )}
          </div>
        </div>
        {chosen !== undefined && <ChosenPanel key={chosen.id} projectId={project.id} entry={chosen} onClose={close} />}
      </div>
    </TabPage>
  )
}

/** The panel of a card: its form, or where it is set up. */
function ChosenPanel({
  projectId,
  entry,
  onClose,
}: {
  readonly projectId: string
  readonly entry: StoreEntry
  readonly onClose: () => void
}) {
  const { own, service } = entry
  if (own !== undefined) return <PluginPanel projectId={projectId} entry={entry} own={own} onClose={onClose} />
  const { plugin, state } = service ?? {}
  if (plugin === undefined || state === undefined || state.isFixed)
    return <InstallationPanel entry={entry} onClose={onClose} />
  return <ServicePanel entry={entry} plugin={plugin} state={state} onClose={onClose} />
}

/** Cards that an area shows first. */
const cardsFirst = 6

interface AreaProps {
  readonly title: string
  readonly text: string
  readonly entries: readonly StoreEntry[]
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
  /** Shows some cards first; installed ones are always among them. */
  readonly isCut: boolean
  readonly below?: ReactNode
}

function Area({ title, text, entries, chosen, onChoose, isCut, below }: AreaProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const shown = isCut && !isOpen ? entries.filter((entry, at) => at < cardsFirst || entry.isInstalled) : entries
  if (entries.length === 0) return null
  return (
    <section aria-label={title}>
      <div className={styles.areaHead}>
        <h2>{title}</h2>
        <p>{text}</p>
        {isCut && entries.length > cardsFirst && (
          <TextButton className={styles.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t('plugins.showFewer') : t('plugins.showMore', { count: entries.length - shown.length })}
          </TextButton>
        )}
      </div>
      <ul className={styles.cards}>
        {shown.map((entry) => (
          <li key={entry.id}>
            <PluginCard entry={entry} isChosen={entry.id === chosen} onChoose={() => onChoose(entry.id)} />
          </li>
        ))}
      </ul>
      {below}
    </section>
  )
}
