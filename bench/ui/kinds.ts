import Database from 'better-sqlite3'
import type { Page } from 'playwright'
import { post } from '../basalt'
import type { Finding } from '../report'
import { framesDuring, scrollFrames, type Frames } from './page-tools'
import { atMost, median } from './figures'

/** A table whose records are cards and events: ten thousand of them, half of them in the month that is shown. */
export const cards = { table: 'cards', rows: 10_000, inOneMonth: 5_000 } as const
const states = ['open', 'paid', 'late', 'void']
const screenPx = 640
const perFramePx = 120

export interface KindViews {
  readonly gallery: string
  readonly kanban: string
  readonly calendar: string
}

/** Creates the table and a view of each kind. */
export async function makeCards(port: number, token: string, projectId: string): Promise<KindViews> {
  const operation = <T>(api: string, args: object): Promise<T> =>
    post<T>(port, `/dashboard/?q=sqlOp_${api}`, token, { api, project_id: projectId, args })
  await operation('tableCreate', {
    tn: cards.table,
    _tn: cards.table,
    columns: [
      { cn: 'id', uidt: 'ID', pk: true, ai: true, rqd: true },
      { cn: 'title', uidt: 'SingleLineText', pv: true },
      { cn: 'status', uidt: 'SingleSelect', dtxp: states.map((state) => `'${state}'`).join(',') },
      { cn: 'amount', uidt: 'Decimal' },
      { cn: 'day', uidt: 'Date' },
      { cn: 'notes', uidt: 'LongText' },
    ],
  })
  const view = async (kind: keyof KindViews, options: object): Promise<string> => {
    const args = { title: `As ${kind}`, parent_model_title: cards.table, show_as: kind, options }
    return (await operation<{ id: string }>('xcVirtualTableCreate', args)).id
  }
  return {
    gallery: await view('gallery', {}),
    kanban: await view('kanban', { stackColumn: 'status' }),
    calendar: await view('calendar', { startColumn: 'day', colourColumn: 'status' }),
  }
}

/** Fills the created table. No other process has the file open. */
export function fillCards(file: string): void {
  const database = new Database(file)
  try {
    const insert = database.prepare(
      `INSERT INTO "${cards.table}" (title, status, amount, day, notes) VALUES (?, ?, ?, ?, ?)`,
    )
    const month = new Date().toISOString().slice(0, 8)
    database.transaction(() => {
      for (let at = 0; at < cards.rows; at += 1) {
        const day = String(1 + (at % 28)).padStart(2, '0')
        insert.run(
          `Card number ${at + 1}`,
          states[at % states.length],
          at / 4,
          at < cards.inOneMonth ? `${month}${day}` : `2019-0${1 + (at % 9)}-${day}`,
          `What there is to be said of the card of this number, ${at + 1}.`,
        )
      }
    })()
  } finally {
    database.close()
  }
}

export interface KindStage {
  readonly page: Page
  readonly origin: string
  readonly projectId: string
  readonly views: KindViews
}

const fluid = (name: string, { medianPerSecond, p99Ms, frames }: Frames): Finding[] => [
  {
    name: `${name}, ${frames} frames: median`,
    unit: 'frames/s',
    ours: medianPerSecond,
    target: '≥ 58',
    met: medianPerSecond >= 58,
  },
  atMost('the same: slowest of a hundred frames', 'ms', p99Ms, 50),
]

/** Opens a view in its own page, so that each starts empty. */
async function open({ page, origin, projectId }: KindStage, view: string, shown: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`${origin}/dashboard/#/nc/${projectId}?type=table&name=${cards.table}&dbalias=db&view=${view}`)
  await page.locator(shown).first().waitFor({ timeout: 60_000 })
  await page.waitForTimeout(500)
}

export async function gallery(stage: KindStage): Promise<Finding[]> {
  await open(stage, stage.views.gallery, '[data-gallery] [role="option"]')
  return fluid(
    'gallery of 10,000 cards, scrolled through',
    await scrollFrames(stage.page, screenPx * 100, perFramePx, '[data-gallery]'),
  )
}

export async function kanban(stage: KindStage): Promise<Finding[]> {
  await open(stage, stage.views.kanban, '[data-cards] [role="option"]')
  const { page } = stage
  await page.evaluate(() => {
    const [list] = [...document.querySelectorAll('[data-cards]')].filter((each) => each.clientHeight > 2_000)
    list?.parentElement?.setAttribute('data-bench', '')
  })
  const scrolled = await scrollFrames(page, screenPx * 100, perFramePx, '[data-bench]')
  await page.evaluate(() => document.querySelector('[data-bench]')?.scrollTo(0, 0))
  // The first card itself, not one that is fading out.
  const card = page.locator('[data-bench] [data-index="0"] [role="option"]')
  await card.waitFor()
  await page.waitForTimeout(500)
  const box = await card.boundingBox()
  if (box === null) throw new Error('There is no card')
  const dragged = await framesDuring(page, async () => {
    await page.mouse.move(box.x + 60, box.y + 20)
    await page.mouse.down()
    for (let at = 0; at < 120; at += 1) await page.mouse.move(box.x + 60 + at * 6, box.y + 20 + (at % 40) * 6)
    await page.keyboard.press('Escape')
    await page.mouse.up()
  })
  return [
    ...fluid('board of 10,000 cards, one stack scrolled through', scrolled),
    ...fluid('the same: a card carried over the stacks', dragged),
  ]
}

export async function calendar(stage: KindStage): Promise<Finding[]> {
  const { page } = stage
  const grid = '[data-period="month"]'
  await open(stage, stage.views.calendar, `${grid} [data-event]`)
  const times: number[] = []
  for (let at = 0; at < 7; at += 1) {
    await page.getByRole('button', { name: 'Next month', exact: true }).click()
    await page.waitForTimeout(700)
    times.push(
      await page.evaluate(async (where) => {
        const back = document.querySelector<HTMLElement>('button[aria-label="Previous month"]')
        if (back === null) throw new Error('There is no way back')
        const startedMs = performance.now()
        back.click()
        // The month with the events is visible when its chips are there.
        while (document.querySelectorAll(`${where} [data-event]`).length < 28) {
          if (performance.now() - startedMs > 30_000) throw new Error('The events do not come')
          await new Promise((resolve) => requestAnimationFrame(resolve))
        }
        return performance.now() - startedMs
      }, grid),
    )
    await page.waitForTimeout(300)
  }
  const chip = page.locator(`${grid} [data-event]`).first()
  const box = await chip.boundingBox()
  if (box === null) throw new Error('There is no event')
  const dragged = await framesDuring(page, async () => {
    await page.mouse.move(box.x + 20, box.y + 6)
    await page.mouse.down()
    for (let at = 0; at < 120; at += 1) await page.mouse.move(box.x + 20 + at * 4, box.y + 6 + (at % 60) * 6)
    await page.keyboard.press('Escape')
    await page.mouse.up()
  })
  return [
    {
      name: 'calendar: from another month to one of 5,000 events',
      unit: 'ms',
      ours: median(times),
      p50Ms: median(times),
    },
    ...fluid('the same: an event carried over the days', dragged),
  ]
}
