import { sendRequest } from '@tests/helpers/request'
import type { PartialViewSettings } from '@common/views'
import { expect } from 'vitest'
import { account } from './app'
import { forms } from './form-surfaces'
import { galleries } from './card-surfaces'
import type { Store } from './surface'

const views: Readonly<Record<string, PartialViewSettings>> = {
  Plain: {},
  Chosen: {
    filter: {
      join: 'and',
      filters: [
        { column: 'price', operator: 'greater', value: 0.5 },
        {
          join: 'or',
          filters: [
            { column: 'genre', operator: 'isAnyOf', value: ['Folk', 'Rock', 'Jazz'] },
            { column: 'rating', operator: 'greaterOrEqual', value: 3 },
          ],
        },
      ],
    },
    sorts: [
      { column: 'genre', descending: false },
      { column: 'rating', descending: true },
    ],
    hidden: ['audio', 'id'],
  },
  Coloured: {
    colours: [
      { color: 'amber', filter: { join: 'and', filters: [{ column: 'genre', operator: 'isAnyOf', value: ['Folk'] }] } },
      {
        color: 'red',
        column: 'length',
        filter: { join: 'and', filters: [{ column: 'length', operator: 'greater', value: 200 }] },
      },
      { color: 'green', filter: { join: 'and', filters: [{ column: 'rating', operator: 'equals', value: 5 }] } },
    ],
    aggregates: { length: 'average', price: 'sum', rating: 'filled' },
  },
  Grouped: {
    groups: [
      { column: 'genre', descending: false },
      { column: 'rating', descending: true },
    ],
    aggregates: { title: 'count', length: 'average', price: 'sum', live: 'checked' },
  },
  Medium: { rowHeight: 'medium', frozen: 2 },
  Tall: { rowHeight: 'tall', hidden: ['id'] },
  Nothing: { filter: { join: 'and', filters: [{ column: 'title', operator: 'is', value: 'No such track' }] } },
}

/** Boards, by their tables. */
const boards: Readonly<Record<string, { readonly table: string; readonly options: object }>> = {
  Board: {
    table: 'tracks',
    options: { stackColumn: 'genre', byColumn: { genre: { limits: { '["Folk"]': 100, '["Soul"]': 400 } } } },
  },
  'Board of things': { table: 'Things', options: { stackColumn: 'State', coverColumn: 'Files' } },
  'Board of nothing': { table: 'Wide', options: {} },
}

const options = (...titles: readonly string[]) => ({
  options: titles.map((title, at) => ({ title, color: (['blue', 'orange', 'teal', 'pink'] as const)[at % 4] })),
})
const key = { cn: 'id', uidt: 'ID' }
const everyType = [
  { cn: 'Name', uidt: 'SingleLineText', pv: true },
  key,
  { cn: 'Files', uidt: 'Attachment' },
  { cn: 'Facts', uidt: 'JSON' },
  { cn: 'Notes', uidt: 'LongText' },
  { cn: 'State', uidt: 'SingleSelect', meta: options('Open', 'Waiting for an answer', 'Done') },
  { cn: 'Tags', uidt: 'MultiSelect', meta: options('vinyl', 'live', 'remix', 'staff pick') },
  { cn: 'Day', uidt: 'Date' },
  { cn: 'Share', uidt: 'Percent' },
  { cn: 'Stars', uidt: 'Rating' },
  { cn: 'Owner', uidt: 'Collaborator' },
  { cn: 'Page', uidt: 'URL' },
  { cn: 'A field with a name that is much longer than its column', uidt: 'Number' },
]
const everyTypeRow = (at: number) => ({
  Name: at === 2 ? 'A name that is much longer than the column in which it has to stand' : `Thing ${at + 1}`,
  Facts: at % 3 === 0 ? '{"bpm":132,"key":"F minor","takes":[1.5,2,{"room":"B","mic":null}],"ok":true}' : null,
  Notes: at % 2 === 0 ? 'First line\nSecond line, which goes on and on until there is no more room for it' : null,
  State: ['Open', 'Waiting for an answer', 'Done'][at % 3],
  Tags: at % 2 === 0 ? 'vinyl,live,remix,staff pick' : 'live',
  Day: `2026-0${(at % 9) + 1}-18`,
  Share: at * 7,
  Stars: (at % 5) + 1,
  Owner: at % 4 === 0 ? account.email : null,
  Page: 'https://example.com/records',
  'A field with a name that is much longer than its column': at * 1_234_567,
})

