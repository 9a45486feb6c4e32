import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RowDataPacket } from 'mysql2/promise'
import { freePort } from './free-port'
import { queryMariadb } from './mariadb'
import { findProgram } from './own-mariadb'
import { until } from './until'

const run = promisify(execFile)

/** A MariaDB server of a Galera cluster, which tests may kill, pause and restart. */
export interface GaleraNode {
  /** Its address, with the first user, which has no password. */
  readonly url: string
  readonly host: string
  /** Ends it without warning. */
  readonly kill: () => Promise<void>
  /** Freezes it: its connections stay open, and it says nothing. */
  readonly freeze: () => void
  /** Lets it go on. Resolves when it is a member again and has all writes. */
  readonly thaw: () => Promise<void>
  /** Starts it again. Resolves when it is a member of the cluster and has all writes. */
  readonly restart: () => Promise<void>
  /** Runs statements as the first user, and returns the rows of the last one. */
  readonly query: (...statements: readonly string[]) => Promise<RowDataPacket[]>
}

export interface GaleraCluster {
  readonly nodes: readonly GaleraNode[]
  /** `host:port,host:port`, of all nodes. */
  readonly hosts: string
  readonly remove: () => Promise<void>
}

/** Where distributions put the provider. */
const providers = [
  '/usr/lib/galera/libgalera_smm.so',
  '/usr/lib64/galera-4/libgalera_smm.so',
  '/usr/lib64/galera/libgalera_smm.so',
  '/usr/lib/libgalera_smm.so',
]
const provider = providers.find((file) => existsSync(file))

/** Returns the reason why no cluster can run here; undefined if one can. */
export function reasonWithoutGalera(): string | undefined {
  if (findProgram('mariadbd') === undefined) return 'MariaDB is not installed'
  const isWhole = provider !== undefined && findProgram('wsrep_sst_rsync') && findProgram('rsync')
  return isWhole ? undefined : 'Galera is not installed'
}

/** Times after which a silent node is excluded, as in docs/scale-out.md. */
const times =
  'evs.keepalive_period=PT0.3S;evs.inactive_check_period=PT0.3S;evs.suspect_timeout=PT1.5S;evs.inactive_timeout=PT3S;evs.install_timeout=PT3S'

/** Number of the change of members, number of members, and state, as a node knows them. */
async function viewOf({ query }: Pick<GaleraNode, 'query'>): Promise<string> {
  const rows = await query("SHOW GLOBAL STATUS LIKE 'wsrep_%'")
  const values = new Map(rows.map((row) => [String(row['Variable_name']), String(row['Value'])]))
  return ['wsrep_cluster_conf_id', 'wsrep_cluster_size', 'wsrep_local_state_comment']
    .map((name) => values.get(name))
    .join(' ')
}

/** The user without rights, which every system has. */
const nobody = 65_534
/** Letters of the end of a log, for the error of a node that doesn't start. */
const logMax = 4_000

