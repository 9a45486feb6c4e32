import type { Stand, Surface } from './surface-stand'

async function openShare({ button, page }: Stand): Promise<void> {
  await button('Share view').click()
  await page.getByRole('button', { name: 'Show QR code' }).waitFor()
}
async function openNetwork(at: Stand): Promise<void> {
  await openShare(at)
  await at.page.getByRole('button', { name: 'Show QR code' }).click()
  await at.page.getByRole('button', { name: 'Start sharing' }).waitFor()
}

/** Links of views, and views on the network. */
export const shareSurfaces: readonly Surface[] = [
  { name: 'share-view', view: 'Plain', open: openShare, opener: ({ button }) => button('Share view') },
  {
    name: 'pocket-share-offer',
    view: 'Plain',
    open: async (at) => {
      await openNetwork(at)
      await at.page.getByText("The phone can't open the page?").click()
    },
  },
  {
    name: 'pocket-share',
    view: 'Plain',
    open: async (at) => {
      const { page } = at
      await openNetwork(at)
      await page.getByRole('combobox', { name: 'Network' }).click()
      await page.getByRole('option', { name: '127.0.0.1' }).click()
      await page.getByRole('button', { name: 'Start sharing' }).click()
      await page.getByRole('img', { name: 'QR code of the address' }).waitFor()
    },
    close: async ({ page }) => {
      await page.getByRole('button', { name: 'Stop now' }).click()
      await page.getByRole('button', { name: 'Start sharing' }).waitFor()
      await page.keyboard.press('Escape')
    },
    main: true,
  },
]