/** Calendars, by their tables. */
const calendars: Readonly<Record<string, { readonly table: string; readonly options: object }>> = {
  Calendar: { table: 'Gigs', options: { startColumn: 'Day', endColumn: 'Until', colourColumn: 'State' } },
  'Calendar of hours': { table: 'Gigs', options: { startColumn: 'Starts', endColumn: 'Ends' } },
  'Calendar of nothing': { table: 'Wide', options: {} },
}
const gigs = [
  { cn: 'Name', uidt: 'SingleLineText', pv: true },
  { cn: 'Day', uidt: 'Date' },
  { cn: 'Until', uidt: 'Date' },
  { cn: 'State', uidt: 'SingleSelect', meta: options('Open', 'Waiting for an answer', 'Done') },
  { cn: 'Starts', uidt: 'DateTime' },
  { cn: 'Ends', uidt: 'DateTime' },
]
/** Days and hours of this month; every seventh has none. */
const gig = (at: number) => {
  const month = new Date().toISOString().slice(0, 8)
  const day = (number: number): string => `${month}${String(Math.min(28, number)).padStart(2, '0')}`
  const first = at < 6 ? 17 : (at % 26) + 1
  const hour = String(8 + (at % 9)).padStart(2, '0')
  return {
    Name: at === 2 ? 'A name that is much longer than the day on which it has to stand' : `Gig ${at + 1}`,
    State: ['Open', 'Waiting for an answer', 'Done', null][at % 4],
    ...(at % 7 !== 6 && {
      Day: day(first),
      Starts: `${day(first)} ${hour}:15:00`,
      Ends: `${day(first)} ${hour}:50:00`,
    }),
    ...(at % 5 === 0 && { Until: day(first + 3) }),
  }
}

/** Returns the default grid of a table, for surfaces without another view. */
export const rowsOf = (table: string): string => `Rows of ${table.toLowerCase()}`

/** Returns the name of a table in the database. Tables of the sample have names in small letters. */
export const nameOf = (table: string): string => (['Albums', 'Tracks'].includes(table) ? table.toLowerCase() : table)

