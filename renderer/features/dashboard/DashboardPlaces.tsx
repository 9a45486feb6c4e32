import type { Permissions } from '@common/permissions'
import { usePageCommand } from '@renderer/actions'
import {
  activeTab,
  placeGroups,
  tabKinds,
  tabOfKind,
  tabs,
  useTabs,
  type TabEntryProps,
  type TabKind,
} from '@renderer/features/tabs'
import { PreviewEntry } from '@renderer/features/preview'
import { useTranslation } from '@renderer/i18n'
import { useHidden, usePanelSize, useUsers, why } from '@renderer/stores'
import { Icon, SidebarEntry, SidebarGroup, Tooltip } from '@renderer/ui'
import type { KeyboardEvent, ReactNode } from 'react'
import styles from './dashboard.module.css'

export interface DashboardPlacesProps {
  readonly projectId: string
  /** Role of the member, without a preview. */
  readonly held: string
  readonly permissions: Permissions
}

/** So many places fit without groups. */
const ungroupedMax = 8

/** Opens tabs other than tables: sidebar lines under the tree, and their commands. A preview can show hidden ones. */
export function DashboardPlaces({ projectId, held, permissions }: DashboardPlacesProps) {
  const { t } = useTranslation()
  const missing = useHidden((state) => state.missing)
  const mayOpen = ({ permission }: TabKind): boolean => permissions.has(permission)
  const isShown = (kind: TabKind): boolean =>
    kind.inSidebar !== false && (mayOpen(kind) || missing.includes(kind.permission))
  const places = tabKinds.filter(isShown)
  const linesOf = (kinds: readonly TabKind[]): ReactNode =>
    kinds.map((kind) =>
      mayOpen(kind) ? (
        <Place key={kind.id} kind={kind} projectId={projectId} />
      ) : (
        <HiddenPlace key={kind.id} kind={kind} />
      ),
    )
  return (
    <>
      {tabKinds.filter(mayOpen).map((kind) => (
        <PlaceCommand key={kind.id} kind={kind} />
      ))}
      <div
        role="toolbar"
        tabIndex={-1}
        aria-orientation="vertical"
        aria-label={t('tabs.places')}
        className={styles.places}
        onKeyDown={moveByArrows}
      >
        {places.length <= ungroupedMax
          ? linesOf(places)
          : placeGroups.map((group) => {
              const kinds = places.filter((kind) => (kind.group ?? 'manage') === group)
              return kinds.length > 0 && <PlaceGroup key={group} group={group} kinds={kinds} linesOf={linesOf} />
            })}
      </div>
      {/* Its key opens its menu, which shows only beside a line in view. */}
      <PreviewEntry projectId={projectId} held={held} />
    </>
  )
}

interface PlaceGroupProps {
  readonly group: (typeof placeGroups)[number]
  readonly kinds: readonly TabKind[]
  readonly linesOf: (kinds: readonly TabKind[]) => ReactNode
}

/** Places of one group. The browser remembers which groups are closed. */
function PlaceGroup({ group, kinds, linesOf }: PlaceGroupProps) {
  const { t } = useTranslation()
  const isOpen = usePanelSize((state) => !state.closedPlaces.includes(group))
  const toggled = usePanelSize((state) => state.placesToggled)
  const isActive = useTabs((state) => kinds.some(({ id }) => id === activeTab(state)?.type))
  return (
    <SidebarGroup name={t(`tabs.groups.${group}`)} isOpen={isOpen} isActive={isActive} onToggle={() => toggled(group)}>
      {linesOf(kinds)}
    </SidebarGroup>
  )
}

/** Moves the focus between the lines, as in the tree. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const at = lines.findIndex((line) => line === document.activeElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key]
  if (to === undefined || at < 0) return
  event.preventDefault()
  lines[to]?.focus()
}

/** The command of a place, also while its group is closed. */
function PlaceCommand({ kind }: { readonly kind: TabKind }) {
  usePageCommand({ ...kind.command, inFields: true }, () => tabs.open(tabOfKind(kind)))
  return null
}

function Place({ kind, projectId }: { readonly kind: TabKind; readonly projectId: string }) {
  const isActive = useTabs((state) => activeTab(state)?.type === kind.id)
  const open = (): void => tabs.open(tabOfKind(kind))
  const entry: TabEntryProps = { projectId, isActive, onOpen: open }
  return kind.Entry === undefined ? (
    <SidebarEntry icon={kind.icon} name={kind.title()} isActive={isActive} onOpen={open} />
  ) : (
    <kind.Entry {...entry} />
  )
}

/** A place that the previewed role lacks: its lock says why. */
function HiddenPlace({ kind }: { readonly kind: TabKind }) {
  const reason = useHidden((state) => state.missingReason)
  const role = useUsers((state) => state.previewAs)
  return (
    <Tooltip label={reason} side="right">
      <SidebarEntry
        icon={kind.icon}
        name={kind.title()}
        isActive={false}
        isHidden
        onOpen={() => role !== null && why.ask({ role })}
      >
        <Icon name="lock" size={12} />
        <span className="hidden-text">{reason}</span>
      </SidebarEntry>
    </Tooltip>
  )
}
