import type { Stand, Surface } from './surface'

async function openTeam({ page }: Stand, part: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Team & Auth', exact: true }).click()
  await page.getByRole('tablist', { name: 'Parts of Team & Auth' }).getByRole('tab', { name: part }).click()
}
/** People, API tokens and roles of a project. */
export const teamSurfaces: readonly Surface[] = [
  {
    name: 'team-users',
    table: 'Things',
    open: async (at) => {
      await openTeam(at, /^Users/)
      await at.page
        .getByRole('tabpanel', { name: /^Users/ })
        .getByText('grace@example.com')
        .waitFor()
    },
    main: true,
  },
  {
    name: 'team-role-menu',
    table: 'Things',
    open: async (at) => {
      await openTeam(at, /^Users/)
      await at.page.getByRole('button', { name: /^Role of grace@example.com/ }).click()
      await at.page.getByRole('menuitem', { name: /Shop clerk/ }).waitFor()
    },
  },
  {
    name: 'team-tokens',
    table: 'Things',
    open: async (at) => {
      await openTeam(at, /^API tokens/)
      await at.page
        .getByRole('tabpanel', { name: /^API tokens/ })
        .getByText('Nightly export')
        .waitFor()
    },
    main: true,
  },
  {
    name: 'team-token-new',
    table: 'Things',
    open: async (at) => {
      await openTeam(at, /^API tokens/)
      await at.page.getByRole('button', { name: 'New token' }).click()
      await at.page.getByRole('dialog', { name: 'New API token' }).waitFor()
    },
  },
  {
    name: 'team-roles',
    table: 'Things',
    open: async (at) => {
      await openTeam(at, /^Roles/)
      await at.page.getByRole('button', { name: /^Owner/ }).click()
      await at.page.getByRole('region', { name: 'Owner' }).waitFor()
    },
  },
  {
    name: 'team-role-custom',
    table: 'Things',
    open: async (at) => {
      await openTeam(at, /^Roles/)
      await at.page.getByRole('button', { name: /^Shop clerk/ }).click()
      await at.page.getByRole('checkbox', { name: 'Comment on records' }).check({ force: true })
      await at.page.getByRole('button', { name: 'Save role' }).waitFor()
    },
    close: async (at) => {
      await at.page.getByRole('button', { name: 'Discard' }).click()
    },
    main: true,
  },
  {
    name: 'share',
    table: 'Things',
    open: async ({ page, button }) => {
      await button('Share').click()
      await page.getByRole('dialog').getByText('grace@example.com').waitFor()
    },
    opener: ({ button }) => button('Share'),
    main: true,
  },
]
