import { AppError } from '@common/errors'
import { historyDaysDefault } from '@common/constants'
import type { InstallationSettings, installationSettingsOperations } from '@common/operations/installation-settings'
import { deleteFrom, insertOrUpdate, metaTables, type MetaStep, type MetaStore } from '@main/db/meta'
import { baseAddress } from '@main/lib/base-address'
import type { Retention } from '@main/features/audit'
import { changedValues } from '@main/lib/changed-values'
import type { Clock } from '@main/lib/clock'
import { webOrigin } from '@main/lib/web-origin'
import type { FeatureModule } from '@main/operations/module'
import { createAllowedOrigins, originsName } from './allowed-origins'
import { checkedHosts, outboundHostsName, storedHosts } from './outbound-hosts'

export interface InstallationOptions {
  readonly store: MetaStore
  readonly clock: Clock
  /** True if the start closes sign-up. A super admin can't open it then. */
  readonly closeSignUp: boolean
  /** Origins of other pages, set by the start; none leaves them to the super admin. */
  readonly allowedOrigins: readonly string[]
  /** Address in links, set by the start. */
  readonly baseUrl: string | undefined
  /** Age limits of the change log, set by the start. A super admin can change the others. */
  readonly historyDays: number | undefined
  readonly historyThinDays: number | undefined
  /** Age limit of audit lines, set by the start. */
  readonly auditDays: number | undefined
  /** Returns the address at which this computer reaches the server. */
  readonly ownAddress: () => string
}

/** Settings of the installation, which a super admin can change. */
export interface Installation extends FeatureModule<typeof installationSettingsOperations> {
  readonly isSignUpClosed: () => Promise<boolean>
  /** Returns the origins of other pages that may call the API now. */
  readonly allowedOrigins: () => ReadonlySet<string>
  /** Returns hosts of private networks that requests of users may reach. */
  readonly outboundHosts: () => Promise<readonly string[]>
  /** Returns the address of another template service; undefined if the gallery is the own one. */
  readonly templateHost: () => Promise<string | undefined>
  /** True if everybody who reaches this server may read its gallery of templates. */
  readonly templatesPublic: () => Promise<boolean>
  /** Returns the age limits of the change log. */
  readonly retention: () => Promise<Retention>
  /**
   * Returns the address of a page in a link.
   *
   * Built from the configured address, never from a header of a request: those of a stranger would lead mails astray.
   *
   * @param route  of the page, with a slash at the start
   */
  readonly linkTo: (route: string) => Promise<string>
  /** Returns the configured address of this server, without a slash at its end. */
  readonly address: () => Promise<string>
}

const { store: values } = metaTables
const signUpName = 'nc_sign_up_closed'
const baseName = 'nc_base_url'
const daysName = 'nc_history_days'
const thinDaysName = 'nc_history_thin_days'
const auditDaysName = 'nc_audit_days'
const templateHostName = 'nc_template_host'
const templatesPublicName = 'nc_templates_public'

