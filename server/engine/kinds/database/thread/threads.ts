/**
 * The threads that drivers of foreign databases run in. One that does not answer, or takes too much memory, is ended with the connections in it; the
 * process is not. Servers are kept apart: each has a thread of its own, and a company that talks to many has its own few of them.
 */
import { Worker } from 'node:worker_threads'

import { DatabaseFault } from '../faults.ts'
import type { Message, Order, Reply, Results } from './orders.ts'

/** Of one party, and of this process. Beyond that, servers share one. */
const threadsPerTenantMax = 4
const threadsMax = 32
/** Of one thread's heap, in MB. */
const heapMax = 256
/**
 * Milliseconds that a thread may be busy without a word, and how often it is asked. One that still loads its modules has more time: on a busy machine
 * that takes long, and nothing of the database is read meanwhile.
 */
type Bounds = { readonly silenceMax: number; readonly startMax: number; readonly lookEvery: number }
const bounds: Bounds = { silenceMax: 5_000, startMax: 60_000, lookEvery: 1_000 }
/** How long a thread without connections is kept. */
const restMax = 30_000

/** One connection in a thread. All throw `DatabaseFault`. */
export type Link = {
  readonly call: <Name extends keyof Results>(name: Name, order: Order & { readonly do: Name }) => Promise<Results[Name]>
  readonly isLost: () => boolean
  readonly cut: () => void
  readonly end: () => Promise<void>
}

type Waiting = {
  readonly session: number
  readonly resolve: (result: never) => void
  readonly reject: (fault: DatabaseFault) => void
}

type Thread = {
  readonly pool: Pool
  readonly worker: Worker
  readonly party: string
  readonly servers: Set<string>
  /** The connections in it, each with what tells it that it is lost. */
  readonly sessions: Map<number, () => void>
  readonly waiting: Map<number, Waiting>
  /** Asked, and not answered since; `isDoubted` when that was so for too long at the last look. */
  asked: number | null
  isDoubted: boolean
  /** It loads modules, and has read nothing of a database since it began to. */
  isStarting: boolean
  looking: NodeJS.Timeout | null
  resting: NodeJS.Timeout | null
}

/** Threads that run the same file. */
type Pool = { readonly file: URL; readonly bounds: Bounds; readonly threads: Set<Thread> }

export const poolOf = (file: URL, other: Partial<Bounds> = {}): Pool => ({
  file,
  bounds: { ...bounds, ...other },
  threads: new Set(),
})

const drivers = poolOf(new URL('./worker.ts', import.meta.url))
let last = 0

const post = ({ worker }: Thread, message: Message) => worker.postMessage(message)

const ended = () => new DatabaseFault('unreachable', 'The connection ended.')
const ofSilence = ({ silenceMax }: Bounds) =>
  new DatabaseFault(
    'timeout',
    `The database's response could not be read within ${silenceMax / 1_000} s, so we ended the connection.`,
  )
const ofSlowStart = ({ startMax }: Bounds) =>
  new DatabaseFault(
    'starting',
    `We were too busy to connect to the database within ${startMax / 1_000} s. This is not the database's fault. Please try again.`,
  )

function ofDeath(cause: unknown): DatabaseFault {
  const code = cause instanceof Error && 'code' in cause ? cause.code : ''
  const says =
    code === 'ERR_WORKER_OUT_OF_MEMORY'
      ? "The database's response needs too much memory, so we ended the connection."
      : "The database's response could not be read, so we ended the connection."
  return new DatabaseFault('unreachable', says, '', { cause })
}

/** Ends a thread, and all that is in it. */
function drop(it: Thread, fault: DatabaseFault): void {
  if (!it.pool.threads.delete(it)) return
  if (it.looking) clearInterval(it.looking)
  if (it.resting) clearTimeout(it.resting)
  void it.worker.terminate()
  for (const lose of it.sessions.values()) lose()
  for (const { reject } of it.waiting.values()) reject(fault)
  it.sessions.clear()
  it.waiting.clear()
}

function settle(it: Thread, reply: Exclude<Reply, 'pong' | 'loading' | 'loaded' | { lost: number }>): void {
  const waiting = it.waiting.get(reply.number)
  it.waiting.delete(reply.number)
  if (!waiting) return
  if ('fault' in reply) waiting.reject(new DatabaseFault(reply.fault.kind, reply.fault.says, reply.fault.code))
  else waiting.resolve(reply.result as never)
}

