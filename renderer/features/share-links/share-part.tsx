import { useOperation } from '@renderer/api'
import type { SharePart, SharePartProps } from '@renderer/features/share-dialog'
import { formatNumber, t, withTexts } from '@renderer/i18n'
import { Badge, later } from '@renderer/ui'

const ShareLinks = later(async () => (await withTexts(import('./ShareLinks'), ['shares'])).ShareLinks)

const Page = ({ project, onChoose }: SharePartProps) => (
  <ShareLinks projectId={project.id} onShareProject={() => onChoose('link')} />
)

function Count({ projectId }: { readonly projectId: string }) {
  const { data } = useOperation('shareList', {}, { projectId, silent: true })
  return data === undefined ? null : <Badge>{formatNumber(data.list.length)}</Badge>
}

/** The part of the Share dialog with the links of all views, forms and of the project. */
export const sharePart: SharePart = {
  id: 'links',
  title: () => t('dashboard.links'),
  permission: 'share.manage',
  order: 30,
  Badge: Count,
  Page,
}
