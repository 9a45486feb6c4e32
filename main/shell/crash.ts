import { directionOfLanguage, tagOfLanguage } from '@common/messages'
import { desktopText, spokenLanguage } from '@main/lib/texts'

/** A second crash of the page within this time isn't followed by a reload. */
export const crashReloadGuardMs = 60_000

/** Decides what follows a crash of the page: one reload, then the error page. */
export function afterCrash(lastReloadAt: number | undefined, now: number): 'reload' | 'errorPage' {
  return lastReloadAt === undefined || now - lastReloadAt > crashReloadGuardMs ? 'reload' : 'errorPage'
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '')

/** Returns a page that works without server and scripts: what happened, and how to continue. */
export function errorPage(pageUrl: string): string {
  const title = escapeHtml(desktopText('crashTitle'))
  const html = `<!doctype html>
<html lang="${tagOfLanguage(spokenLanguage())}" dir="${directionOfLanguage(spokenLanguage())}">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
  body { display: grid; place-content: center; gap: 12px; min-height: 100vh; margin: 0; text-align: center;
    font: 13px/20px system-ui; background: light-dark(#fff, #16181c); color: light-dark(#171a1f, #e9ebee) }
  h1 { margin: 0; font-size: 20px; line-height: 28px; font-weight: 600 }
  p { margin: 0; color: light-dark(#474e5a, #b4bac4) }
  a { color: light-dark(#0062bd, #63b3ff) }
</style>
<h1>${title}</h1>
<p>${escapeHtml(desktopText('crashText'))}</p>
<p><a href="${escapeHtml(pageUrl)}">${escapeHtml(desktopText('crashReload'))}</a></p>
</html>`
  return `data:text/html;charset=utf-8,${encodeURIComponent(html)}`
}
