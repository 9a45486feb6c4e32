import type { Stand, Surface } from './surface'

async function openShare({ button, page }: Stand): Promise<void> {
  await button('Share view').click()
  await page.getByRole('button', { name: 'Show QR code' }).waitFor()
}
async function openNetwork(at: Stand): Promise<void> {
  await openShare(at)
  await at.page.getByRole('button', { name: 'Show QR code' }).click()
  await at.page.getByRole('button', { name: 'Start sharing' }).waitFor()
}

async function openForm({ button, page }: Stand): Promise<void> {
  await button('Share form').click()
  await page.getByRole('button', { name: 'Create link' }).waitFor()
}
async function openBase({ button, page }: Stand): Promise<void> {
  await button('Share').click()
  await page.getByRole('tab', { name: /^Link/ }).click()
  await page.getByRole('button', { name: 'Create link' }).waitFor()
}

async function createBaseLink(at: Stand): Promise<void> {
  await openBase(at)
  await at.page.getByRole('button', { name: 'Create link' }).click()
  await at.page.getByRole('button', { name: 'Revoke link' }).waitFor()
}

async function revokeLink({ page }: Stand): Promise<void> {
  await page.getByRole('button', { name: 'Revoke link' }).click()
  await page.getByRole('button', { name: 'Create link' }).waitFor()
  await page.keyboard.press('Escape')
}

async function openLinks({ button, page }: Stand): Promise<void> {
  await button('Share').click()
  await page.getByRole('tab', { name: /^All links/ }).click()
}

/** Links of views and of the project, and views on the network. */
export const shareSurfaces: readonly Surface[] = [
  { name: 'share-view', view: 'Plain', open: openShare, opener: ({ button }) => button('Share view') },
  {
    name: 'share-form',
    view: 'Form',
    open: async (at) => {
      const { page } = at
      await openForm(at)
      await page.getByRole('button', { name: 'Create link' }).click()
      await page.getByRole('switch', { name: 'Ask one question at a time' }).waitFor()
    },
    close: revokeLink,
  },
  {
    name: 'share-links-none',
    view: 'Plain',
    open: async (at) => {
      await openLinks(at)
      await at.page.getByText('Nothing is shared by a link').waitFor()
    },
  },
  { name: 'share-base-offer', view: 'Plain', open: openBase },
  {
    name: 'share-links',
    view: 'Plain',
    open: async (at) => {
      const { page } = at
      await createBaseLink(at)
      await page.getByRole('tab', { name: /^All links/ }).click()
      await page.getByRole('row', { name: /^The whole project/ }).waitFor()
    },
    close: async ({ page }) => {
      await page.getByRole('button', { name: 'Revoke the link of “The whole project”' }).click()
      await page.getByRole('button', { name: 'Revoke link', exact: true }).click()
      await page.getByText('Nothing is shared by a link').waitFor()
      await page.keyboard.press('Escape')
    },
  },
  {
    name: 'share-base',
    view: 'Plain',
    open: createBaseLink,
    close: revokeLink,
    main: true,
  },
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
