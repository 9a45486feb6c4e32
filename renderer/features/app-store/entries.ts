import type { OptionColor } from '@common/model'
import { messagePlugins, type MessagePlugin, type PluginCategory, type PluginId } from '@common/plugins'
import { servicePlugins, type ServiceId, type ServicePlugin } from '@common/plugins/services'
import type { ListedPlugin } from '@common/operations/plugins'
import type { ListedService } from '@common/operations/services'
import { useOperation } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { useIsSuperAdmin } from '@renderer/stores'

/** Colour and letters of a card. Default: grey, and the first letters of the name. */
const looks: Readonly<Partial<Record<StoreEntry['id'], { readonly color: OptionColor; readonly letters?: string }>>> = {
  smtp: { color: 'blue', letters: '@' },
  ses: { color: 'orange', letters: 'SES' },
  mailersend: { color: 'cyan', letters: 'MS' },
  s3: { color: 'red', letters: 'S3' },
  minio: { color: 'pink', letters: 'MI' },
  backblaze: { color: 'orange', letters: 'B2' },
  gcs: { color: 'blue', letters: 'GC' },
  spaces: { color: 'cyan', letters: 'DO' },
  wasabi: { color: 'green', letters: 'Wa' },
  linode: { color: 'green', letters: 'Li' },
  ovh: { color: 'blue', letters: 'OV' },
  scaleway: { color: 'violet', letters: 'Sc' },
  upcloud: { color: 'violet', letters: 'Up' },
  vultr: { color: 'blue', letters: 'Vu' },
  folder: { color: 'amber', letters: 'F' },
  google: { color: 'red', letters: 'G' },
  github: { color: 'grey', letters: 'GH' },
  oidc: { color: 'amber', letters: 'OI' },
  slack: { color: 'violet' },
  teams: { color: 'blue' },
  discord: { color: 'violet' },
  mattermost: { color: 'cyan' },
  twilio: { color: 'red' },
  whatsapp: { color: 'green' },
}

/** A card of the store. */
export interface StoreEntry {
  readonly id: PluginId | ServiceId | 'smtp'
  /** Name of the service. */
  readonly title: string
  readonly category: PluginCategory
  readonly color: OptionColor
  readonly letters: string
  readonly isInstalled: boolean
  readonly isActive: boolean
  /** A plugin of the project, and its state. */
  readonly own?: { readonly plugin: MessagePlugin; readonly state: ListedPlugin }
  /** A service of the installation, and its state. Super admins set it up. */
  readonly service?: { readonly plugin: ServicePlugin; readonly state: ListedService | undefined }
}

/** Returns all cards of the store; undefined until they are loaded. */
export function useStoreEntries(projectId: string) {
  const { t } = useTranslation()
  const isSuperAdmin = useIsSuperAdmin()
  const asSuperAdmin = { enabled: isSuperAdmin, silent: true }
  const plugins = useOperation('pluginList', {}, { projectId, silent: true })
  const providers = useOperation('providerList', {}, { enabled: !isSuperAdmin, silent: true })
  const mail = useOperation('mailSettingsRead', {}, asSuperAdmin)
  const services = useOperation('serviceList', {}, asSuperAdmin)

  const card = (id: StoreEntry['id'], category: PluginCategory): Omit<StoreEntry, 'isInstalled' | 'isActive'> => {
    const title = t(`plugins.services.${id}`)
    const { color = 'grey', letters = title.slice(0, 2) } = looks[id] ?? {}
    return { id, title, category, color, letters }
  }
  const serviceEntry = (plugin: ServicePlugin): StoreEntry => {
    const { id, category } = plugin
    const state = services.data?.list.find(({ service }) => service === id)
    // The sign-in page lists active providers to everyone.
    const isOffered = providers.data?.some((provider) => provider.id === id) === true
    const isInstalled = state?.isInstalled ?? isOffered
    return { ...card(id, category), isInstalled, isActive: state?.isActive ?? isOffered, service: { plugin, state } }
  }
  const isServerSet = mail.data?.settings !== undefined && mail.data.settings !== null
  const smtp = (others: readonly StoreEntry[]): StoreEntry => ({
    ...card('smtp', 'mail'),
    isInstalled: isServerSet,
    isActive: isServerSet && !others.some(({ category, isActive }) => category === 'mail' && isActive),
  })

  const isLoaded = plugins.data !== undefined && (!isSuperAdmin || services.data !== undefined)
  const ofInstallation = isLoaded ? servicePlugins.map(serviceEntry) : []
  const entries: readonly StoreEntry[] | undefined = isLoaded
    ? [
        smtp(ofInstallation),
        ...ofInstallation,
        ...messagePlugins.flatMap((plugin): StoreEntry[] => {
          const state = plugins.data.list.find((each) => each.plugin === plugin.id)
          if (state === undefined) return []
          const { isInstalled, isActive } = state
          return [{ ...card(plugin.id, plugin.category), isInstalled, isActive, own: { plugin, state } }]
        }),
      ]
    : undefined
  return {
    entries,
    isSuperAdmin,
    error: plugins.error ?? services.error,
    isFetching: plugins.isFetching || services.isFetching,
    retry: () => void Promise.all([plugins.refetch(), isSuperAdmin && services.refetch()]),
  }
}
