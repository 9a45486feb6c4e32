import { directionOfLanguage, message, tagOfLanguage } from '@common/messages'
import { masterKeyHeader } from '@common/principal'
import { textIn } from '@main/lib/messages'

/** Policy of the API pages for script writers: our own files and our own server only; scripts may set styles. */
export const apiPagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const apiPageHeaders = {
  'content-security-policy': apiPagePolicy,
  'x-frame-options': 'DENY',
  'cache-control': 'no-cache',
}

/** Path of the scripts and styles. */
export const apiFilesPath = '/swagger-ui'

const style = `
  :root { color-scheme: light dark; }
  body { margin: 0; font-family: system-ui, sans-serif; background: #fff; color: #171a1f; }
  html.dark-mode body { background: #1c2022; color: #e6e6e6; }
  #ask { max-width: 420px; margin: 15vh auto 0; padding: 0 16px; }
  #ask h1 { font-size: 20px; font-weight: 600; margin: 0 0 8px; }
  #ask p { font-size: 14px; line-height: 1.5; margin: 0 0 16px; }
  #ask form { display: flex; gap: 8px; }
  #ask input { flex: 1; min-width: 0; height: 36px; padding: 0 10px; box-sizing: border-box; font: inherit; font-size: 14px; border: 1px solid #8c959f; border-radius: 6px; background: transparent; color: inherit; }
  button.main { height: 36px; padding: 0 14px; font: inherit; font-size: 14px; font-weight: 500; border: 0; border-radius: 6px; background: #006fd9; color: #fff; cursor: pointer; }
  :focus-visible { outline: 2px solid #0989ff; outline-offset: 2px; }
`

/**
 * @param language  of the reader
 * @param head  links and styles of the page
 * @param content  shown after signing in
 * @param scripts  addresses in order; they can use `basaltPage`
 */
export function apiPage(
  language: string,
  title: string,
  head: string,
  content: string,
  scripts: readonly string[],
): string {
  const [ask, token, show] = (['swaggerAsk', 'swaggerToken', 'swaggerShow'] as const).map((name) =>
    escaped(textIn(language, message(`server.${name}`))),
  )
  return `<!doctype html>
<html lang="${tagOfLanguage(language)}" dir="${directionOfLanguage(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" type="image/png" href="${apiFilesPath}/favicon-32x32.png">
<style>${style}</style>
${head}
</head>
<body>
<main id="ask" hidden>
<h1>${escaped(title)}</h1>
<p id="why">${ask}</p>
<form><input id="token" type="password" autocomplete="off" spellcheck="false" aria-label="${token}" placeholder="${token}"><button class="main">${show}</button></form>
</main>
${content}
${[`${apiFilesPath}/api-page.js`, ...scripts].map((address) => `<script src="${address}"></script>`).join('\n')}
</body>
</html>`
}

/**
 * Uses the token or the master key of the dashboard on this origin, or asks for one. Sends it to our own server only, in
 * the header for its auth type.
 */
export const apiPageScript = `'use strict'
const basaltPage = (open) => {
  const ask = document.getElementById('ask')
  const why = document.getElementById('why')
  const field = document.getElementById('token')
  const usual = why.textContent

  const savedToken = () => {
    try {
      return JSON.parse(localStorage.getItem('users')).state.token || ''
    } catch {
      return ''
    }
  }
  const headerName = async () => {
    const answer = await fetch('/auth/type')
    return (await answer.json()).authType === 'masterKey' ? '${masterKeyHeader}' : 'xc-auth'
  }
  const attempt = async (token, asked) => {
    const { status, message } = await open(token ? { [await headerName()]: token } : {})
    ask.hidden = status === 200
    if (status === 200) return
    why.textContent = asked || status !== 401 ? message : usual
    field.focus()
  }

  const dark = matchMedia('(prefers-color-scheme: dark)')
  const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
  dark.addEventListener('change', paint)
  paint()
  ask.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault()
    void attempt(field.value.trim(), true)
  })
  void attempt(savedToken(), false)
}
`

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
