import { message } from '@common/messages'
import { textIn } from '@main/lib/messages'
import { apiFilesPath, apiPage, escaped } from './api-page'

const style = `<style>
  #tool { display: grid; grid-template-columns: 240px 1fr 1fr; grid-template-rows: 52px minmax(0, 1fr); height: 100vh; }
  #tool[hidden] { display: none; }
  #tool header { grid-column: 1 / -1; display: flex; align-items: center; gap: 12px; padding: 0 16px; border-bottom: 1px solid #d2d6dd; }
  #tool h1 { flex: 1; margin: 0; font-size: 15px; font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  #tool nav { overflow: auto; padding: 8px; border-inline-end: 1px solid #d2d6dd; }
  #tool nav h2, #tool label { display: block; margin: 0; padding: 6px 8px; font-size: 12px; font-weight: 500; color: #626a78; }
  #tool nav button { display: block; width: 100%; padding: 4px 8px; overflow: hidden; border: 0; border-radius: 4px; background: none; color: inherit; font: 12px/20px ui-monospace, Menlo, Consolas, monospace; text-align: start; text-overflow: ellipsis; cursor: pointer; }
  #tool nav button:hover { background: #eff1f4; }
  #tool section { display: flex; min-width: 0; min-height: 0; flex-direction: column; border-inline-end: 1px solid #d2d6dd; }
  #tool textarea, #tool pre { box-sizing: border-box; flex: 1; min-height: 0; width: 100%; margin: 0; padding: 8px 12px; overflow: auto; border: 0; background: none; color: inherit; font: 12px/18px ui-monospace, Menlo, Consolas, monospace; resize: none; }
  #tool textarea:focus-visible { outline-offset: -2px; }
  #variables { flex: 0 0 120px !important; }
  #tool section label { border-bottom: 1px solid #e6e8ec; }
  #tool .second { border-top: 1px solid #e6e8ec; }
  html.dark-mode #tool header, html.dark-mode #tool nav, html.dark-mode #tool section, html.dark-mode #tool section label, html.dark-mode #tool .second { border-color: #343a3f; }
  html.dark-mode #tool nav h2, html.dark-mode #tool label { color: #a2a8b3; }
  html.dark-mode #tool nav button:hover { background: #2a2f33; }
</style>`

/** Returns the page for trying queries, in a language (wire §11: GET from a browser opens a tool). */
export function graphqlPage(language: string): string {
  const [title, fields, query, variables, result, run] = (
    ['graphqlTitle', 'graphqlFields', 'graphqlQuery', 'graphqlVariables', 'graphqlResult', 'graphqlRun'] as const
  ).map((name) => escaped(textIn(language, message(`server.${name}`))))
  return apiPage(
    language,
    textIn(language, message('server.graphqlTitle')),
    style,
    `<div id="tool" hidden>
<header><h1>${title}</h1><button class="main" id="run" title="Ctrl+Enter">${run}</button></header>
<nav aria-label="${fields}"><h2>${fields}</h2><div id="fields" dir="ltr"></div></nav>
<section><label for="query">${query}</label><textarea id="query" dir="ltr" spellcheck="false"></textarea>
<label class="second" for="variables">${variables}</label><textarea id="variables" dir="ltr" spellcheck="false">{}</textarea></section>
<section><label id="resultLabel">${result}</label><pre id="result" dir="ltr" tabindex="0" aria-labelledby="resultLabel" aria-live="polite"></pre></section>
</div>`,
    [`${apiFilesPath}/graphql-page.js`],
  )
}

export const graphqlPageScript = `'use strict'
basaltPage(async (headers) => {
  const part = (id) => document.getElementById(id)
  const ask = async (body) => {
    const answer = await fetch(location.pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { status: answer.status, content: await answer.json() }
  }
  const fieldsOf = 'fields { name type { kind name ofType { name kind fields { name type { kind } } } fields { name type { kind } } } args { name type { kind } } }'
  const { status, content } = await ask({ query: '{ __schema { queryType { ' + fieldsOf + ' } } }' })
  if (status !== 200) return { status, message: content.msg || content.errors[0].message }

  /** A query of one field with the plain columns of its rows. */
  const sample = (field) => {
    const row = field.type.fields ? field.type : field.type.ofType
    const needed = field.args.filter((each) => each.type.kind === 'NON_NULL').map((each) => each.name + ': ""')
    const given = field.name.endsWith('List') ? ['limit: 10'] : needed
    const columns = ((row && row.fields) || []).filter((each) => each.type.kind === 'SCALAR' && !each.name.endsWith('Count'))
    const body = columns.length === 0 ? '' : ' {\\n' + columns.map((each) => '    ' + each.name).join('\\n') + '\\n  }'
    return '{\\n  ' + field.name + (given.length > 0 ? '(' + given.join(', ') + ')' : '') + body + '\\n}'
  }
  const run = async () => {
    let variables
    try {
      variables = JSON.parse(part('variables').value || '{}')
    } catch (error) {
      part('result').textContent = error.message
      return
    }
    const answer = await ask({ query: part('query').value, variables })
    part('result').textContent = JSON.stringify(answer.content, null, 2)
  }
  const fields = content.data.__schema.queryType.fields
  part('fields').replaceChildren(
    ...fields.map((field) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = field.name
      button.addEventListener('click', () => {
        part('query').value = sample(field)
      })
      return button
    }),
  )
  const first = fields.find((field) => field.name.endsWith('List'))
  if (first && part('query').value === '') part('query').value = sample(first)
  part('tool').hidden = false
  part('run').addEventListener('click', () => void run())
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void run()
  })
  return { status: 200 }
})
`
