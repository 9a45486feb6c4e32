import type { SharePart, SharePartProps } from '@renderer/features/share-dialog'
import { useOperation } from '@renderer/api'
import { t, useTranslation, withTexts } from '@renderer/i18n'
import { Badge, later } from '@renderer/ui'

const BaseLink = later(async () => (await withTexts(import('./BaseLink'), ['shares'])).BaseLink)

const Page = ({ project }: SharePartProps) => <BaseLink projectId={project.id} />

/** Shows that the link is on. */
function State({ projectId }: { readonly projectId: string }) {
  const { t: text } = useTranslation()
  const { data } = useOperation('shareBaseRead', {}, { projectId, silent: true })
  return data?.enabled === true && !data.expired ? <Badge kind="success">{text('dashboard.linkOn')}</Badge> : null
}

/** The part of the Share dialog with the link of the whole project. */
export const sharePart: SharePart = {
  id: 'link',
  title: () => t('dashboard.link'),
  permission: 'share.manage',
  order: 20,
  Badge: State,
  Page,
}
