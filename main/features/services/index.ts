import { errorMessage, AppError } from '@common/errors'
import { message, type Message } from '@common/messages'
import type { ProviderSettings } from '@common/model/provider'
import type { serviceOperations } from '@common/operations/services'
import { serviceIds, serviceOf, type ServiceId, type ServiceMail, type ServiceValues } from '@common/plugins/services'
import { createQueue } from '@common/util/queue'
import type { MetaStore } from '@main/db/meta'
import { createFolderStore, createS3Store, probeStore, type ObjectStore } from '@main/features/object-stores'
import type { Outbound, OutboundStreams } from '@main/features/outbound'
import type { Secrets } from '@main/features/secrets'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import { englishBeside } from '@main/lib/messages'
import { noteChange, noteGone } from '@main/lib/note-change'
import { personIn } from '@main/operations/context'
import type { FeatureModule } from '@main/operations/module'
import { deliverThrough, testMail, type ServiceDelivery } from './mail'
import { createServiceRepository } from './repository'
import { createServiceSettings, type FixedServices } from './service'

export type { FixedServices } from './service'
export { testMail, type ServiceDelivery } from './mail'

/** Storages for attachments. */
export interface FileStorages {
  /** Returns the storage that new files go to; undefined for the profile. */
  readonly active: () => Promise<{ readonly place: ServiceId; readonly store: ObjectStore } | undefined>
  /** Returns a storage that is set up, also if it isn't active. */
  readonly of: (place: string) => Promise<ObjectStore | undefined>
  /** Lists the storages that are set up. */
  readonly all: () => Promise<readonly ObjectStore[]>
}

/** Services that the installation uses: storages, mail services and sign-in providers. */
export interface Services extends FeatureModule<typeof serviceOperations> {
  readonly storages: FileStorages
  /** Lists the origins of storages from which browsers download files themselves. */
  readonly storageOrigins: () => Promise<readonly string[]>
  readonly mail: {
    /** Delivers a mail through the active mail service; undefined if there is none. */
    readonly deliver: (mail: ServiceMail) => Promise<ServiceDelivery | undefined>
    readonly isActive: () => Promise<boolean>
  }
  /** Returns the sign-in providers that are set up here, apart from those of the environment. */
  readonly signIn: () => Promise<readonly ProviderSettings[]>
}

/** Concurrent tests: a limit against scanning a network with them. */
const testsAtOnce = 2
const testsWaiting = 10
const testMs = 60_000

