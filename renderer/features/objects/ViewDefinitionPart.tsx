import type { Table } from '@common/model'
import { defaultDbAlias } from '@common/constants'
import { messageOf, useCommand, useOperation } from '@renderer/api'
import { tabKey, tabs } from '@renderer/features/tabs'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, ErrorBanner, Section, Skeleton, TextArea } from '@renderer/ui'
import { useState } from 'react'
import { DeleteObjectDialog } from './DeleteObjectDialog'
import styles from './objects.module.css'
import { structureTabId } from './tab-ids'

export interface ViewDefinitionPartProps {
  readonly projectId: string
  readonly table: Table
}

/** The statement of an SQL view, to change or delete it. */
export function ViewDefinitionPart({ projectId, table }: ViewDefinitionPartProps) {
  const { t } = useTranslation()
  const { name, title } = table
  const read = useOperation('sqlViewRead', { name }, { projectId, silent: true })
  const update = useCommand('sqlViewUpdate')
  const [draft, setDraft] = useState<string>()
  const [deleting, setDeleting] = useState(false)
  const stored = read.data?.definition
  const definition = draft ?? stored ?? ''
  const save = (): void =>
    update.mutate(
      { args: { name, definition }, projectId },
      {
        onSuccess: () => {
          setDraft(undefined)
          toast.success(sentence('objects.changed', { what: 'view', name: title }))
        },
      },
    )
  return (
    <Section
      title={t('objects.parts.definition')}
      text={t('objects.view.definitionText')}
      actions={
        <span className={styles.line}>
          <Button icon="trash" danger onClick={() => setDeleting(true)}>
            {t('objects.delete.action')}
          </Button>
          <Button disabled={draft === undefined} onClick={() => setDraft(undefined)}>
            {t('objects.discard')}
          </Button>
          <Button
            kind="main"
            loading={update.isPending}
            disabledReason={draft === undefined || draft === stored ? t('objects.nothingChanged') : undefined}
            onClick={save}
          >
            {t('objects.save')}
          </Button>
        </span>
      }
    >
      {read.error !== null ? (
        <ErrorBanner title={messageOf(read.error)} />
      ) : stored === undefined ? (
        <Skeleton height={120} />
      ) : (
        <TextArea
          label={<span className="hidden-text">{t('objects.statement')}</span>}
          mono
          dir="ltr"
          rows={Math.min(24, Math.max(6, definition.split('\n').length + 1))}
          value={definition}
          onChange={setDraft}
        />
      )}
      {update.error !== null && <ErrorBanner title={messageOf(update.error)} />}
      {deleting && (
        <DeleteObjectDialog
          projectId={projectId}
          deletion={{ change: 'deleteView', name }}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            for (const type of [structureTabId, 'view']) tabs.close(tabKey({ type, name, dbAlias: defaultDbAlias }))
          }}
        />
      )}
    </Section>
  )
}
