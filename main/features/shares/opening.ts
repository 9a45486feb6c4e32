import { AppError } from '@common/errors'
import type { OpenedShare } from '@common/operations/shares'
import type { Project, Table } from '@common/model'
import { modelOf } from '@common/operations/table-shapes'
import type { FindTable } from '@common/principal/sight'
import { readVisitorForm } from '@common/views/form-fields'
import { sharedColumns, sharedSettings, visitorOptions, visitorSettings } from '@common/views/shared-view'
import { metaTables, type MetaStore } from '@main/db/meta'
import type { Throttle } from '@main/features/auth'
import type { Clock } from '@main/lib/clock'
import type { PasswordHashing } from '@main/lib/hashing'
import { titleOfView, type FoundShare, type SharePrincipals } from './principals'
import { visitStep, type StoredShare } from './repository'
import type { VisitorToken, VisitorTokens } from './visitor-tokens'

export interface OpeningOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly hashing: PasswordHashing
  readonly throttle: Throttle
  readonly tokens: VisitorTokens
  readonly principals: SharePrincipals
  readonly table: FindTable
  readonly project: (projectId: string) => Promise<Pick<Project, 'title'>>
  /** Reports errors in the background. */
  readonly report: (error: unknown) => void
}

export interface OpeningCall {
  readonly link: string
  readonly password?: string | undefined
  /** Token of an earlier opening. */
  readonly visitor?: string | undefined
  /** Address of the visitor. */
  readonly ip: string | null
}

/**
 * Opens links for visitors.
 *
 * @throws AppError SHARE_CLOSED, SHARE_PASSWORD_NEEDED, SHARE_PASSWORD_WRONG, TOO_MANY_ATTEMPTS
 */
export type OpenShare = (call: OpeningCall) => Promise<OpenedShare>

const { users } = metaTables

export function createOpening(options: OpeningOptions): OpenShare {
  const { store, clock, hashing, throttle, tokens, principals, report } = options

  /** Returns the token of a visitor who has renewed one, or who knows the password. */
  const admitted = async (share: StoredShare, { password, visitor, ip }: OpeningCall): Promise<VisitorToken> => {
    const openedAtMs = visitor === undefined ? undefined : tokens.openedAtMs(share, visitor)
    if (openedAtMs !== undefined) return tokens.make(share, openedAtMs)
    if (share.passwordHash !== null) {
      if (password === undefined) throw new AppError('SHARE_PASSWORD_NEEDED')
      // The throttle counts by link: each visitor of a link has the same password.
      const account = `share ${share.id}`
      await throttle.attempt(account, ip)
      if (!(await hashing.verify(password, share.passwordHash))) throw new AppError('SHARE_PASSWORD_WRONG')
      await throttle.succeeded(account, ip)
    }
    store.transact([visitStep(share.id, clock.now().toISOString())]).catch(report)
    return tokens.make(share)
  }

  const nameOf = async (userId: number | null): Promise<string | null> => {
    const user = userId === null ? undefined : await store.find(users, { id: userId })
    const name = [user?.firstname, user?.lastname].map((part) => part?.trim() ?? '').filter((part) => part !== '')
    return name.length === 0 ? null : name.join(' ')
  }

  return async (call) => {
    const found = await principals.find(call.link)
    // A share on the network opens at its own listener only, which passes the token that it made.
    const isElsewhere =
      found?.share.isPocket === true && tokens.openedAtMs(found.share, call.visitor ?? '') === undefined
    if (found === undefined || isElsewhere) {
      await throttle.link(call.ip)
      throw new AppError('SHARE_CLOSED')
    }
    const { share, shown } = found
    const { projectId, expiresAt } = share
    const visitor = await admitted(share, call)
    const common = { projectId, visitor, sharedBy: await nameOf(share.userId), expiresAt }
    if (shown?.view.kind === 'form') {
      const table = await options.table(found.principal, projectId, shown.view.table)
      if (table === undefined) throw new AppError('SHARE_CLOSED')
      return { ...common, ...openedForm(share, shown, table) }
    }
    if (shown !== null) return { ...common, ...openedView(share, shown) }
    const { title } = await options.project(projectId)
    return { ...common, kind: 'base', title, role: share.role ?? 'viewer' }
  }
}

/** Returns a form as its visitors see it: its fields, and nothing else of its table. */
function openedForm(share: StoredShare, { view, table }: NonNullable<FoundShare['shown']>, seen: Table) {
  const form = readVisitorForm(view.options, table, view.title)
  const closed = table.type === 'view' ? 'readOnly' : form.missing.length > 0 ? 'incomplete' : null
  return {
    kind: 'form' as const,
    table: formTable(seen, form.title),
    view: { id: view.id, title: view.title, options: view.options },
    survey: share.survey,
    closed,
  } as const
}

/** Returns the columns that a form asks for, without facts that only writers of the table need. */
function formTable(table: Table, title: string) {
  const model = modelOf({ ...table, name: 'form', title })
  return {
    ...model,
    columns: model.columns.map((column) => ({
      ...column,
      primaryValue: false,
      // A default makes an answer optional.
      defaultValue: column.defaultValue === null ? null : '',
    })),
    primaryKey: [],
    foreignKeys: [],
    indexes: [],
  }
}

/** Returns a view as its visitors see it. */
function openedView(share: StoredShare, { view, table }: NonNullable<FoundShare['shown']>) {
  const columns = sharedColumns(table, view, share.narrowing)
  const settings = { ...sharedSettings(table, view), ...sortsOf(share) }
  return {
    kind: 'view' as const,
    table: table.name,
    view: {
      id: view.id,
      title: titleOfView(view, table),
      kind: view.kind,
      settings: visitorSettings(settings, columns),
      options: visitorOptions(view, columns),
    },
    download: share.download,
  }
}

/** A script can give a link an order of its own. */
const sortsOf = ({ narrowing }: StoredShare) => (narrowing?.sorts === undefined ? {} : { sorts: narrowing.sorts })
