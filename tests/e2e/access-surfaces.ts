import type { Stand, Surface } from './surface'

const openTab = async ({ page }: Stand, name: string): Promise<void> => {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('tab', { name, exact: true, selected: true }).waitFor()
}
/** Access rules and models of roles. */
export const accessSurfaces: readonly Surface[] = [
  {
    name: 'access',
    table: 'Things',
    open: async (at) => {
      await openTab(at, 'Access')
      await at.page.getByRole('checkbox', { name: 'Add Things: Editor' }).click()
      await at.page.getByText('Editor loses 1 right').waitFor()
    },
    close: async (at) => {
      await at.page.getByRole('button', { name: 'Discard' }).click()
    },
    main: true,
  },
  {
    name: 'access-rules',
    table: 'Things',
    open: async (at) => {
      await openTab(at, 'Access')
      await at.page.getByRole('button', { name: /^Rules of Things for Shop clerk/ }).click()
      await at.page.getByText(/of 24 records/).waitFor()
    },
    main: true,
  },
  {
    name: 'why',
    table: 'Things',
    open: async (at) => {
      await openTab(at, 'Access')
      await at.page.getByRole('button', { name: 'More for the role Shop clerk' }).click()
      await at.page.getByRole('menuitem', { name: "Why can't I see this?" }).click()
      await at.page.getByRole('region', { name: 'Actions' }).waitFor()
    },
    main: true,
  },
  {
    name: 'models',
    table: 'Things',
    open: async (at) => {
      await openTab(at, 'Meta Management')
      await at.page.getByRole('checkbox', { name: 'Things: Viewer', exact: true }).click()
      await at.page.getByText('Viewer loses 1 model').waitFor()
    },
    close: async (at) => {
      await at.page.getByRole('button', { name: 'Discard' }).click()
    },
    main: true,
  },
]
