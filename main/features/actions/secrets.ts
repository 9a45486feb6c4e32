import { AppError } from '@common/errors'
import type { ActionHeader, JobAction } from '@common/operations/actions'
import { checkEmail } from '@main/features/auth'
import { fileTitle } from '@main/features/attachments'
import type { SecretBox } from '@main/lib/secret-box'

/** An action as the meta store holds it. */
export interface SealedAction {
  /** Without values of secret headers. */
  readonly action: JobAction
  /** Encrypted JSON text: these values by name. Null without any. */
  readonly secrets: string | null
}

const isSecret = ({ secret }: ActionHeader): boolean => secret

/** Returns an action for answers: values of secret headers are null. */
export function shownAction(action: JobAction): JobAction {
  if (action.kind !== 'http') return action
  return { ...action, headers: action.headers.map((each) => (each.secret ? { ...each, value: null } : each)) }
}

/**
 * Encrypts the secrets of an action. A secret without a value keeps the stored one, if the action still sends it to the
 * same host: a stored secret can't be read by sending it elsewhere.
 *
 * @throws AppError JOB_SECRET_MISSING
 */
export function sealAction(box: SecretBox, id: string, action: JobAction, before?: SealedAction): SealedAction {
  if (action.kind !== 'http' || !action.headers.some(isSecret)) return { action, secrets: null }
  const known =
    before?.action.kind === 'http' && originOf(before.action.url) === originOf(action.url)
      ? secretsOf(box, id, before)
      : {}
  const values = action.headers.filter(isSecret).map(({ name, value }) => {
    const held = value ?? known[name.toLowerCase()]
    if (held === undefined) throw new AppError('JOB_SECRET_MISSING', { name })
    return [name.toLowerCase(), held] as const
  })
  return { action: shownAction(action), secrets: box.seal(JSON.stringify(Object.fromEntries(values)), id) }
}

/** Returns the action with its secrets. @throws AppError JOB_SECRET_MISSING if they can't be decrypted */
export function openAction(box: SecretBox, id: string, sealed: SealedAction): JobAction {
  const { action } = sealed
  if (action.kind !== 'http' || !action.headers.some(isSecret)) return action
  const known = secretsOf(box, id, sealed)
  const headers = action.headers.map((header) => {
    if (!header.secret) return header
    const value = known[header.name.toLowerCase()]
    if (value === undefined) throw new AppError('JOB_SECRET_MISSING', { name: header.name })
    return { ...header, value }
  })
  return { ...action, headers }
}

/** @throws AppError OUTBOUND_ADDRESS_INVALID, EMAIL_INVALID, JOB_FOLDER_INVALID */
export function checkAction(action: JobAction): JobAction {
  if (action.kind === 'email') return { ...action, to: action.to.map(checkEmail) }
  if (action.kind === 'http' || action.kind === 'import') checkAddress(action.url)
  if (action.kind === 'export' && action.folder !== '' && fileTitle(action.folder) !== action.folder)
    throw new AppError('JOB_FOLDER_INVALID')
  return action
}

function checkAddress(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new AppError('OUTBOUND_ADDRESS_INVALID')
}

function secretsOf(box: SecretBox, id: string, { secrets }: SealedAction): Readonly<Record<string, string>> {
  const text = secrets === null ? undefined : box.open(secrets, id)
  return text === undefined ? {} : (JSON.parse(text) as Record<string, string>)
}

const originOf = (text: string): string | null => (URL.canParse(text) ? new URL(text).origin : null)
