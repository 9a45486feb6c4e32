import type { OpenedShare } from '@common/operations/shares'
import { later, useTitle } from '@renderer/ui'
import styles from './shares.module.css'
import { VisitorBar } from './VisitorBar'

const ProjectDashboard = later(async () => (await import('@renderer/features/dashboard')).ProjectDashboard)

/** A shared base: its project with the role of the link. */
export function VisitorBase({ share }: { readonly share: Extract<OpenedShare, { kind: 'base' }> }) {
  useTitle(share.title)
  return (
    <div className={styles.page}>
      <VisitorBar share={share} icon="database" title={share.title} mayEdit={share.role === 'editor'} />
      <div className={styles.view}>
        <ProjectDashboard projectId={share.projectId} isVisitor />
      </div>
    </div>
  )
}
