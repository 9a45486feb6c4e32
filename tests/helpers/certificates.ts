import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Certificates of an authority of ours. Tests create them each time, because stored ones would expire. */
export interface TestAuthority {
  readonly ca: string
  /** Signs a certificate. @param names  alternative names: `DNS:localhost,IP:127.0.0.1` */
  readonly sign: (name: string, names?: string) => { readonly certificate: string; readonly key: string }
  readonly remove: () => void
}

/** True if openssl can create certificates. */
export function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    process.stderr.write('Tests of certificates are skipped: there is no openssl\n')
    return false
  }
}

export function createAuthority(subject: string): TestAuthority {
  const folder = mkdtempSync(join(tmpdir(), 'basalt-certificates-'))
  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
  const newKey = (file: string): string[] => ['-newkey', 'rsa:2048', '-nodes', '-keyout', file]
  openssl('req', '-x509', ...newKey('ca.key'), '-out', 'ca.crt', '-days', '2', '-subj', `/CN=${subject}`)
  return {
    ca: read('ca.crt'),
    sign: (name, names) => {
      openssl('req', ...newKey(`${name}.key`), '-out', `${name}.csr`, '-subj', `/CN=${name}`)
      writeFileSync(join(folder, `${name}.ext`), names === undefined ? '' : `subjectAltName=${names}`)
      const ca = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2']
      openssl('x509', '-req', '-in', `${name}.csr`, ...ca, '-out', `${name}.crt`, '-extfile', `${name}.ext`)
      return { certificate: read(`${name}.crt`), key: read(`${name}.key`) }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
