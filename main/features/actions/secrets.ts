import { AppError } from '@common/errors'
import type { ActionHeader, HttpAction, JobAction, StepAction } from '@common/operations/actions'
import { checkEmail } from '@main/features/auth'
import { fileTitle } from '@main/features/attachments'
import type { SecretBox } from '@main/lib/secret-box'

type AnyAction = JobAction | StepAction

/** An action as the meta store holds it. */
export interface SealedAction<A extends AnyAction = AnyAction> {
  /** Without its secrets: values of secret headers, and the key of the signature. */
  readonly action: A
  /** Encrypted JSON text: these values by name. Null without any. */
  readonly secrets: string | null
}

/** Stands for the key of the signature among names of headers, none of which has an asterisk at its start. */
const signingName = '*signature'

/** Returns an action for answers: its secrets are null. */
export function shownAction<A extends AnyAction>(action: A): A {
  if (action.kind !== 'http') return action
  const { headers, signingKey } = action
  return {
    ...action,
    headers: headers.map((each) => (each.secret ? { ...each, value: null } : each)),
    signingKey: signingKey === '' ? '' : null,
  }
}

/**
 * Encrypts the secrets of an action. A secret without a value keeps the stored one, if the action still sends it to the
 * same host: a stored secret can't be read by sending it elsewhere.
 *
 * @throws AppError JOB_SECRET_MISSING
 */
export function sealAction<A extends AnyAction>(
  box: SecretBox,
  place: string,
  action: A,
  before?: SealedAction,
): SealedAction<A> {
  if (action.kind !== 'http' || secretsIn(action).length === 0) return { action, secrets: null }
  const known =
    before?.action.kind === 'http' && originOf(before.action.url) === originOf(action.url)
      ? secretsOf(box, place, before)
      : {}
  const values = secretsIn(action).map(([name, value]) => {
    const held = value ?? known[name]
    if (held === undefined) throw new AppError('JOB_SECRET_MISSING', { name })
    return [name, held] as const
  })
  return { action: shownAction(action), secrets: box.seal(JSON.stringify(Object.fromEntries(values)), place) }
}

/** Returns the action with its secrets. @throws AppError JOB_SECRET_MISSING if they can't be decrypted */
export function openAction<A extends AnyAction>(box: SecretBox, place: string, sealed: SealedAction<A>): A {
  const { action } = sealed
  if (action.kind !== 'http' || secretsIn(action).length === 0) return action
  const known = secretsOf(box, place, sealed)
  const valueOf = (name: string): string => {
    const value = known[name]
    if (value === undefined) throw new AppError('JOB_SECRET_MISSING', { name })
    return value
  }
  return {
    ...action,
    headers: action.headers.map((each) => (each.secret ? { ...each, value: valueOf(each.name.toLowerCase()) } : each)),
    signingKey: action.signingKey === '' ? '' : valueOf(signingName),
  }
}

/** Secrets by name; null for one that is stored. */
function secretsIn({ headers, signingKey }: HttpAction): (readonly [name: string, value: string | null])[] {
  const isSecret = ({ secret }: ActionHeader): boolean => secret
  return [
    ...headers.filter(isSecret).map(({ name, value }) => [name.toLowerCase(), value] as const),
    ...(signingKey === '' ? [] : [[signingName, signingKey] as const]),
  ]
}

/** @throws AppError OUTBOUND_ADDRESS_INVALID, EMAIL_INVALID, JOB_FOLDER_INVALID */
export function checkAction<A extends AnyAction>(action: A): A {
  if (action.kind === 'email') return { ...action, to: action.to.map(checkedAddress) }
  if (action.kind === 'http' || action.kind === 'import' || action.kind === 'chat') checkAddress(action.url)
  if (action.kind === 'export' && action.folder !== '' && fileTitle(action.folder) !== action.folder)
    throw new AppError('JOB_FOLDER_INVALID')
  return action
}

/** A variable stands for an address that is known later. */
const checkedAddress = (text: string): string => (text.includes('{{') ? text : checkEmail(text))

function checkAddress(text: string): void {
  if (text.trimStart().startsWith('{{')) return
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new AppError('OUTBOUND_ADDRESS_INVALID')
}

function secretsOf(box: SecretBox, id: string, { secrets }: SealedAction): Readonly<Record<string, string>> {
  const text = secrets === null ? undefined : box.open(secrets, id)
  return text === undefined ? {} : (JSON.parse(text) as Record<string, string>)
}

/** Only a variable knows where an address leads that it begins, so the whole address counts. */
const originOf = (text: string): string => (URL.canParse(text) ? new URL(text).origin : text)
