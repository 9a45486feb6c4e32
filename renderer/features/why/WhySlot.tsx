import type { ProjectListEntry } from '@common/operations/projects'
import type { Permissions } from '@common/permissions'
import { usePageCommand } from '@renderer/actions'
import { activeTab, useTabs } from '@renderer/features/tabs'
import { withTexts } from '@renderer/i18n'
import { useHidden, useUsers, useWhy, why } from '@renderer/stores'
import { later } from '@renderer/ui'
import { useEffect } from 'react'

const WhyDrawer = later(async () => (await withTexts(import('./WhyDrawer'), ['access', 'team', 'why'])).WhyDrawer)

const HiddenReader = later(async () => (await withTexts(import('./HiddenReader'), ['why'])).HiddenReader)

export interface WhySlotProps {
  readonly project: ProjectListEntry
  readonly permissions: Permissions
  /** True once tabs can open. */
  readonly isReady: boolean
}

/** The place of the drawer “Why can't I see this?” beside the tabs, and its command. */
export function WhySlot({ project, permissions, isReady }: WhySlotProps) {
  const subject = useWhy((state) => state.subject)
  const afterPreview = useWhy((state) => state.afterPreview)
  const previewAs = useUsers((state) => state.previewAs)
  const isHiddenShown = useHidden((state) => state.isShown)
  const mayAsk = permissions.has('access.manage')
  const ask = (): void => {
    const tab = activeTab(useTabs.getState())
    why.ask({ role: previewAs ?? 'viewer' }, tab?.type === 'table' || tab?.type === 'view' ? tab.name : undefined)
  }
  usePageCommand({ id: 'why.open', label: 'actions.why', keys: [] }, mayAsk || previewAs !== null ? ask : undefined)
  useEffect(() => {
    if (afterPreview === undefined || previewAs !== null || !isReady || !mayAsk) return
    why.afterPreview(undefined)
    afterPreview()
  }, [afterPreview, previewAs, isReady, mayAsk])
  // The drawer belongs to the open project.
  useEffect(() => why.close, [project.id])
  return (
    <>
      {isHiddenShown && previewAs !== null && <HiddenReader project={project} role={previewAs} />}
      {subject !== undefined && <WhyDrawer project={project} subject={subject} />}
    </>
  )
}
