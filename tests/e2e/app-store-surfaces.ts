import type { Stand, Surface } from './surface'

async function openStore({ page }: Stand): Promise<void> {
  await page.getByRole('button', { name: 'App store', exact: true }).click()
  await page.getByRole('region', { name: 'Chat' }).waitFor()
}
/** The app store and the forms of plugins. */
export const appStoreSurfaces: readonly Surface[] = [
  {
    name: 'app-store',
    table: 'Things',
    open: async (at) => {
      await openStore(at)
      await at.page.getByRole('button', { name: /Slack/ }).click()
      await at.page.getByRole('complementary', { name: 'Plugin Slack' }).waitFor()
    },
    main: true,
  },
  {
    name: 'app-store-mail',
    table: 'Things',
    open: async (at) => {
      await openStore(at)
      await at.page.getByRole('button', { name: /SMTP/ }).click()
      await at.page.getByRole('complementary', { name: 'Plugin SMTP' }).waitFor()
    },
    main: true,
  },
  {
    name: 'app-store-storage',
    table: 'Things',
    open: async (at) => {
      await openStore(at)
      await at.page.getByRole('button', { name: /Amazon S3/ }).click()
      await at.page.getByRole('complementary', { name: 'Plugin Amazon S3' }).waitFor()
    },
    main: true,
  },
]