/** Creates the data of the surfaces; the account is already registered. */
export async function stockStore(origin: string): Promise<Store> {
  const signIn = await sendRequest(origin, '/auth/signin', { method: 'POST', body: account })
  const { token } = signIn.json as { token: string }
  const operate = async (api: string, project: string | undefined, args: unknown): Promise<unknown> => {
    const body = { api, project_id: project, args }
    const { status, json } = await sendRequest(origin, '/dashboard/', { method: 'POST', token, body })
    expect([api, status, status === 200 ? '' : json]).toEqual([api, 200, ''])
    return json
  }
  const projectId = ((await operate('projectCreateSample', undefined, {})) as { id: string }).id
  const made: Record<string, string> = {}
  for (const [title, settings] of Object.entries(views)) {
    const args = { title, parent_model_title: 'tracks', show_as: 'grid', settings }
    made[title] = ((await operate('xcVirtualTableCreate', projectId, args)) as { id: string }).id
  }
  const fill = async (table: string, body: unknown): Promise<void> => {
    const { status, text } = await sendRequest(origin, `/nc/${projectId}/api/v1/${encodeURIComponent(table)}/bulk`, {
      method: 'POST',
      token,
      body,
    })
    expect([table, status, status === 200 ? '' : text]).toEqual([table, 200, ''])
  }
  const job = {
    title: 'Nightly count',
    pattern: '30 2 * * *',
    timeZone: 'Europe/Berlin',
    action: { kind: 'sql', sql: 'SELECT count(*) AS tracks FROM tracks' },
  }
  await operate('jobSave', projectId, job)
  await operate('tableCreate', projectId, { tn: 'Things', columns: everyType })
  await fill(
    'Things',
    Array.from({ length: 24 }, (_, at) => everyTypeRow(at)),
  )
  await operate('automationSave', projectId, {
    title: 'Thank a buyer',
    trigger: { kind: 'changed', table: 'Things', columns: ['State'] },
    steps: [
      { kind: 'http', method: 'POST', url: 'https://example.com/thanks', body: '{"name":"{{data.Name}}"}' },
      { kind: 'change', values: [{ column: 'Notes', value: 'Thanked' }] },
    ],
  })
  await operate('tableCreate', projectId, {
    tn: 'Wide',
    columns: Array.from({ length: 200 }, (_, at) => ({
      cn: at === 0 ? 'Title' : `Measure ${at} of the long survey`,
      uidt: at === 0 ? 'SingleLineText' : 'Number',
    })),
  })
  await fill('Wide', [{ Title: 'First', 'Measure 1 of the long survey': 3 }])
  for (const [title, { table, options: own }] of Object.entries(boards)) {
    const args = { title, parent_model_title: table, show_as: 'kanban', options: own }
    made[title] = ((await operate('xcVirtualTableCreate', projectId, args)) as { id: string }).id
  }
  for (const [title, { table, options: own }] of Object.entries(forms)) {
    const args = { title, parent_model_title: table, show_as: 'form', options: own }
    made[title] = ((await operate('xcVirtualTableCreate', projectId, args)) as { id: string }).id
  }
  await operate('tableCreate', projectId, { tn: 'Gigs', columns: gigs })
  await fill(
    'Gigs',
    Array.from({ length: 34 }, (_, at) => gig(at)),
  )
  for (const [title, { table, options: own }] of Object.entries(calendars)) {
    const args = { title, parent_model_title: table, show_as: 'calendar', options: own }
    made[title] = ((await operate('xcVirtualTableCreate', projectId, args)) as { id: string }).id
  }
  await operate('tableCreate', projectId, { tn: 'Empty', columns: [{ cn: 'Title', uidt: 'SingleLineText' }] })
  for (const [title, { table, options: own }] of Object.entries(galleries)) {
    const args = { title, parent_model_title: table, show_as: 'gallery', options: own }
    made[title] = ((await operate('xcVirtualTableCreate', projectId, args)) as { id: string }).id
  }
  // A tab shows its last view, so surfaces that need rows select the grid.
  for (const table of ['Albums', 'Tracks', 'Things', 'Wide', 'Empty']) {
    const title = rowsOf(table)
    const args = { title, parent_model_title: nameOf(table), show_as: 'grid' }
    made[title] = ((await operate('xcVirtualTableCreate', projectId, args)) as { id: string }).id
  }
  await operate('tableCreate', projectId, { tn: 'Gone', columns: [{ cn: 'Title', uidt: 'SingleLineText' }] })
  await operate('tableDelete', projectId, { tn: 'Gone' })
  const clerk = { title: 'Shop clerk', description: '', permissions: ['row.read', 'row.create', 'view.read'] }
  const { id: role } = (await operate('roleCreate', projectId, clerk)) as { id: string }
  await operate('memberInvite', projectId, { emails: ['grace@example.com'], role })
  await operate('apiTokenCreate', projectId, { title: 'Nightly export', role })
  await operate('environmentCreate', projectId, { name: 'staging' })
  const variables = [
    { name: 'host', value: 'https://staging.example.com' },
    { name: 'key', value: 'a secret', isSecret: true },
    { name: 'old', value: 'unused', enabled: false },
  ]
  for (const variable of variables) await operate('variableSave', projectId, { environment: 'staging', ...variable })
  await operate('accessRulesSave', projectId, {
    table: 'Things',
    role,
    rules: {
      columns: { Notes: 'hidden', State: 'read' },
      rows: { join: 'and', filters: [{ column: 'Name', operator: 'isNotEmpty' }] },
    },
  })
  return { origin, token, projectId, views: made }
}
