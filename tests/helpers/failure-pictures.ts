import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach } from 'vitest'
import { openPages } from './open-pages'

const folder = resolve('.cache/e2e-failures')

/** Stores each open page as a failed test left it: a picture, and the element with the focus. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  await mkdir(folder, { recursive: true })
  const name = `${task.file.name.replace(/^.*\//, '')} ${task.name}`.replaceAll(/[^\w.-]+/g, '-').slice(0, 120)
  for (const [at, page] of [...openPages].entries()) {
    const path = join(folder, `${name}-${String(at + 1)}`)
    // A page that doesn't answer must not hide the failure.
    const focus = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 500)).catch(String)
    await writeFile(`${path}.txt`, `${page.url()}\nfocus: ${focus ?? 'nothing'}\n`)
    await page.screenshot({ path: `${path}.png`, timeout: 10_000 }).catch(() => undefined)
  }
})
