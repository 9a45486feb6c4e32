import type { Locator, Page } from 'playwright'
import type { Stand, Surface } from './surface'

/** A tab that the palette opens, with rows. */
const tabOf = (name: string, command: string, title: string): Surface => ({
  name,
  table: 'Things',
  open: async ({ page, press }) => {
    await press('Control+k')
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>')
    await page.getByRole('option', { name: command }).click()
    await page.getByRole('tab', { name: title, exact: true, selected: true }).waitFor()
    await page.getByRole('region').getByRole('row').nth(1).waitFor()
  },
})

/** Returns the line of Things in the tree. Open tables unfold, so it may be below the edge, where no line is drawn. */
export const thingsInTree = (page: Page): Promise<Locator> => lineInTree(page, /^Things/)

/** Scrolls the tree to a line, which may appear while it looks. The tree draws only what is in view. */
export async function lineInTree(page: Page, name: RegExp): Promise<Locator> {
  const line = page.getByRole('treeitem', { name })
  const tree = page.getByRole('tree')
  await tree.getByRole('treeitem').first().waitFor()
  const until = Date.now() + 15_000
  for (let top = 0; (await line.count()) === 0; top += 100) {
    const isEnd = await tree.evaluate((element, to) => {
      element.scrollTop = to
      return to > element.scrollHeight
    }, top)
    if (isEnd && Date.now() > until) throw new Error(`The tree has no line ${String(name)}`)
    if (isEnd) top = -100
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  return line
}

/** A file of rows over the window, with a value that does not fit and a line that is too short. */
async function holdFile(page: Page, event: 'dragover' | 'drop'): Promise<void> {
  const dataTransfer = await page.evaluateHandle(() => {
    const lines = Array.from(
      { length: 60 },
      (_, at) => `${at + 1};Track ${at + 1};${at === 9 ? 'n/a' : `${at},5`};1.2.2026`,
    )
    const transfer = new DataTransfer()
    transfer.items.add(new File([['No;Title;Price;Released', ...lines, '61;Short'].join('\n')], 'new tracks.csv'))
    return transfer
  })
  await page.dispatchEvent('body', event, { dataTransfer })
}

/** Runs a query over Things in the SQL editor. */
async function runQuery({ page, press, button }: Stand): Promise<void> {
  await press('Control+Shift+O')
  const text = page.getByRole('textbox', { name: 'Query text' })
  await button('New query').first().click()
  await text.click()
  await page.keyboard.insertText('select * from Things')
  await press('Control+Enter')
  await page.getByRole('tab', { name: 'Result', exact: true }).waitFor()
}

/** Files that are dropped, the tree, the palette and the keys. */
export const shellSurfaces: readonly Surface[] = [
  tabOf('project-audit', 'Open the audit', 'Audit'),
  tabOf('project-meta', 'Open project metadata', 'Project metadata'),
  {
    name: 'api-client',
    table: 'Things',
    open: async ({ page, press, button }) => {
      await press('Control+k')
      await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>')
      await page.getByRole('option', { name: 'Open the REST client' }).click()
      await page.getByRole('tab', { name: 'Tests', exact: true }).click()
      await button('Add check').click()
      await page.getByRole('radio', { name: 'Requests' }).check()
      await button('Send').click()
      await page.getByText('200 OK').filter({ visible: true }).waitFor()
    },
    main: true,
  },
  {
    name: 'api-client-performance',
    table: 'Things',
    open: async ({ page, press, button }) => {
      await press('Control+k')
      await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>')
      await page.getByRole('option', { name: 'Open the REST client' }).click()
      await button('Performance test').click()
      await page.getByRole('combobox', { name: 'Duration' }).click()
      await page.getByRole('option', { name: '1 second' }).click()
      await button('Start test').click()
      await button('Test again').waitFor()
    },
    main: true,
  },
  {
    ...tabOf('project-info', 'Open project info', 'Project info'),
    open: async ({ page, press }) => {
      await press('Control+k')
      await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>')
      await page.getByRole('option', { name: 'Open project info' }).click()
      await page.getByRole('button', { name: 'Copy projectId', exact: true }).waitFor()
    },
  },
  {
    ...tabOf('migrations', 'Open migrations', 'Migrations'),
    open: async ({ page, press, button }) => {
      await press('Control+k')
      await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>')
      await page.getByRole('option', { name: 'Open migrations' }).click()
      await button('Turn on migrations').or(button('View SQL').first()).waitFor()
    },
  },
  {
    ...tabOf('history', 'Open history', 'History'),
    open: async ({ page, press }) => {
      await press('Control+k')
      await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>')
      await page.getByRole('option', { name: 'Open history' }).click()
      await page.getByRole('slider', { name: 'Moment' }).waitFor()
      await page.getByRole('list', { name: 'Changes' }).getByRole('button').first().click()
      await page
        .getByRole('region', { name: 'Table' })
        .getByText(/differs|Then/)
        .first()
        .waitFor()
    },
  },
  {
    ...tabOf('snapshots', 'Open snapshots', 'Snapshots'),
    open: async ({ page, press }) => {
      await press('Control+k')
      await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>')
      await page.getByRole('option', { name: 'Open snapshots' }).click()
      await page.getByRole('button', { name: 'Take snapshot' }).click()
      await page.getByRole('button', { name: 'Compare with now' }).first().click()
      await page.getByRole('dialog').getByRole('table').waitFor()
    },
  },
  {
    ...tabOf('project-meta-clear', 'Open project metadata', 'Project metadata'),
    open: async (opened) => {
      const { page } = opened
      await tabOf('project-meta', 'Open project metadata', 'Project metadata').open?.(opened)
      await page.getByRole('button', { name: 'Export, import and clear metadata' }).click()
      await page.getByRole('menuitem', { name: /^Clear metadata/ }).click()
      await page.getByRole('dialog', { name: 'Clear the metadata of this project?' }).waitFor()
    },
  },
  {
    name: 'sql-first',
    table: 'Things',
    open: async ({ press, button }) => {
      await press('Control+Shift+O')
      await button('New query').waitFor()
    },
  },
  {
    name: 'sql-query',
    table: 'Things',
    open: async (at) => {
      await runQuery(at)
      // The sidebar has a History too.
      await at.page.getByRole('button', { name: 'History', exact: true }).last().click()
      await at.page.getByRole('complementary').getByText('from Things').first().waitFor()
    },
    main: true,
  },
  {
    name: 'sql-plan',
    table: 'Things',
    open: async (at) => {
      await runQuery(at)
      await at.press('Control+Shift+E')
      await at.page.getByRole('treegrid').waitFor()
    },
  },
  {
    name: 'sql-save',
    table: 'Things',
    open: async (at) => {
      await runQuery(at)
      await at.press('Control+S')
      await at.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'terminal-elsewhere',
    table: 'Things',
    open: async ({ page, press }) => {
      await press('Control+`')
      await page.getByRole('button', { name: 'Copy commands' }).waitFor()
    },
  },
  {
    name: 'drop-ring',
    table: 'Things',
    open: async ({ page }) => {
      await holdFile(page, 'dragover')
      await page.locator('[data-drop-ring]').waitFor()
    },
    close: async ({ page }) => {
      await page.dispatchEvent('body', 'dragleave')
      await page.locator('[data-drop-ring]').waitFor({ state: 'hidden' })
    },
    main: true,
  },
  {
    name: 'import',
    table: 'Things',
    open: async ({ page }) => {
      await holdFile(page, 'drop')
      await page.getByRole('dialog').getByRole('table').waitFor()
    },
    main: true,
  },
  {
    name: 'import-into-table',
    table: 'Things',
    open: async ({ page }) => {
      await holdFile(page, 'drop')
      await page.getByRole('dialog').getByRole('table').waitFor()
      await page.getByRole('radio', { name: 'Existing table' }).check({ force: true })
      await page.getByRole('dialog').getByPlaceholder('Choose a table').click()
      await page.getByRole('option', { name: 'Tracks', exact: true }).click()
      await page.getByRole('combobox', { name: 'Records are known by' }).waitFor()
    },
    main: true,
  },
  {
    name: 'tree-menu',
    table: 'Things',
    open: async ({ page }) => {
      await (await thingsInTree(page)).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Change the icon' }).waitFor()
    },
    main: true,
  },
  {
    name: 'tree-search',
    table: 'Things',
    open: async ({ page }) => {
      await (await thingsInTree(page)).focus()
      await page.keyboard.type('in')
      await page.getByRole('tree').locator('mark').first().waitFor()
    },
    close: async ({ press }) => press('Escape'),
  },
  {
    name: 'table-icon',
    table: 'Things',
    open: async ({ page }) => {
      await (await thingsInTree(page)).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Change the icon' }).click()
      await page.getByRole('dialog', { name: 'Icon of Things' }).waitFor()
    },
  },
  {
    name: 'table-duplicate',
    table: 'Things',
    open: async ({ page }) => {
      await (await thingsInTree(page)).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Duplicate', exact: true }).click()
      await page.getByRole('dialog', { name: 'Duplicate Things' }).waitFor()
    },
  },
  {
    name: 'preview-as',
    table: 'Things',
    open: async ({ page, press }) => {
      await press('Control+Shift+B')
      await page.getByRole('menuitem', { name: 'Commenter' }).click()
      await page.getByRole('region', { name: 'Preview as' }).waitFor()
      await page.getByRole('region', { name: 'Records of Things' }).waitFor()
      await page.getByRole('switch', { name: 'Show what is hidden' }).check({ force: true })
      await page.getByRole('button', { name: /^Audit/ }).waitFor()
    },
    close: async ({ page }) => {
      await page.getByRole('button', { name: 'Reset preview' }).click()
      await page.getByRole('region', { name: 'Preview as' }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: /^Audit/ }).waitFor()
    },
    main: true,
  },
  {
    name: 'palette-records',
    table: 'Things',
    open: async ({ page, press }) => {
      await press('Control+k')
      await page.getByRole('combobox', { name: 'Search or run a command' }).fill('low')
      await page.getByRole('group', { name: 'Records' }).getByRole('option').first().waitFor()
    },
    main: true,
  },
  {
    name: 'unexpected-error',
    table: 'Things',
    open: async ({ page }) => {
      await page.evaluate(() => {
        const error = new Error('A timer failed')
        // The same error isn't shown twice.
        error.stack = `Error\n${performance.now()}`
        window.dispatchEvent(new ErrorEvent('error', { error }))
      })
      await page.getByRole('dialog', { name: 'Unexpected Error' }).waitFor()
    },
  },
  {
    name: 'report',
    table: 'Things',
    open: async ({ page, press }) => {
      await press('Control+k')
      await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>')
      await page.getByRole('option', { name: 'Report a problem' }).click()
      await page.getByRole('region', { name: 'Report of a problem' }).waitFor()
    },
    main: true,
  },
  {
    name: 'keys-change',
    table: 'Things',
    open: async ({ page, press }) => {
      await page.getByRole('tab', { selected: true }).focus()
      await press('?')
      await page.getByRole('button', { name: /Show or hide the sidebar/ }).click()
      await press('Control+k')
      await page.getByRole('button', { name: 'Use it here instead' }).waitFor()
    },
    main: true,
  },
  {
    ...tabOf('backend', 'Generate a backend', 'Generate a backend'),
    open: async ({ page, press }) => {
      await press('Control+k')
      await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>')
      await page.getByRole('option', { name: 'Generate a backend' }).click()
      await page.getByRole('checkbox', { name: 'Things', exact: true }).waitFor()
      await page.getByRole('radio', { name: 'Docker' }).check({ force: true })
    },
    main: true,
  },
]
