import { contentsOf, makeDatabaseFile, type DataApiCalls, type DataSource } from './data-api'
import { startServer, type TestServer, type TestUser } from './server'

/** A server with one user, whose projects test data APIs over real HTTP. */
export interface DataServer {
  readonly open: (source: DataSource) => Promise<DataApiCalls>
  readonly close: () => Promise<void>
}

export async function startDataServer(): Promise<DataServer> {
  const server = await startServer()
  const person = await server.signUp()
  return { open: (source) => openProject(server, person, source), close: server.close }
}

async function openProject(server: TestServer, { token }: TestUser, source: DataSource): Promise<DataApiCalls> {
  const { filename, remove } = makeDatabaseFile(source)
  const { id } = await server.call('projectCreateFromFile', { title: 'Data', filename }, { token })
  const call: DataApiCalls['call'] = async (method, path, body) => {
    const answer = await server.request(`/nc/${id}/api/v1/${writtenOut(path)}`, {
      method,
      token,
      ...(typeof body === 'string' ? { text: body } : { body }),
    })
    return { ...answer, headers: answer.headers as Record<string, string> }
  }
  return {
    call,
    get: async (path) => (await call('GET', path)).json,
    contents: () => contentsOf(filename),
    close: async () => {
      await server.call('projectDelete', {}, { token, projectId: id })
      remove()
    },
  }
}

/** Encodes characters that a URL can't hold, as browsers and curl would. */
function writtenOut(path: string): string {
  return path.replaceAll(/[^\x21-\x7e]+|["<>\\^`{|}]/g, (text) => encodeURIComponent(text))
}
