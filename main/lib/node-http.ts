/**
 * Node's HTTP for the code that every start loads. As an ES module, `node:http` also loads `fetch` and `WebSocket`:
 * 50 ms of processor time.
 */
export const { createServer, request, validateHeaderName, validateHeaderValue } = process.getBuiltinModule('node:http')
