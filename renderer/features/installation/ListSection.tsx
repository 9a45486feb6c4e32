import type { InstallationSettings } from '@common/operations/installation-settings'
import { typedWords } from '@common/util/typed-list'
import { useTranslation } from '@renderer/i18n'
import { Section, TextArea } from '@renderer/ui'
import { SettingForm } from './SettingForm'

/** Texts of each list: `installation.{…}.title` and so on. */
const textsOf = { allowedOrigins: 'origins', outboundHosts: 'outbound' } as const

export interface ListSectionProps {
  readonly settings: InstallationSettings
  /**
   * `allowedOrigins`: other web pages that may call the API (CORS). `outboundHosts`: hosts of private networks that
   * requests of users may reach.
   */
  readonly name: keyof typeof textsOf
}

/** A list of addresses, one a line. Takes effect at once. */
export function ListSection({ settings, name }: ListSectionProps) {
  const { t } = useTranslation()
  const texts = textsOf[name]
  return (
    <Section title={t(`installation.${texts}.title`)}>
      <SettingForm
        settings={settings}
        name={name}
        stored={settings[name].join('\n')}
        hint={t(`installation.${texts}.hint`)}
        trimmed={(typed) => typedWords(typed).join('\n')}
        argument={typedWords}
        field={(props) => (
          <TextArea
            aria-label={t(`installation.${texts}.title`)}
            placeholder={t(`installation.${texts}.example`)}
            rows={3}
            mono
            maxLength={30_000}
            {...props}
          />
        )}
      />
    </Section>
  )
}
