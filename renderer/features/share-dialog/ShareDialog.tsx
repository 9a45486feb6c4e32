import type { ProjectListEntry } from '@common/operations/projects'
import type { Permissions } from '@common/permissions'
import { useTranslation } from '@renderer/i18n'
import { Dialog, PartTabs } from '@renderer/ui'
import { useState } from 'react'
import { shareParts } from './parts'
import styles from './share-dialog.module.css'

export interface ShareDialogProps {
  readonly project: ProjectListEntry
  readonly permissions: Permissions
  readonly onClose: () => void
}

const panelId = 'share-part'

/** Shares a project: its people, and other parts that features add. */
export function ShareDialog(props: ShareDialogProps) {
  const { project, permissions, onClose } = props
  const { t } = useTranslation()
  const parts = shareParts.filter(({ permission }) => permissions.has(permission))
  const [chosen, setChosen] = useState<string>()
  const choose = (id: string): void => {
    setChosen(id)
    // The button that asks for another part is gone with its own part.
    document.getElementById(`${panelId}-${id}`)?.focus()
  }
  const part = parts.find(({ id }) => id === chosen) ?? parts[0]
  if (part === undefined) return null
  return (
    <Dialog
      opened
      flush
      withCross
      width={880}
      onClose={onClose}
      title={t('team.share.title', { project: project.title })}
      text={parts.length > 1 ? t('team.share.text') : undefined}
      action={t('team.done')}
      leave={null}
      footer={part.Footer && <part.Footer {...props} onChoose={choose} />}
      onSubmit={onClose}
    >
      <div className={styles.dialog}>
        {parts.length > 1 && (
          <div className={styles.head}>
            <PartTabs
              label={t('team.share.parts')}
              panelId={panelId}
              value={part.id}
              onChange={setChosen}
              parts={parts.map(({ id, title, Badge }) => ({
                value: id,
                label: title(),
                badge: Badge && <Badge projectId={project.id} />,
              }))}
            />
          </div>
        )}
        <div id={panelId} {...(parts.length > 1 && { role: 'tabpanel', 'aria-labelledby': `${panelId}-${part.id}` })}>
          <part.Page {...props} onChoose={choose} />
        </div>
      </div>
    </Dialog>
  )
}
