import { nextRegion } from '@renderer/actions/next-region'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => {
  // The test environment has no layout.
  vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockImplementation(function (this: HTMLElement) {
    return this.closest('[hidden]') === null ? document.body : null
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

it('moves into the tab in front, although one behind it has parts of its own', () => {
  document.body.innerHTML = `
    <nav data-region><a href="#">Tabs</a></nav>
    <div data-region tabindex="-1">
      <div hidden><div data-region><canvas tabindex="0"></canvas></div></div>
      <div><button>Send</button></div>
    </div>
    <footer data-region tabindex="-1">Status</footer>`
  const names: (string | undefined)[] = []
  for (let times = 0; times < 4; times += 1) {
    nextRegion.run({ path: '/', isSignedIn: true })
    names.push(document.activeElement?.textContent?.trim())
  }
  expect(names).toEqual(['Tabs', 'Send', 'Status', 'Tabs'])
})

it('enters the inner parts of a region, and a text that can be edited', () => {
  document.body.innerHTML = `
    <div data-region tabindex="-1">
      <div data-region><div contenteditable="true" tabindex="0">Text</div></div>
      <section data-region><button>Result</button></section>
    </div>`
  nextRegion.run({ path: '/', isSignedIn: true })
  expect(document.activeElement?.textContent).toBe('Text')
  nextRegion.run({ path: '/', isSignedIn: true })
  expect(document.activeElement?.textContent).toBe('Result')
})
