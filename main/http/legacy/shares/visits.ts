import { knexOfFile, knexOfSettings } from '@common/dialects'
import { AppError } from '@common/errors'
import { actorOf } from '@common/principal/actor'
import type { SightedTable } from '@common/principal/sight'
import type { LinkPages, RestHandler } from '@main/dataapi'
import type { Scripts } from '@main/features/scripts'
import type { FoundShare, Shares } from '@main/features/shares'
import type { Tables } from '@main/features/tables'
import type { Project } from '@common/model'
import type { CallContext } from '@main/operations/context'
import type { WireTableMeta } from '../tables/schemas'
import { tableToWire } from '../tables/mappers'

/** Services behind the calls of visitors. */
export interface VisitCallServices {
  readonly tables: Tables
  readonly shares: Pick<Shares, 'open' | 'find' | 'answers'>
  readonly scripts: Pick<Scripts, 'csv'>
  readonly rest: RestHandler
  readonly linkPages: LinkPages
  readonly project: (projectId: string) => Promise<Project>
}

/** A visitor who knows the link and its password. */
export interface Visit {
  readonly found: FoundShare & { readonly shown: NonNullable<FoundShare['shown']> }
  /** The call with the rights of the link, whoever sent it. */
  readonly context: CallContext & { readonly projectId: string }
  readonly table: SightedTable
}

interface Admission {
  readonly view_id: string
  readonly password?: string | null | undefined
}

/** @throws AppError META_NOT_FOUND, SHARE_PASSWORD_WRONG, TOO_MANY_ATTEMPTS */
export async function visit(
  { shares, tables }: VisitCallServices,
  context: CallContext,
  { view_id: link, password }: Admission,
): Promise<Visit> {
  await opened(shares, { link, ip: context.actor.ip, ...(password ? { password } : {}) })
  const found = await shares.find(link)
  if (found?.shown === undefined || found.shown === null) throw new AppError('META_NOT_FOUND')
  const { shown, principal, share } = found
  const { projectId } = share
  const table = await tables.catalog.as(principal).named(projectId, shown.view.table)
  if (table === undefined) throw new AppError('META_NOT_FOUND')
  const actor = actorOf(principal, { ip: context.actor.ip, fromPage: false })
  return { found: { ...found, shown }, context: { ...context, principal, projectId, actor }, table }
}

async function opened(shares: Pick<Shares, 'open'>, call: Parameters<Shares['open']>[0]): Promise<void> {
  try {
    await shares.open(call)
  } catch (error) {
    if (error instanceof AppError && error.code === 'SHARE_CLOSED')
      throw new AppError('META_NOT_FOUND', {}, { cause: error })
    if (error instanceof AppError && error.code === 'SHARE_PASSWORD_NEEDED')
      throw new AppError('SHARE_PASSWORD_WRONG', {}, { cause: error })
    throw error
  }
}

/** Returns what visitors see of the table, and of the tables that its links reach. */
export async function metasOf(
  { tables }: Pick<VisitCallServices, 'tables'>,
  { context: { principal, projectId }, table }: Visit,
): Promise<{ readonly meta: WireTableMeta; readonly related: Readonly<Record<string, WireTableMeta>> }> {
  const seen = tables.catalog.as(principal)
  const related = await seen.related(projectId, table)
  const others = await Promise.all(
    [...related.values()].map(
      async (other) => [other.name, tableToWire(other, await seen.related(projectId, other))] as const,
    ),
  )
  return {
    meta: tableToWire(await tables.descriptions.withResults(principal, projectId, table), related),
    related: Object.fromEntries(others),
  }
}

/** Returns the name that the original has for the database of a project. */
export async function clientOf({ project }: Pick<VisitCallServices, 'project'>, projectId: string): Promise<string> {
  const { server } = await project(projectId)
  return (server ? knexOfSettings({ kind: server.kind }) : knexOfFile('')).client
}

/** Reads by the data API, with the rights of the visitor. */
export async function readRest(
  { rest }: Pick<VisitCallServices, 'rest'>,
  { context }: Visit,
  segments: readonly string[],
  query: URLSearchParams,
): Promise<unknown> {
  const { projectId } = context
  const { body } = await rest({
    method: 'GET',
    projectId,
    segments: segments.map(encodeURIComponent),
    query,
    body: undefined,
    context,
  })
  return JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString()) as unknown
}
