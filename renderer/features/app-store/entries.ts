import type { OptionColor } from '@common/model'
import { messagePlugins, type MessagePlugin, type PluginCategory, type PluginId } from '@common/plugins'
import type { ListedPlugin } from '@common/operations/plugins'
import type { ProviderId } from '@common/operations/providers'
import { useOperation } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { useIsSuperAdmin } from '@renderer/stores'

/** Services that the installation sets up, for all projects. */
const installed = [
  { id: 'smtp', category: 'mail', color: 'blue', letters: '@' },
  { id: 'google', category: 'signIn', color: 'red', letters: 'G' },
  { id: 'github', category: 'signIn', color: 'grey', letters: 'GH' },
  { id: 'oidc', category: 'signIn', color: 'amber', letters: 'OI' },
] as const

const colours: Readonly<Record<string, OptionColor>> = {
  slack: 'violet',
  teams: 'blue',
  discord: 'violet',
  mattermost: 'cyan',
  twilio: 'red',
  whatsapp: 'green',
}

export type InstallationService = (typeof installed)[number]['id']

/** A card of the store. */
export interface StoreEntry {
  readonly id: PluginId | InstallationService
  /** Name of the service. */
  readonly title: string
  readonly category: PluginCategory
  readonly color: OptionColor
  readonly letters: string
  readonly isInstalled: boolean
  readonly isActive: boolean
  /** The plugin and its state. Absent for services of the installation. */
  readonly own?: { readonly plugin: MessagePlugin; readonly state: ListedPlugin }
  readonly ofInstallation?: InstallationService
}

/** Returns all cards of the store; undefined until they are loaded. */
export function useStoreEntries(projectId: string) {
  const { t } = useTranslation()
  const isSuperAdmin = useIsSuperAdmin()
  const plugins = useOperation('pluginList', {}, { projectId, silent: true })
  const providers = useOperation('providerList', {}, { silent: true })
  const mail = useOperation('mailSettingsRead', {}, { enabled: isSuperAdmin, silent: true })
  const isOn = (id: InstallationService): boolean =>
    id === 'smtp'
      ? mail.data?.settings !== undefined && mail.data.settings !== null
      : providers.data?.some((provider) => provider.id === (id satisfies ProviderId)) === true
  const entries: readonly StoreEntry[] | undefined = plugins.data && [
    ...installed.map((service) => ({
      ...service,
      title: t(`plugins.services.${service.id}`),
      isInstalled: isOn(service.id),
      isActive: isOn(service.id),
      ofInstallation: service.id,
    })),
    ...messagePlugins.flatMap((plugin) => {
      const state = plugins.data.list.find((each) => each.plugin === plugin.id)
      return state === undefined ? [] : [ownEntry(t(`plugins.services.${plugin.id}`), plugin, state)]
    }),
  ]
  return { entries, error: plugins.error, isFetching: plugins.isFetching, retry: () => void plugins.refetch() }
}

function ownEntry(title: string, plugin: MessagePlugin, state: ListedPlugin): StoreEntry {
  const { id, category } = plugin
  const color = colours[id] ?? 'grey'
  const { isInstalled, isActive } = state
  return { id, title, category, color, letters: title.slice(0, 2), isInstalled, isActive, own: { plugin, state } }
}
