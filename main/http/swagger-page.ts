import { serverSentence } from '@main/lib/messages'

/** Nothing but our own files and our own server. The page sets styles from script. */
export const swaggerPagePolicy = [
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

const style = `
  :root { color-scheme: light dark; }
  body { margin: 0; font-family: system-ui, sans-serif; background: #fff; color: #1f2328; }
  html.dark-mode body { background: #1c2022; color: #e6e6e6; }
  #ask { max-width: 420px; margin: 15vh auto 0; padding: 0 16px; }
  #ask h1 { font-size: 20px; font-weight: 600; margin: 0 0 8px; }
  #ask p { font-size: 14px; line-height: 1.5; margin: 0 0 16px; }
  #ask form { display: flex; gap: 8px; }
  #ask input { flex: 1; min-width: 0; height: 36px; padding: 0 10px; font: inherit; font-size: 14px; border: 1px solid #8c959f; border-radius: 6px; background: transparent; color: inherit; }
  #ask button { height: 36px; padding: 0 14px; font: inherit; font-size: 14px; font-weight: 500; border: 0; border-radius: 6px; background: #0b6bcb; color: #fff; cursor: pointer; }
  #ask :focus-visible { outline: 2px solid #0989ff; outline-offset: 2px; }
  .swagger-ui .info { margin: 32px 0 16px; }
`

/** @param files  path under which the page's files are served */
export function swaggerPage(files: string): string {
  const [title, ask, token, show] = (['swaggerTitle', 'swaggerAsk', 'swaggerToken', 'swaggerShow'] as const).map(
    (name) => escaped(serverSentence(name)),
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${files}/swagger-ui.css">
<link rel="icon" type="image/png" href="${files}/favicon-32x32.png">
<style>${style}</style>
</head>
<body>
<main id="ask" hidden>
<h1>${title}</h1>
<p id="why">${ask}</p>
<form><input id="token" type="password" autocomplete="off" spellcheck="false" aria-label="${token}" placeholder="${token}"><button>${show}</button></form>
</main>
<div id="document"></div>
<script src="${files}/swagger-ui-bundle.js"></script>
<script src="${files}/page.js"></script>
</body>
</html>`
}

/**
 * Shows the document as the person who is signed in to the dashboard of this address may see it, or asks for a token.
 * The token goes to our own server only.
 */
export const swaggerPageScript = `'use strict'
const address = location.pathname.replace(/[/]+$/, '') + '.json'
const ask = document.getElementById('ask')
const why = document.getElementById('why')
const usual = why.textContent

function keptToken() {
  try {
    return JSON.parse(localStorage.getItem('users')).state.token || ''
  } catch {
    return ''
  }
}

async function show(token, asked) {
  const answer = await fetch(address, { headers: token ? { 'xc-auth': token } : {} })
  const content = await answer.json()
  ask.hidden = answer.ok
  if (!answer.ok) {
    why.textContent = asked || answer.status !== 401 ? content.msg : usual
    document.getElementById('token').focus()
    return
  }
  document.title = content.info.title + ' · ' + document.title
  const ui = SwaggerUIBundle({
    dom_id: '#document',
    spec: content,
    deepLinking: true,
    validatorUrl: null,
    docExpansion: 'none',
    filter: true,
    defaultModelsExpandDepth: 0,
    tryItOutEnabled: true,
    presets: [SwaggerUIBundle.presets.apis],
    requestInterceptor: (request) => {
      if (new URL(request.url, location.href).origin === location.origin && !request.headers['xc-auth'])
        request.headers['xc-auth'] = token
      return request
    },
    onComplete: () => ui.preauthorizeApiKey('xcAuth', token),
  })
}

const dark = matchMedia('(prefers-color-scheme: dark)')
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', paint)
paint()
ask.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault()
  void show(document.getElementById('token').value.trim(), true)
})
void show(keptToken(), false)
`

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
