import { sendRequest } from '@tests/helpers/request'
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { lineInTree, thingsInTree } from './shell-surfaces'
import type { Stand, Surface } from './surface'

/** A parameter of one letter, which is no word of a language. */
const thingsQuery = 'select id, "Name" from "Things" where id >= :n'

const made = new WeakMap<object, Set<string>>()
/** Calls an operation in the project, unless an earlier surface has done so. */
async function operateOnce({ store }: Stand, name: string, body: object): Promise<void> {
  const names = made.get(store) ?? new Set()
  made.set(store, names)
  if (names.has(name)) return
  names.add(name)
  const path = `/api/v1/operations/${name}?project=${store.projectId}`
  const answer = await sendRequest(store.origin, path, { method: 'POST', token: store.token, body })
  expect([name, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([name, 200, ''])
}

const saveQuery = (at: Stand): Promise<void> =>
  operateOnce(at, 'sqlSavedCreate', { title: 'Things from a number', sql: thingsQuery })

const makeQueryTable = (at: Stand): Promise<void> =>
  operateOnce(at, 'queryTableCreate', {
    title: 'Later things',
    sql: thingsQuery,
    parameters: [{ name: 'n', type: 'number' }],
  })

/** Returns the line of the query table, among the views. */
async function queryTableLine(page: Page): Promise<Locator> {
  const views = await lineInTree(page, /^Views/)
  if ((await views.getAttribute('aria-expanded')) !== 'true') await views.click()
  return lineInTree(page, /^Later things/)
}

async function openSwagger(page: Page, press: Stand['press']): Promise<void> {
  await press('Control+k')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>')
  await page.getByRole('option', { name: 'Open the Swagger client' }).click()
  // The client remembers what was shown last.
  await page.getByRole('radio', { name: 'Operations' }).check({ force: true })
  await page.getByRole('region', { name: 'Operation', exact: true }).waitFor()
}

async function openStructure({ page }: Stand, part: string): Promise<void> {
  await (await thingsInTree(page)).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Structure' }).click()
  await page.getByRole('tab', { name: part, exact: true }).click()
}

/** Objects of the database, query tables, API servers, and the clients of GraphQL, gRPC and OpenAPI. */
export const objectSurfaces: readonly Surface[] = [
  {
    name: 'structure-columns',
    table: 'Things',
    open: async (at) => {
      await openStructure(at, 'Columns')
      await at.page.getByRole('rowheader', { name: 'State', exact: true }).waitFor()
    },
    main: true,
  },
  {
    name: 'structure-new-index',
    table: 'Things',
    open: async (at) => {
      await openStructure(at, 'Indexes')
      await at.page.getByRole('button', { name: 'New index' }).click()
      await at.page.getByRole('dialog').getByRole('checkbox').first().check({ force: true })
      await at.page.getByText(/^CREATE INDEX/).waitFor()
    },
  },
  {
    name: 'structure-new-trigger',
    table: 'Things',
    open: async (at) => {
      await openStructure(at, 'Triggers')
      await at.page.getByRole('button', { name: 'New trigger' }).click()
      await at.page.getByRole('dialog').getByRole('textbox').waitFor()
    },
  },
  {
    name: 'structure-statements',
    table: 'Things',
    open: async (at) => {
      await openStructure(at, 'Statements')
      await at.page.getByText(/^INSERT INTO/).waitFor()
    },
  },
  {
    name: 'sql-view-new',
    table: 'Things',
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'Add a table' }).click()
      await page.getByRole('menuitem', { name: 'New SQL view' }).click()
      await page.getByRole('dialog').getByRole('textbox').nth(1).waitFor()
    },
  },
  {
    name: 'graphql-client',
    table: 'Things',
    open: async ({ page, press, button }) => {
      await press('Control+k')
      await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>')
      await page.getByRole('option', { name: 'Open the GraphQL client' }).click()
      await button('Run').click()
      await page.getByRole('status').getByText('200').waitFor()
    },
    main: true,
  },
  {
    name: 'swagger-client',
    table: 'Things',
    open: async ({ page, press, button }) => {
      await openSwagger(page, press)
      await page.getByRole('button', { name: /^GET/ }).first().click()
      await button('Try it').click()
      await page.getByText('200 OK').filter({ visible: true }).waitFor()
    },
    main: true,
  },
  {
    name: 'swagger-client-body',
    table: 'Things',
    open: async ({ page, press }) => {
      await openSwagger(page, press)
      await page.getByRole('button', { name: /^POST/ }).first().click()
      await page.getByRole('textbox', { name: 'Body', exact: true }).waitFor()
    },
  },
  {
    name: 'swagger-client-schema',
    table: 'Things',
    open: async ({ page, press }) => {
      await openSwagger(page, press)
      await page.getByRole('radio', { name: 'Schemas' }).check({ force: true })
      await page.getByRole('list', { name: 'Schemas' }).getByRole('button').first().click()
      await page.getByRole('table', { name: 'Properties' }).waitFor()
    },
  },
  {
    name: 'api-servers',
    table: 'Things',
    open: async ({ page, store }) => {
      await page.goto(`${store.origin}/dashboard/#/apiServers`)
      await page.getByRole('table', { name: 'API servers' }).waitFor()
    },
    main: true,
  },
  {
    name: 'api-servers-address',
    table: 'Things',
    open: async ({ page, store }) => {
      await page.goto(`${store.origin}/dashboard/#/apiServers`)
      await page
        .getByRole('button', { name: /^Change the cloud address/ })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('textbox').waitFor()
    },
  },
  {
    name: 'api-servers-message',
    table: 'Things',
    open: async ({ page, store }) => {
      await page.goto(`${store.origin}/dashboard/#/apiServers`)
      await page
        .getByRole('button', { name: /^Send a message/ })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('textbox').waitFor()
    },
  },
  {
    name: 'grpc-client-certificates',
    table: 'Things',
    open: async ({ page, press }) => {
      await press('Control+k')
      await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>')
      await page.getByRole('option', { name: 'Open the gRPC client' }).click()
      const client = page.getByRole('region', { name: 'gRPC client' })
      await client.getByRole('combobox', { name: 'Encryption' }).click()
      await page.getByRole('option', { name: 'TLS', exact: true }).click()
      await client.getByRole('tab', { name: 'Options' }).click()
      await client.getByRole('textbox', { name: 'Private key' }).waitFor()
    },
  },
  {
    name: 'query-table-new',
    table: 'Things',
    open: async ({ page }) => {
      await page.getByRole('searchbox', { name: 'Filter tables' }).click()
      await page.keyboard.press('Control+Shift+O')
      await page.getByRole('button', { name: 'New query', exact: true }).click()
      await page.getByRole('button', { name: 'Saved', exact: true }).click()
      await page.getByRole('button', { name: 'More for Things from a number' }).click()
      await page.getByRole('menuitem', { name: 'Add to the tree' }).click()
      await page.getByRole('combobox', { name: 'Type of :n' }).waitFor()
    },
    prepare: saveQuery,
  },
  {
    name: 'query-table-values',
    table: 'Things',
    prepare: makeQueryTable,
    open: async ({ page }) => {
      await (await queryTableLine(page)).click()
      await page.getByRole('form', { name: 'Values of the query' }).waitFor()
    },
    main: true,
  },
  {
    name: 'query-table-edit',
    table: 'Things',
    prepare: makeQueryTable,
    open: async ({ page }) => {
      await (await queryTableLine(page)).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Edit the query' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Query', exact: true }).waitFor()
    },
  },
  {
    name: 'query-table-delete',
    table: 'Things',
    prepare: makeQueryTable,
    open: async ({ page }) => {
      await (await queryTableLine(page)).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).waitFor()
    },
  },
  {
    name: 'grpc-client',
    table: 'Things',
    open: async ({ page, press }) => {
      await press('Control+k')
      await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>')
      await page.getByRole('option', { name: 'Open the gRPC client' }).click()
      const client = page.getByRole('region', { name: 'gRPC client' })
      await client.getByRole('combobox', { name: 'Address' }).fill('127.0.0.1:1')
      await client.getByRole('combobox', { name: 'Address' }).press('Enter')
      await client.getByRole('alert').waitFor()
      await client.getByRole('tab', { name: 'Metadata' }).click()
      await client.getByRole('table', { name: 'Metadata' }).waitFor()
    },
    main: true,
  },
]
