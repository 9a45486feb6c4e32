import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '@common/operations'
import { createLegacyCalls } from '@main/http/legacy'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer } from '@tests/helpers/server'

/* Dashboard calls by role (wire §13.1) and previews (§13.5), as scripts of the original make them. */

const viewerCalls = `
  xcTableAndViewList xcVirtualTableList projectList PROJECT_READ_BY_WEB tableXcModelGet xcRelationList tableList viewList
  functionList sequenceList procedureList columnList triggerList relationList relationListAll indexList list
  xcExportAsCsv`
const commenterCalls = 'xcModelRowAuditAndCommentList xcAuditCommentInsert xcAuditModelCommentsCount'
const editorCalls = `
  xcAuditCreate xcAttachmentUpload xcRelationsGet tableCreateStatement tableInsertStatement tableUpdateStatement
  tableSelectStatement tableDeleteStatement getKnexDataTypes projectHasDb rolesGet xcModelsList xcTableModelsList
  xcViewModelsList xcFunctionModelsList xcProcedureModelsList`
const userCalls = 'projectList testConnection projectCreateByWebWithXCDB'
const creatorCalls = `
  tableCreate tableUpdate tableDelete relationCreate relationDelete xcVirtualRelationCreate xcM2MRelationCreate xcModelSet
  xcVirtualTableCreate xcVirtualTableDelete xcMetaDiff xcMetaDiffSync indexCreate indexDelete`

/** Calls that the original opens to editors. Better: they show what is hidden, or reach any address. */
const strictCalls = 'viewRead testConnection xcRoutesPolicyAllGet'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)
const known = { ...operations, ...createLegacyCalls({} as never) }
const existing = (names: readonly string[]): readonly string[] => names.filter((name) => Object.hasOwn(known, name))

/** Calls of each role, each with those of the weaker ones. */
const callsOf = {
  viewer: words(viewerCalls),
  commenter: words(`${viewerCalls} ${commenterCalls}`),
  editor: words(`${viewerCalls} ${commenterCalls} ${editorCalls}`),
} as const
const roles = ['viewer', 'commenter', 'editor', 'creator', 'owner'] as const

let server: TestServer
let projectId: string
const tokens: Record<string, string> = {}

/** Sends a call with arguments that no call accepts, so that an allowed one changes nothing. */
const call = (
  api: string,
  token: string | undefined,
  init: { project?: string; preview?: string } = {},
): Promise<Answer> =>
  server.request(`/dashboard/?q=sqlOp_${api}`, {
    method: 'POST',
    ...(token !== undefined && { token }),
    headers: init.preview === undefined ? {} : { 'xc-preview': init.preview },
    body: { api, project_id: init.project ?? projectId, env: '_noco', dbAlias: 'db', args: [] },
  })
const isRefused = ({ status }: Answer): boolean => status === 401 || status === 403

beforeAll(async () => {
  server = await startServer({ signInAttempts: 0, signUpAttempts: 0 })
  tokens['owner'] = (await server.signUp('owner@g.com')).token
  projectId = (await server.call('projectCreateByWebWithXCDB', { title: 'Wire' }, { token: tokens['owner'] })).id
  for (const role of roles.slice(0, -1)) tokens[role] = (await server.signUp(`${role}@g.com`)).token
  giveRoles(
    server.profileFolder,
    projectId,
    Object.fromEntries(roles.slice(0, -1).map((role) => [`${role}@g.com`, role])),
  )
  tokens['stranger'] = (await server.signUp('stranger@g.com')).token
})
afterAll(() => server.close())

describe('dashboard calls (§13.1)', () => {
  it.each(Object.entries(callsOf))('of a %s are open', async (role, names) => {
    for (const name of existing(names)) expect([name, isRefused(await call(name, tokens[role]))]).toEqual([name, false])
  })

  it('of owners and creators are all open', async () => {
    for (const role of ['creator', 'owner'])
      for (const name of existing([...callsOf.editor, ...words(creatorCalls)]))
        expect([role, name, isRefused(await call(name, tokens[role]))]).toEqual([role, name, false])
  })

  it.each([
    ['viewer', `${commenterCalls} ${creatorCalls} xcAuditCreate xcAttachmentUpload`],
    ['commenter', `${creatorCalls} xcAuditCreate xcAttachmentUpload`],
    ['editor', `${creatorCalls} ${strictCalls}`],
  ])('beyond the role of a %s are closed', async (role, names) => {
    for (const name of existing(words(names))) {
      const answer = await call(name, tokens[role])
      expect([name, answer.status, answer.json]).toEqual([
        name,
        403,
        expect.objectContaining({ msg: expect.any(String) as string }),
      ])
    }
  })

  it('are closed to guests', async () => {
    for (const name of existing([...callsOf.editor, ...words(creatorCalls)]))
      expect([name, (await call(name, undefined)).status]).toEqual([name, 401])
  })

  it('of a user outside of projects are open, and those of a new user are the list only', async () => {
    const outside = (api: string, token: string): Promise<Answer> =>
      server.request('/dashboard/', { method: 'POST', token, body: { api, args: [] } })
    for (const name of existing(words(userCalls)))
      expect([name, isRefused(await outside(name, tokens['owner'] ?? ''))]).toEqual([name, false])
    for (const name of existing(words(userCalls)))
      expect([name, isRefused(await outside(name, tokens['stranger'] ?? ''))]).toEqual([name, name !== 'projectList'])
  })

  it('about a foreign project look like those about none', async () => {
    for (const name of existing(callsOf.editor.filter((each) => !words(userCalls).includes(each)))) {
      const [foreign, missing] = [
        await call(name, tokens['stranger']),
        await call(name, tokens['stranger'], { project: 'nothing_here' }),
      ]
      expect([name, foreign.status, foreign.text]).toEqual([name, missing.status, missing.text])
    }
  })
})

describe('a preview (§13.5)', () => {
  it.each(['viewer', 'commenter', 'editor'])('as %s replaces the roles of owners and creators', async (preview) => {
    for (const role of ['owner', 'creator'])
      for (const name of existing(words(`${commenterCalls} ${creatorCalls} xcAuditCreate`))) {
        const [previewed, held] = [await call(name, tokens[role], { preview }), await call(name, tokens[preview])]
        expect([role, name, isRefused(previewed)]).toEqual([role, name, isRefused(held)])
      }
  })

  it('raises no role', async () => {
    for (const preview of ['editor', 'creator', 'owner'])
      for (const name of existing(words(creatorCalls)))
        expect([preview, name, (await call(name, tokens['viewer'], { preview })).status]).toEqual([preview, name, 403])
  })

  it('counts for data calls too', async () => {
    await server.operate(
      'tableCreate',
      { table: 'Things', columns: [{ name: 'title', type: 'SingleLineText' }] },
      { token: tokens['owner'] ?? '', projectId },
    )
    const create = (headers: Record<string, string>): Promise<Answer> =>
      server.request(`/nc/${projectId}/api/v1/Things`, {
        method: 'POST',
        token: tokens['owner'],
        headers,
        body: { title: 'A' },
      })
    expect((await create({ 'xc-preview': 'viewer' })).status).toBe(403)
    expect((await create({})).status).toBe(200)
  })
})
