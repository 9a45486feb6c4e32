import { message } from '@common/messages'
import { textIn } from '@main/lib/messages'
import { apiFilesPath, apiPage } from './api-page'

/** Returns the page that shows a project's document with Swagger UI, in a language. */
export function swaggerPage(language: string): string {
  return apiPage(
    language,
    textIn(language, message('server.swaggerTitle')),
    `<link rel="stylesheet" href="${apiFilesPath}/swagger-ui.css">
<style>.swagger-ui .info { margin: 32px 0 16px; }</style>`,
    '<div id="document" dir="ltr"></div>',
    [`${apiFilesPath}/swagger-ui-bundle.js`, `${apiFilesPath}/swagger-page.js`],
  )
}

export const swaggerPageScript = `'use strict'
basaltPage(async (headers) => {
  const address = location.pathname.replace(/[/]+$/, '') + '.json'
  const answer = await fetch(address, { headers })
  const content = await answer.json()
  if (!answer.ok) return { status: answer.status, message: content.msg }
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
        Object.assign(request.headers, headers)
      return request
    },
    onComplete: () => headers['xc-auth'] && ui.preauthorizeApiKey('token', headers['xc-auth']),
  })
  return { status: 200 }
})
`
