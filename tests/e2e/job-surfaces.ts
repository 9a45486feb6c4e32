import type { Stand, Surface } from './surface'

async function openJobs({ page }: Stand): Promise<void> {
  await page.getByRole('button', { name: 'Crons', exact: true }).first().click()
}
/** Scheduled jobs and automations. */
export const jobSurfaces: readonly Surface[] = [
  {
    name: 'jobs',
    table: 'Things',
    open: async (at) => {
      await openJobs(at)
      await at.page.getByRole('button', { name: /Nightly count/ }).click()
      await at.page.getByRole('region', { name: 'Nightly count' }).getByRole('listitem').first().waitFor()
    },
    main: true,
  },
  {
    name: 'jobs-new',
    table: 'Things',
    open: async (at) => {
      await openJobs(at)
      await at.page.getByRole('button', { name: 'New', exact: true }).click()
      await at.page.getByRole('button', { name: 'Add header' }).click()
      await at.page.getByRole('region', { name: 'New job' }).getByRole('listitem').first().waitFor()
    },
    close: async (at) => {
      await at.page.getByRole('button', { name: 'Discard' }).click()
    },
  },
  {
    name: 'jobs-delete',
    table: 'Things',
    open: async (at) => {
      await openJobs(at)
      await at.page.getByRole('button', { name: /Nightly count/ }).click()
      await at.page.getByRole('region', { name: 'Nightly count' }).getByRole('button', { name: 'Delete' }).click()
      await at.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'automations',
    table: 'Things',
    open: async (at) => {
      await at.page.getByRole('button', { name: 'Automations', exact: true }).click()
      await at.page.getByRole('button', { name: /Thank a buyer/ }).click()
      await at.page.getByRole('region', { name: 'Thank a buyer' }).getByText('{{data.Name}}').first().waitFor()
    },
    main: true,
  },
]
