import type { Server, ServerDuplexStream, UntypedServiceImplementation } from '@grpc/grpc-js'
import { ReflectionService } from '@grpc/reflection'
import { Lru } from '@main/lib/lru'
import { definePackage } from './definition'

type Stream = ServerDuplexStream<unknown, unknown>
type Answer = (stream: Stream) => void

/** Returns ids of the projects whose services a caller may see. @throws AppError for a caller without any permission */
export type VisibleProjects = (stream: Stream) => Promise<readonly string[]>

/** Cached descriptions: callers with different projects get different ones. */
const descriptionsMax = 20

/**
 * Adds reflection, limited to the services of the caller's projects.
 *
 * @param fail  ends a stream with an error
 */
export function addReflection(
  server: Pick<Server, 'addService'>,
  visible: VisibleProjects,
  fail: (stream: Stream, error: unknown) => void,
): void {
  const cache = new Lru<string, ReadonlyMap<string, Answer>>(descriptionsMax)
  const answersFor = (ids: readonly string[]): ReadonlyMap<string, Answer> => {
    const key = JSON.stringify(ids)
    const known = cache.get(key)
    if (known !== undefined) return known
    const answers = new Map<string, Answer>()
    captured(ids, (path, answer) => answers.set(path, answer))
    cache.set(key, answers)
    return answers
  }
  new ReflectionService(definePackage([])).addToServer({
    addService: (service, implementation) => {
      const guarded: UntypedServiceImplementation = {}
      for (const [name, { path }] of Object.entries(service))
        if (name in implementation)
          guarded[name] = (stream: Stream): void => {
            void visible(stream).then(
              (ids) => answersFor(ids).get(path)?.(stream),
              (error: unknown) => fail(stream, error),
            )
          }
      server.addService(service, guarded)
    },
  })
}

/** Returns the library's handlers for these projects, by path. */
function captured(ids: readonly string[], found: (path: string, answer: Answer) => void): void {
  new ReflectionService(definePackage(ids)).addToServer({
    addService: (service, implementation) => {
      for (const [name, { path }] of Object.entries(service)) {
        const answer: unknown = implementation[name]
        if (typeof answer === 'function') found(path, answer as Answer)
      }
    },
  })
}