function hear(it: Thread, reply: Reply): void {
  it.asked = null
  it.isDoubted = false
  if (reply === 'pong') return
  if (reply === 'loading' || reply === 'loaded') {
    it.isStarting = reply === 'loading'
    return
  }
  if ('lost' in reply) it.sessions.get(reply.lost)?.()
  else settle(it, reply)
}

/** A thread that was late twice is stuck; once, this process may have been the one that was busy. */
function look(it: Thread): void {
  const now = performance.now()
  if (it.asked === null) {
    it.asked = now
    post(it, 'ping')
  } else if (now - it.asked > (it.isStarting ? it.pool.bounds.startMax : it.pool.bounds.silenceMax)) {
    if (it.isDoubted) drop(it, (it.isStarting ? ofSlowStart : ofSilence)(it.pool.bounds))
    it.isDoubted = true
  }
}

function start(pool: Pool, party: string): Thread {
  // Flags of the process, such as those of a test runner, do not fit a thread; and no driver finds anything in the environment.
  const worker = new Worker(pool.file, {
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMax, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  })
  const it: Thread = {
    ...{ pool, worker, party, servers: new Set(), sessions: new Map(), waiting: new Map() },
    ...{ asked: null, isDoubted: false, isStarting: true, looking: null, resting: null },
  }
  worker.on('message', (reply: Reply) => hear(it, reply))
  worker.on('error', (cause) => drop(it, ofDeath(cause)))
  worker.on('exit', () => drop(it, ofDeath(null)))
  pool.threads.add(it)
  return it
}

const leastBusy = (them: readonly Thread[]) => them.toSorted((a, b) => a.sessions.size - b.sessions.size)[0]

/** A thread for connections to a server: its own, or a new one, or where there are too many of them one of the party's. */
function threadFor(pool: Pool, party: string, server: string): Thread {
  const { threads } = pool
  const own = [...threads].filter((it) => it.party === party)
  const same = own.find(({ servers }) => servers.has(server))
  const free = own.find(({ sessions }) => sessions.size === 0)
  const found = same ?? free
  if (found) return found
  if (own.length < threadsPerTenantMax && threads.size < threadsMax) return start(pool, party)
  return leastBusy(own) ?? leastBusy([...threads]) ?? start(pool, party)
}

function enter(it: Thread, session: number, server: string, lose: () => void): void {
  if (it.sessions.size === 0) it.servers.clear()
  it.servers.add(server)
  it.sessions.set(session, lose)
  it.worker.ref()
  if (it.resting) clearTimeout(it.resting)
  it.resting = null
  it.looking ??= setInterval(look, it.pool.bounds.lookEvery, it).unref()
}

function leave(it: Thread, session: number): void {
  if (!it.sessions.delete(session) || it.sessions.size > 0) return
  if (it.looking) clearInterval(it.looking)
  it.looking = null
  it.asked = null
  it.isDoubted = false
  it.worker.unref()
  it.resting = setTimeout(drop, restMax, it, ended()).unref()
}

/** A place for one connection to a server, on behalf of a party. */
export function takeLink(party: string, server: string, pool: Pool = drivers): Link {
  const it = threadFor(pool, party, server)
  last += 1
  const session = last
  let isLost = false
  enter(it, session, server, () => {
    isLost = true
  })

  const call: Link['call'] = (_, order) => {
    if (!it.sessions.has(session)) return Promise.reject(ended())
    last += 1
    const number = last
    return new Promise((resolve, reject) => {
      it.waiting.set(number, { session, resolve, reject })
      post(it, { session, number, order })
    })
  }

  /** Nobody waits for what the thread says of it any more. */
  function forget(): void {
    isLost = true
    leave(it, session)
    for (const [number, waiting] of it.waiting) {
      if (waiting.session !== session) continue
      it.waiting.delete(number)
      waiting.reject(ended())
    }
  }

  return {
    call,
    isLost: () => isLost,
    cut: () => {
      if (!it.sessions.has(session)) return
      post(it, { session, number: 0, order: { do: 'cut' } })
      forget()
    },
    end: async () => {
      await call('end', { do: 'end' }).catch(() => {})
      forget()
    },
  }
}
