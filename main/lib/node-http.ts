/**
 * Node's HTTP for the code that every start loads. As an ES module, `node:http` also loads `fetch` and `WebSocket`: a
 * tenth of a start.
 */
export const { createServer, request, validateHeaderName, validateHeaderValue } = process.getBuiltinModule('node:http')
