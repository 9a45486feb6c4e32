import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Returns a function that loads a CommonJS package when it is first called, and at once: for drivers and libraries that
 * most servers never use, and that would make each start slower and larger.
 *
 * @param name  of the package; its types come from an `import type` beside the call
 */
export function lazyPackage<T>(name: string): () => T {
  let loaded: { readonly package: T } | undefined
  return () => (loaded ??= { package: require(name) as T }).package
}