export async function startGalera(count: number): Promise<GaleraCluster> {
  const program = findProgram('mariadbd')
  const installer = findProgram('mariadb-install-db')
  if (program === undefined || installer === undefined || provider === undefined) throw new Error('No Galera here')
  const folder = mkdtempSync(join(tmpdir(), 'basalt-galera-'))
  // As root, the program that brings a node up to date would lose the right to write.
  const owner = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  const own = (): void => {
    if ('uid' in owner) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, folder])
  }
  const small = ['--innodb-log-file-size=16M', '--innodb-data-file-path=ibdata1:10M:autoextend']
  const first = join(folder, '0')
  mkdirSync(first)
  const authentication = ['--auth-root-authentication-method=normal', '--skip-test-db']
  own()
  const installed = ['--no-defaults', `--datadir=${first}`, ...authentication, ...small]
  await run(installer, installed, { ...owner, env: { ...process.env, TMPDIR: folder } })
  const groupPorts = await Promise.all(Array.from({ length: count }, freePort))
  const members = groupPorts.map((port) => `127.0.0.1:${port}`).join(',')

  const processes = new Set<ChildProcess>()
  // An aborted run leaves neither processes nor data behind.
  const abandon = (): void => {
    for (const each of processes) each.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', abandon)

  const node = async (nth: number) => {
    const [port, transferPort, copyPort] = await Promise.all([freePort(), freePort(), freePort()])
    const data = join(folder, String(nth))
    const url = `mysql://root@127.0.0.1:${port}/mysql`
    let server: ChildProcess | undefined
    const files = ['--no-defaults', ...small, `--datadir=${data}`, `--tmpdir=${folder}`]
    const engine = ['--binlog-format=ROW', '--innodb-autoinc-lock-mode=2', '--innodb-buffer-pool-size=32M']
    const query = (...statements: readonly string[]): Promise<RowDataPacket[]> => queryMariadb(url, ...statements)
    const start = async (group: string, position?: string): Promise<void> => {
      const local = [`gmcast.listen_addr=tcp://${members.split(',')[nth]}`, `ist.recv_addr=127.0.0.1:${transferPort}`]
      const child = spawn(
        program,
        [
          ...files,
          ...engine,
          `--port=${port}`,
          '--bind-address=127.0.0.1',
          `--socket=${join(folder, `${nth}.sock`)}`,
          `--pid-file=${join(folder, `${nth}.pid`)}`,
          '--wsrep-on=ON',
          `--wsrep-provider=${provider}`,
          '--wsrep-node-address=127.0.0.1',
          '--wsrep-sst-method=rsync',
          `--wsrep-sst-receive-address=127.0.0.1:${copyPort}`,
          ...(position === undefined ? [] : [`--wsrep-start-position=${position}`]),
          `--wsrep-provider-options=${[...local, 'gcache.size=32M', 'pc.recovery=no', times].join(';')}`,
          `--wsrep-cluster-address=gcomm://${group}`,
        ],
        { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, TMPDIR: folder }, ...owner },
      )
      let log = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-logMax)))
      processes.add(child)
      server = child
      await until(async () => {
        if (child.exitCode !== null) throw new Error(`The node ended: ${log}`)
        const [row] = await query("SHOW GLOBAL STATUS LIKE 'wsrep_local_state_comment'").catch(() => [])
        return row?.['Value'] === 'Synced'
      })
    }
    /** Reads up to which write the engine of a killed node is complete. */
    const recover = async (): Promise<string> => {
      const wsrep = [
        '--wsrep-recover',
        '--wsrep-on=ON',
        '--wsrep-cluster-address=gcomm://',
        '--binlog-format=ROW',
        `--wsrep-provider=${provider}`,
        '--skip-networking',
      ]
      const local = [`--socket=${join(folder, `${nth}.sock`)}`, `--pid-file=${join(folder, `${nth}.pid`)}`]
      // It ends with an error code if it has nothing to do either.
      const { stderr } = await run(program, [...files, ...wsrep, ...local], owner).catch(
        (error: unknown) => error as { readonly stderr: string },
      )
      const position = /Recovered position:\s*(\S+)/.exec(stderr)?.[1]
      if (position === undefined) throw new Error(`The node cannot be recovered: ${stderr}`)
      return position
    }
    const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
      const running = server
      server = undefined
      if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
      const ended = new Promise((resolve) => running.once('exit', resolve))
      running.kill(signal)
      await ended
      processes.delete(running)
    }
    return {
      url,
      host: `127.0.0.1:${port}`,
      query,
      found: () => start(''),
      join: () => start(members),
      stop: () => end('SIGTERM'),
      kill: () => end('SIGKILL'),
      freeze: () => void server?.kill('SIGSTOP'),
      thaw: async () => {
        server?.kill('SIGCONT')
        // It believes for a moment that it is a member still, but of the cluster before.
        await until(async () => {
          const views = await Promise.all(nodes.map((each) => viewOf(each).catch(() => '')))
          return views.every((view) => view === views[0] && view.endsWith(`${count} Synced`))
        })
      },
      restart: async () => start(members, await recover()),
    }
  }

  const nodes: readonly Awaited<ReturnType<typeof node>>[] = await Promise.all(
    Array.from({ length: count }, (_, nth) => node(nth)),
  )
  const [founder, ...others] = nodes
  const startAll = async (): Promise<void> => {
    // All begin with the state of the first one, so that none has to copy it while it runs.
    await founder?.found()
    await founder?.stop()
    for (let nth = 1; nth < count; nth += 1) cpSync(first, join(folder, String(nth)), { recursive: true })
    own()
    await founder?.found()
    await Promise.all(others.map(({ join }) => join()))
  }
  await startAll().catch((error: unknown) => {
    abandon()
    throw error
  })
  return {
    nodes,
    hosts: nodes.map(({ host }) => host).join(','),
    remove: async () => {
      await Promise.all(nodes.map(({ kill }) => kill()))
      process.off('exit', abandon)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
