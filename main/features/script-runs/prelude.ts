/**
 * Code that runs before a script, inside the sandbox. It builds the functions of a script on `call`, which asks the server,
 * and then takes `call` away.
 */
export const prelude = `(function (ask, log, input) {
  'use strict'
  const say = (value) => {
    if (typeof value === 'string') return value
    if (value instanceof Error) return value.stack ? value.name + ': ' + value.message + '\\n' + value.stack : String(value)
    try {
      const text = JSON.stringify(value)
      return text === undefined ? String(value) : text
    } catch {
      return String(value)
    }
  }
  const write = (...values) => log(values.map(say).join(' '))
  const call = async (name, ...args) => {
    const answer = await ask(name, JSON.stringify(args))
    return answer === undefined ? undefined : JSON.parse(answer)
  }
  const fixed = (name, value) =>
    Object.defineProperty(globalThis, name, { value: Object.freeze(value), enumerable: true })
  fixed('console', { log: write, info: write, warn: write, error: write, debug: write })
  fixed('input', JSON.parse(input))
  fixed('fetch', async (url, options = {}) => {
    const answer = await call('fetch', String(url), {
      method: options.method,
      headers: options.headers,
      body: typeof options.body === 'string' || options.body === undefined ? options.body : JSON.stringify(options.body),
    })
    const headers = new Map(answer.headers.map(([name, value]) => [name.toLowerCase(), value]))
    return Object.freeze({
      status: answer.status,
      statusText: answer.statusText,
      ok: answer.status >= 200 && answer.status < 300,
      url: answer.url,
      headers: Object.freeze({
        get: (name) => headers.get(String(name).toLowerCase()) ?? null,
        has: (name) => headers.has(String(name).toLowerCase()),
      }),
      text: async () => answer.body,
      json: async () => JSON.parse(answer.body),
    })
  })
  fixed('records', {
    list: (table, query = {}) => call('list', table, query),
    get: (table, id) => call('get', table, String(id)),
    create: (table, values) => call('create', table, values),
    update: (table, id, values) => call('update', table, String(id), values),
    remove: (table, id) => call('remove', table, String(id)),
  })
})`
