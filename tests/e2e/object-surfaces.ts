import { thingsInTree } from './shell-surfaces'
import type { Stand, Surface } from './surface-stand'

const back = async ({ page }: Stand): Promise<void> => {
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Things', exact: true }).click()
}

async function openStructure({ page }: Stand, part: string): Promise<void> {
  await (await thingsInTree(page)).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Structure' }).click()
  await page.getByRole('tab', { name: part, exact: true }).click()
}

/** Objects of the database, API servers, and the clients of GraphQL and gRPC. */
export const objectSurfaces: readonly Surface[] = [
  {
    name: 'structure-columns',
    table: 'Things',
    open: async (at) => {
      await openStructure(at, 'Columns')
      await at.page.getByRole('rowheader', { name: 'State', exact: true }).waitFor()
    },
    close: back,
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
    close: back,
  },
  {
    name: 'structure-new-trigger',
    table: 'Things',
    open: async (at) => {
      await openStructure(at, 'Triggers')
      await at.page.getByRole('button', { name: 'New trigger' }).click()
      await at.page.getByRole('dialog').getByRole('textbox').waitFor()
    },
    close: back,
  },
  {
    name: 'structure-statements',
    table: 'Things',
    open: async (at) => {
      await openStructure(at, 'Statements')
      await at.page.getByText(/^INSERT INTO/).waitFor()
    },
    close: back,
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
    close: back,
    main: true,
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
    close: back,
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
    close: back,
    main: true,
  },
]
