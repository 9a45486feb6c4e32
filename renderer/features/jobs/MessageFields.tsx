import type { MessageAction } from '@common/operations/actions'
import { pluginOf } from '@common/plugins'
import { useOperation } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Select, TextArea, TextField } from '@renderer/ui'

export interface MessageFieldsProps {
  readonly projectId: string
  readonly action: MessageAction
  readonly onChange: (action: MessageAction) => void
}

type Target = Pick<MessageAction, 'plugin' | 'channel'>

const keyOf = ({ plugin, channel }: Target): string => `${plugin} ${channel}`
const titleOf = ({ plugin, channel }: Target): string =>
  [pluginOf(plugin)?.title ?? plugin, channel].filter((part) => part !== '').join(' · ')

/** A message through a plugin: where it goes, and its text. */
export function MessageFields({ projectId, action, onChange }: MessageFieldsProps) {
  const { t } = useTranslation()
  const { data } = useOperation('pluginTargetList', {}, { projectId, silent: true })
  const targets = data?.list ?? []
  const isChosen = action.channel !== '' || pluginOf(action.plugin)?.isList === false
  const isGone = isChosen && data !== undefined && !targets.some((target) => keyOf(target) === keyOf(action))
  const shown: readonly Target[] = isChosen && (isGone || data === undefined) ? [action, ...targets] : targets
  return (
    <>
      <Select
        label={t('jobs.target')}
        value={isChosen ? keyOf(action) : null}
        isUntranslated
        placeholder={t('jobs.targetChoose')}
        options={shown.map((target) => ({ value: keyOf(target), label: titleOf(target) }))}
        onChange={(key) => {
          const target = targets.find((each) => keyOf(each) === key)
          if (target !== undefined) onChange({ ...action, plugin: target.plugin, channel: target.channel })
        }}
        error={isGone ? t('jobs.targetGone') : null}
        hint={data !== undefined && targets.length === 0 ? t('jobs.noTargets') : undefined}
      />
      {pluginOf(action.plugin)?.needsRecipient === true && (
        <TextField
          label={t('jobs.recipient')}
          type="tel"
          value={action.to}
          onChange={(to) => onChange({ ...action, to })}
          hint={t('jobs.recipientHint')}
          dir="ltr"
          maxLength={200}
        />
      )}
      <TextArea
        label={t('jobs.text')}
        value={action.text}
        onChange={(text) => onChange({ ...action, text })}
        rows={3}
        maxLength={4_000}
      />
    </>
  )
}
