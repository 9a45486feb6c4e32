import { AppError } from '@common/errors'
import { message } from '@common/messages'
import type { ListedService } from '@common/operations/services'
import {
  isFieldValue,
  serviceIds,
  serviceOf,
  type ServiceField,
  type ServiceId,
  type ServiceValues,
} from '@common/plugins/services'
import { createQueue } from '@common/util/queue'
import type { Clock } from '@main/lib/clock'
import type { InstalledService, ServiceRepository } from './repository'

/** Services of the installation: their settings. */
export interface ServiceSettings {
  readonly list: () => Promise<ListedService[]>
  readonly save: (service: ServiceId, active: boolean, values: ServiceValues) => Promise<Changed>
  readonly setActive: (service: ServiceId, active: boolean) => Promise<Changed>
  readonly remove: (service: ServiceId) => Promise<ListedService>
  /** Returns given values, with stored secrets and presets in place of empty ones. */
  readonly filled: (service: ServiceId, values: ServiceValues) => Promise<ServiceValues>
}

interface Changed {
  readonly before: ListedService
  readonly after: ListedService
}

/** Services that environment variables set up. They take precedence. */
export interface FixedServices {
  readonly isMailFixed: boolean
  readonly signIn: readonly ServiceId[]
}

export function createServiceSettings(options: {
  readonly repository: ServiceRepository
  readonly clock: Clock
  readonly fixed: FixedServices
}): ServiceSettings {
  const { repository, clock, fixed } = options
  const now = (): string => clock.now().toISOString()
  // Checks and writes follow each other, so that two saves don't mix.
  const { run: inTurn } = createQueue({ maxWaiting: 100 })

  const isFixed = (id: ServiceId): boolean => fixed.signIn.includes(id)
  const listed = (id: ServiceId, found: InstalledService | undefined): ListedService => listedOf(id, found, isFixed(id))

  const changeable = (id: ServiceId, active: boolean): void => {
    const isReplaced = active && fixed.isMailFixed && serviceOf(id).category === 'mail'
    if (isFixed(id) || isReplaced) throw new AppError('SETTINGS_FIXED')
  }

  const installed = async (id: ServiceId): Promise<InstalledService> => {
    const found = await repository.find(id)
    if (found === undefined) throw new AppError('SERVICE_NOT_INSTALLED', { service: serviceOf(id).title })
    return found
  }

  /** @throws AppError STORAGE_IN_USE while files are there */
  const requireEmpty = async (id: ServiceId): Promise<void> => {
    if (serviceOf(id).category !== 'storage') return
    const files = await repository.filesIn(id)
    if (files > 0) throw new AppError('STORAGE_IN_USE', { storage: serviceOf(id).title, files })
  }

  const filled: ServiceSettings['filled'] = async (id, values) => filledFrom(id, values, await repository.find(id))

  return {
    filled,
    list: async () => {
      const found = await repository.list()
      return serviceIds.map((id) =>
        listed(
          id,
          found.find(({ service }) => service === id),
        ),
      )
    },
    save: (service, isActive, given) =>
      inTurn(async () => {
        changeable(service, isActive)
        const stored = await repository.find(service)
        const after = { service, isActive, values: filledFrom(service, given, stored) }
        if (stored !== undefined && !isSamePlace(service, stored.values, after.values)) await requireEmpty(service)
        await repository.save(after, now())
        return { before: listed(service, stored), after: listed(service, after) }
      }),
    setActive: (service, isActive) =>
      inTurn(async () => {
        changeable(service, isActive)
        const stored = await installed(service)
        await repository.setActive(service, isActive, now())
        return { before: listed(service, stored), after: listed(service, { ...stored, isActive }) }
      }),
    remove: (service) =>
      inTurn(async () => {
        changeable(service, false)
        const stored = await installed(service)
        await requireEmpty(service)
        await repository.remove(service)
        return listed(service, stored)
      }),
  }
}

const isSamePlace = (id: ServiceId, before: ServiceValues, after: ServiceValues): boolean =>
  serviceOf(id).fields.every(({ key, isPlace }) => isPlace !== true || before[key] === after[key])

/** @throws AppError SERVICE_FIELD_MISSING, SERVICE_FIELD_INVALID */
function filledFrom(id: ServiceId, given: ServiceValues, stored: InstalledService | undefined): ServiceValues {
  const { fields } = serviceOf(id)
  const plain = entriesOf(fields, isPlain, (field) => checked(field, given[field.key] ?? field.preset ?? ''))
  // Stored secrets go only where they were entered for.
  const fits = stored !== undefined && isSamePlace(id, stored.values, plain)
  const secrets = entriesOf(fields, isSecret, (field) => {
    const value = given[field.key] ?? ''
    return checked(field, value === '' && fits ? (stored.values[field.key] ?? '') : value)
  })
  return { ...plain, ...secrets }
}

const isSecret = ({ kind }: ServiceField): boolean => kind === 'secret'
const isPlain = (field: ServiceField): boolean => !isSecret(field)

const entriesOf = (
  fields: readonly ServiceField[],
  isWanted: (field: ServiceField) => boolean,
  valueOf: (field: ServiceField) => string,
): ServiceValues => Object.fromEntries(fields.filter(isWanted).map((field) => [field.key, valueOf(field)]))

function checked(field: ServiceField, given: string): string {
  const value = given === '' ? (field.preset ?? '') : given
  const name = message(`server.serviceFields.${field.key}`)
  if (value === '' && field.isOptional !== true) throw new AppError('SERVICE_FIELD_MISSING', { field: name })
  if (value !== '' && !isFieldValue(field, value))
    throw new AppError('SERVICE_FIELD_INVALID', { field: name, example: field.placeholder })
  return value
}

/** Returns values without secrets, and without options that are off. */
function shownValues(fields: readonly ServiceField[], values: ServiceValues): ServiceValues {
  const isOff = ({ key, kind, flag }: ServiceField): boolean =>
    (kind === 'flag' || flag !== undefined) && (values[key] ?? '') === ''
  return entriesOf(
    fields,
    (field) => isPlain(field) && !isOff(field),
    ({ key }) => values[key] ?? '',
  )
}

/** Returns a service without its secrets. */
function listedOf(id: ServiceId, found: InstalledService | undefined, isFixed: boolean): ListedService {
  const { fields } = serviceOf(id)
  const shown = isFixed ? undefined : found
  return {
    service: id,
    isInstalled: isFixed || found !== undefined,
    isActive: isFixed || found?.isActive === true,
    isFixed,
    values: shown === undefined ? {} : shownValues(fields, shown.values),
    secrets: fields.flatMap(({ key, kind }) => (kind === 'secret' && shown?.values[key] !== undefined ? [key] : [])),
  }
}