export function createServices(options: {
  readonly store: MetaStore
  /** Encrypts keys and passwords. */
  readonly secrets: Pick<Secrets, 'box'>
  readonly outbound: Outbound & OutboundStreams
  readonly clock: Clock
  readonly ids: Ids
  readonly fixed: FixedServices
  /** Asks a sign-in provider whether it knows the client. @throws AppError PROVIDER_FAILED */
  readonly probeSignIn: (settings: ProviderSettings) => Promise<void>
}): Services {
  const { store, secrets, outbound, clock, ids, fixed, probeSignIn } = options
  const repository = createServiceRepository(store, secrets.box('nc_connection_secret', 'services'))
  const settings = createServiceSettings({ repository, clock, fixed })
  const tests = createQueue({ concurrency: testsAtOnce, maxWaiting: testsWaiting })
  const list = async () => ({ list: await settings.list() })

  const objectStore = (id: ServiceId, values: ServiceValues): ObjectStore => {
    const service = serviceOf(id)
    const { title } = service
    if (service.category !== 'storage' || service.s3 === undefined)
      return createFolderStore({ root: values.path ?? '', title, ids })
    const { bucket = '', access_key: accessKey = '', access_secret: accessSecret = '' } = values
    const { browserOrigin, ...address } = service.s3(values)
    return createS3Store({
      bucket: { ...address, bucket, accessKey, accessSecret },
      title,
      outbound,
      clock,
      browserOrigin,
    })
  }

  const inUse = async (category: 'mail' | 'storage') =>
    (await repository.list()).find(({ service, isActive }) => isActive && serviceOf(service).category === category)

  const activeMail = async () => {
    if (fixed.isMailFixed) return undefined
    const found = await inUse('mail')
    const service = found && serviceOf(found.service)
    return found && service?.category === 'mail' ? { service, values: found.values } : undefined
  }

  const test = async (id: ServiceId, values: ServiceValues, to: string, signal: AbortSignal): Promise<Outcome> => {
    const service = serviceOf(id)
    if (service.category === 'mail') {
      const mail = { ...testMail(), to }
      const { sent, reason } = await deliverThrough(service, values, mail, { outbound, clock }, signal)
      return { passed: sent, reason }
    }
    try {
      if (service.category === 'storage') {
        const store = objectStore(id, values)
        await probeStore({ store, title: service.title, name: ids.hex(16), outbound, clock, signal })
      } else await probeSignIn(providerOf(id, values))
      const reason = message(service.category === 'storage' ? 'server.storage.passed' : 'server.service.signInPassed', {
        plugin: service.title,
      })
      return { passed: true, reason }
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'REQUEST_CANCELLED') throw error
      return { passed: false, reason: errorMessage(error.code, error.details) }
    }
  }

  return {
    storages: {
      active: async () => {
        const found = await inUse('storage')
        return found && { place: found.service, store: objectStore(found.service, found.values) }
      },
      of: async (place) => {
        const id = serviceIds.find((each) => each === place)
        const found = id && (await repository.find(id))
        return found && objectStore(found.service, found.values)
      },
      all: async () =>
        (await repository.list())
          .filter(({ service }) => serviceOf(service).category === 'storage')
          .map(({ service, values }) => objectStore(service, values)),
    },
    storageOrigins: async () => {
      const origins = (await repository.list()).flatMap(({ service: id, values }) => {
        const service = serviceOf(id)
        const origin = service.category === 'storage' ? service.s3?.(values).browserOrigin : undefined
        return origin === undefined || !URL.canParse(origin) ? [] : [new URL(origin).origin]
      })
      return [...new Set(origins)]
    },
    mail: {
      isActive: async () => (await activeMail()) !== undefined,
      deliver: async (mail) => {
        const found = await activeMail()
        return found && deliverThrough(found.service, found.values, mail, { outbound, clock })
      },
    },
    signIn: async () =>
      (await repository.list())
        .filter(({ service, isActive }) => isActive && serviceOf(service).category === 'signIn')
        .filter(({ service }) => !fixed.signIn.includes(service))
        .map(({ service, values }) => providerOf(service, values)),

    handlers: {
      serviceList: list,

      serviceSave: async (context, { service, active, values }) => {
        const { before, after } = await settings.save(service, active, values)
        noteChange(context, factsOf(before), factsOf(after))
        return list()
      },

      serviceActiveSet: async (context, { service, active }) => {
        const { before, after } = await settings.setActive(service, active)
        noteChange(context, { enabled: before.isActive }, { enabled: after.isActive })
        return list()
      },

      serviceDelete: async (context, { service }) => {
        noteGone(context, factsOf(await settings.remove(service)))
        return list()
      },

      serviceTest: async (context, { service, values: given }) => {
        const { email } = personIn(context)
        const values = await settings.filled(service, given)
        const signal = AbortSignal.any([context.signal, AbortSignal.timeout(testMs)])
        const startedMs = clock.monotonicMs()
        const { passed, reason } = await tests.run(() => test(service, values, email, signal), context.signal)
        return { passed, ms: Math.round(clock.monotonicMs() - startedMs), ...englishBeside('msg', reason) }
      },
    },
    audit: {
      serviceSave: ({ input: { service } }) => ({ operation: 'PLUGIN/SAVED', details: { title: service } }),
      serviceActiveSet: ({ input: { service, active } }) => ({
        operation: active ? 'PLUGIN/ON' : 'PLUGIN/OFF',
        details: { title: service },
      }),
      serviceDelete: ({ input: { service } }) => ({ operation: 'PLUGIN/DELETED', details: { title: service } }),
      serviceTest: ({ input: { service }, output: { passed } }) => ({
        operation: 'PLUGIN/TESTED',
        details: { title: service, sent: passed },
      }),
    },
  }
}

interface Outcome {
  readonly passed: boolean
  readonly reason: Message
}

function providerOf(id: ServiceId, values: ServiceValues): ProviderSettings {
  const service = serviceOf(id)
  const provider = id === 'google' || id === 'github' ? id : 'oidc'
  const address = service.category === 'signIn' ? service.address : undefined
  return {
    id: provider,
    name: values.name || service.title,
    address: address ?? values.address ?? '',
    clientId: values.client_id ?? '',
    clientSecret: values.client_secret ?? '',
  }
}

/** Facts of a service for the audit, without secrets. */
function factsOf({
  isInstalled,
  isActive,
  values,
}: {
  readonly isInstalled: boolean
  readonly isActive: boolean
  readonly values: ServiceValues
}): object {
  return isInstalled ? { enabled: isActive, ...values } : {}
}
