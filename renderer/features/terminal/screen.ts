import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { Unicode11Addon } from '@xterm/addon-unicode11'
import { WebLinksAddon } from '@xterm/addon-web-links'
import { WebglAddon } from '@xterm/addon-webgl'
import { over } from '@common/settings'
import { desktop } from '@renderer/api'
import { t } from '@renderer/i18n'
import { copyText, isMac, isMotionReduced, token } from '@renderer/ui'
import { Terminal, type ITheme } from 'xterm'
import 'xterm/css/xterm.css'
import { terminalPalettes } from './palette'

/** Actions of the user on a screen. */
export interface ScreenEvents {
  readonly onInput: (data: string) => void
  readonly onResize: (columns: number, rows: number) => void
  /** The keys that open the search field. */
  readonly onSearch: () => void
}

/** The picture of one terminal. It outlives the element that shows it, so that tab and panel can pass it on. */
export interface Screen {
  readonly size: () => { readonly columns: number; readonly rows: number }
  /** Shows it in an element. @returns takes it out again */
  readonly showIn: (host: HTMLElement) => () => void
  /** Draws output; then calls back. `isReplay`: queries in it were answered before. */
  readonly write: (data: string, isReplay: boolean, drawn: () => void) => void
  /** Writes a line of our own, such as the exit code. */
  readonly note: (text: string) => void
  readonly paint: (scheme: 'light' | 'dark') => void
  readonly find: (text: string, way: 'next' | 'previous', isTyping: boolean) => void
  /** Reports the match of the search: its position from 1, and the number of matches. */
  readonly onFound: (listener: (at: number, count: number) => void) => () => void
  readonly endFind: () => void
  readonly focus: () => void
  readonly clear: () => void
  readonly dispose: () => void
}

const fontPx = 13
const scrollbackLines = 5_000
const fallbackFonts = 'ui-monospace, Menlo, Consolas, monospace'
const ownFont = "'JetBrains Mono Variable'"
/** Backgrounds of matches, on which the text can be read. */
const matchColours = {
  light: { match: '#fbe3a6', active: '#f5c65a' },
  dark: { match: '#4a3708', active: '#7a4a00' },
}

/** Returns the palette of a scheme. The selection has the accent of the theme. */
function themeOf(scheme: 'light' | 'dark'): ITheme {
  const palette = terminalPalettes[scheme]
  const accent = token('--p')
  return accent === '' ? palette : { ...palette, selectionBackground: over(accent, palette.background, 0.25) }
}

/** Size of the text in the chosen font size. */
const fontSize = (): number => Math.round(fontPx * (Number(token('--text')) || 1))