export async function createInstallation(options: InstallationOptions): Promise<Installation> {
  const { store, clock, closeSignUp, baseUrl, historyDays: days, historyThinDays: thinDays, ownAddress } = options
  const { auditDays: lineDays } = options

  const stored = async (name: string): Promise<string | undefined> => (await store.find(values, { name }))?.value
  const isSignUpClosed = async (): Promise<boolean> => closeSignUp || (await stored(signUpName)) === 'true'
  const base = async (): Promise<string | undefined> => baseUrl ?? (await stored(baseName))

  const fixedOrigins = options.allowedOrigins.length === 0 ? undefined : options.allowedOrigins
  const origins = await createAllowedOrigins({ store, clock, fixed: fixedOrigins })

  const outboundHosts = async (): Promise<readonly string[]> => storedHosts(await stored(outboundHostsName))

  const templateHost = (): Promise<string | undefined> => stored(templateHostName)
  const templatesPublic = async (): Promise<boolean> => (await stored(templatesPublicName)) === 'true'

  const retention = async (): Promise<Retention> => ({
    days: days ?? Number((await stored(daysName)) ?? historyDaysDefault),
    thinDays: thinDays ?? Number((await stored(thinDaysName)) ?? 0),
    auditDays: lineDays ?? Number((await stored(auditDaysName)) ?? historyDaysDefault),
  })

  const fixed: InstallationSettings['fixed'] = [
    ...(closeSignUp ? (['signUpClosed'] as const) : []),
    ...(baseUrl === undefined ? [] : (['baseUrl'] as const)),
    ...(days === undefined ? [] : (['historyDays'] as const)),
    ...(fixedOrigins === undefined ? [] : (['allowedOrigins'] as const)),
    ...(thinDays === undefined ? [] : (['historyThinDays'] as const)),
    ...(lineDays === undefined ? [] : (['auditDays'] as const)),
  ]

  const read = async (): Promise<InstallationSettings> => {
    const limits = await retention()
    return {
      signUpClosed: await isSignUpClosed(),
      baseUrl: (await base()) ?? null,
      historyDays: limits.days,
      historyThinDays: limits.thinDays,
      auditDays: limits.auditDays,
      allowedOrigins: [...origins.now()],
      outboundHosts: [...(await outboundHosts())],
      templateHost: (await templateHost()) ?? null,
      templatesPublic: await templatesPublic(),
      fixed,
    }
  }

  const written = (name: string, value: string | null): MetaStep =>
    value === null
      ? deleteFrom(values, { name })
      : insertOrUpdate(values, ['name'], { name, value, updated_at: clock.now().toISOString() })

  return {
    isSignUpClosed,
    allowedOrigins: origins.now,
    outboundHosts,
    templateHost,
    templatesPublic,
    retention,
    address: async () => (await base()) ?? ownAddress(),
    linkTo: async (route) => `${(await base()) ?? ownAddress()}/dashboard/#${route}`,
    handlers: {
      installationSettingsRead: read,
      installationSettingsSave: async (context, input) => {
        if (fixed.some((name) => input[name] !== undefined)) throw new AppError('SETTINGS_FIXED')
        const { signUpClosed, baseUrl: address, historyDays, historyThinDays, auditDays, allowedOrigins } = input
        const pages = allowedOrigins && checkedOrigins(allowedOrigins)
        const hosts = input.outboundHosts && checkedHosts(input.outboundHosts)
        const { templateHost: service, templatesPublic: isPublic } = input
        const before = await read()
        const steps = [
          ...(signUpClosed === undefined ? [] : [written(signUpName, String(signUpClosed))]),
          ...(address === undefined ? [] : [written(baseName, address === null ? null : checkedAddress(address))]),
          ...(historyDays === undefined ? [] : [written(daysName, String(historyDays))]),
          ...(historyThinDays === undefined ? [] : [written(thinDaysName, String(historyThinDays))]),
          ...(auditDays === undefined ? [] : [written(auditDaysName, String(auditDays))]),
          ...(pages === undefined ? [] : [written(originsName, JSON.stringify(pages))]),
          ...(hosts === undefined ? [] : [written(outboundHostsName, JSON.stringify(hosts))]),
          ...(service === undefined ? [] : [written(templateHostName, checkedTemplateHost(service))]),
          ...(isPublic === undefined ? [] : [written(templatesPublicName, String(isPublic))]),
        ]
        if (steps.length > 0) await store.transact(steps)
        if (pages !== undefined) origins.replaced(pages)
        const after = await read()
        context.noteForAudit?.({ values: changedValues(before, after) })
        return after
      },
    },
    audit: {
      installationSettingsSave: () => ({ operation: 'INSTALLATION/SETTINGS' }),
    },
  }
}

/** @throws AppError ADDRESS_INVALID */
function checkedAddress(text: string): string {
  const address = baseAddress(text)
  if (address === undefined) throw new AppError('ADDRESS_INVALID')
  return address
}

/** @throws AppError TEMPLATE_HOST_INVALID */
function checkedTemplateHost(text: string | null): string | null {
  if (text === null || text.trim() === '') return null
  const address = baseAddress(text)
  if (address === undefined) throw new AppError('TEMPLATE_HOST_INVALID')
  return address
}

/** @throws AppError ORIGIN_INVALID */
function checkedOrigins(given: readonly string[]): readonly string[] {
  const checked = given.map((text) => {
    const origin = webOrigin(text)
    if (origin === undefined) throw new AppError('ORIGIN_INVALID', { origin: text.trim() })
    return origin
  })
  return [...new Set(checked)]
}