export function createScreen(scheme: 'light' | 'dark', events: ScreenEvents): Screen {
  const term = new Terminal({
    allowProposedApi: true,
    cursorBlink: !isMotionReduced(),
    fontFamily: fallbackFonts,
    fontSize: fontSize(),
    lineHeight: 1.3,
    macOptionIsMeta: true,
    // Programs choose their colours for other backgrounds.
    minimumContrastRatio: 4.5,
    scrollback: scrollbackLines,
    theme: themeOf(scheme),
  })
  const fit = new FitAddon()
  const search = new SearchAddon()
  const element = document.createElement('div')
  element.style.cssText = 'position: relative; width: 100%; height: 100%; overflow: hidden; direction: ltr'
  term.loadAddon(fit)
  term.loadAddon(search)
  term.loadAddon(new Unicode11Addon())
  term.unicode.activeVersion = '11'
  term.loadAddon(
    new WebLinksAddon(openLink, {
      hover: (_event, url) => (element.title = t('terminal.openLink', { url, key: isMac ? '⌘' : 'Ctrl' })),
      leave: () => element.removeAttribute('title'),
    }),
  )
  term.attachCustomKeyEventHandler((event) => takeKey(event, term, events.onSearch))
  let isReplaying = false
  let isOpen = false
  term.onData((data) => {
    if (!isReplaying) events.onInput(data)
  })
  term.onResize(({ cols, rows }) => events.onResize(cols, rows))

  const fitNow = (): void => {
    // Hidden or not laid out yet.
    if (element.clientWidth > 0 && element.clientHeight > 0) fit.fit()
  }
  const observer = new ResizeObserver(fitNow)
  let shown = scheme
  // Measured once the font is there: otherwise the last line would be cut off.
  void document.fonts.load(`${fontPx}px ${ownFont}`).then(() => {
    term.options.fontFamily = `${ownFont}, ${fallbackFonts}`
    fitNow()
  })

  return {
    size: () => ({ columns: term.cols, rows: term.rows }),
    showIn: (host) => {
      host.append(element)
      if (!isOpen) {
        isOpen = true
        term.open(element)
        addWebgl(term)
        term.textarea?.setAttribute('aria-label', t('terminal.input'))
      }
      fitNow()
      observer.observe(element)
      return () => {
        observer.disconnect()
        element.remove()
      }
    },
    write: (data, replay, drawn) => {
      // Parsing a replay answers its queries: those answers would be typed into the shell.
      if (replay) term.write('', () => (isReplaying = true))
      term.write(data, () => {
        if (replay) isReplaying = false
        drawn()
      })
    },
    // Bright black of our palette is a readable grey; dim text isn't.
    note: (text) => term.write(`\r\n\x1b[90m${text}\x1b[0m\r\n`),
    paint: (next) => {
      shown = next
      term.options.theme = themeOf(next)
      if (term.options.fontSize === fontSize()) return
      term.options.fontSize = fontSize()
      fitNow()
    },
    find: (text, way, isTyping) => {
      const { match, active } = matchColours[shown]
      const decorations = {
        matchBackground: match,
        matchOverviewRuler: active,
        activeMatchBackground: active,
        activeMatchColorOverviewRuler: active,
      }
      const options = { decorations, incremental: isTyping }
      if (text === '') search.clearDecorations()
      else if (way === 'next') search.findNext(text, options)
      else search.findPrevious(text, options)
    },
    onFound: (listener) => {
      const subscription = search.onDidChangeResults(({ resultIndex, resultCount }) =>
        listener(resultIndex + 1, resultCount),
      )
      return () => subscription.dispose()
    },
    endFind: () => search.clearDecorations(),
    focus: () => term.focus(),
    clear: () => term.reset(),
    dispose: () => {
      observer.disconnect()
      term.dispose()
      element.remove()
    },
  }
}

/** Draws with the graphics card where there is one: floods of output then cost the page little. */
function addWebgl(term: Terminal): void {
  try {
    const webgl = new WebglAddon()
    webgl.onContextLoss(() => webgl.dispose())
    term.loadAddon(webgl)
  } catch {
    // The terminal draws with elements instead.
  }
}

function openLink(event: MouseEvent, url: string): void {
  if (isMac ? event.metaKey : event.ctrlKey) void desktop()?.openExternal({ url })
}

/** Handles the keys of the page. @returns true for the keys of the program in the terminal */
function takeKey(event: KeyboardEvent, term: Terminal, onSearch: () => void): boolean {
  if (event.type !== 'keydown' || event.altKey) return true
  const isPageKey = isMac ? event.metaKey : event.ctrlKey && event.shiftKey
  // Moves away: the command that hides the panel, and the regions of the page.
  if (event.ctrlKey && event.key === '`') return false
  if (event.key === 'F6') return false
  if (isPageKey && event.code === 'KeyF') {
    event.preventDefault()
    onSearch()
    return false
  }
  // ⌘C and ⌘V are the browser's own.
  if (isMac) return true
  const copies = event.code === 'KeyC' && event.ctrlKey
  // Ctrl+C copies a selection; without one, it interrupts the program.
  if (copies && (event.shiftKey || term.hasSelection())) {
    event.preventDefault()
    const text = term.getSelection()
    if (text !== '') void copyText(text)
    term.clearSelection()
    return false
  }
  // The browser pastes.
  return !(event.code === 'KeyV' && event.ctrlKey)
}
