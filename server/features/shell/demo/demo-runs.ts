/**
 * Deploys and runs the connectors of the demo company after a start, through the same services as people do. Each step is decided by what there is
 * and has an id made of the connector, so that another start, or another process, goes on where this one stopped and repeats nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'

import { ProblemError } from '#contract/kit/problem.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import { findCredentials } from '../../auth/users.repository.ts'
import type { ConnectorMovesService } from '../../connectors/details/connector-moves.service.ts'
import { type ConnectorRecord, findConnector } from '../../connectors/details/connectors.repository.ts'
import type { RunService } from '../../connectors/runs/run.service.ts'
import type { HookService } from '../../connectors/triggers/hook.service.ts'
import { addAuditEvent } from '../../kit/audit-events.repository.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { type DemoConnector, demoConnectors } from './demo-set.ts'
import { derivedId } from './derived-id.ts'
import { demoOwner } from './seed.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly log: FastifyBaseLogger
  readonly moves: Pick<ConnectorMovesService, 'deploy'>
  readonly runs: Pick<RunService, 'start' | 'get'>
  readonly hooks: Pick<HookService, 'renew' | 'receive' | 'show'>
  /** Under which this process reaches its own sandbox. */
  readonly sandboxOrigin: string
}

/** Milliseconds between two looks at a deployment or a run, and after which it is no longer waited for. */
const lookPause = 250
const waitLimit = 120_000
/** Milliseconds after which a demo company is left as people have made it. */
const youth = 24 * 3_600_000

/** Begins at once, in the background. Returns what ends it; nothing is begun anew after that. */
export function startDemoRuns(deps: Deps): () => Promise<void> {
  const abort = new AbortController()
  const done = runAll(deps, abort.signal).catch((thrown: unknown) => {
    if (!abort.signal.aborted) deps.log.warn({ err: thrown }, 'a demo connector could not be started')
  })
  return async () => {
    abort.abort()
    await done
  }
}

async function runAll(deps: Deps, signal: AbortSignal): Promise<void> {
  const owner = await findCredentials(deps.db, demoOwner)
  if (!owner) return
  const { companyId, userId } = owner
  const caller: Caller = {
    kind: 'session',
    sessionId: derivedId(userId),
    companyId,
    userId,
    role: 'USER',
    maintenance: null,
    isSuspended: false,
    addressRule: null,
    ...{ stage: 'full', mfaDueAt: null, isUseDue: false },
  }
  const lives = demoConnectors(deps.sandboxOrigin).map((it) => bringToLife(deps, caller, it, signal))
  for (const life of await Promise.allSettled(lives)) if (life.status === 'rejected') throw life.reason
}

async function bringToLife(deps: Deps, caller: Caller, demo: DemoConnector, signal: AbortSignal): Promise<void> {
  const id = derivedId(caller.companyId, demo.key)
  const read = () => findConnector(deps.db, tenantScopeOf(caller), id)
  const found = await read()
  // Deleted by somebody, or never made.
  if (!found || Date.now() - Date.parse(found.connector.createdAt) > youth) return
  if (found.connector.liveVersion === null) {
    if (found.connector.status === 'Draft') {
      await deps.moves.deploy(caller, id, derivedId(id, 'deployment'), {})
      await recordDeployment(deps, caller, id)
    }
    const isSettled = (now: ConnectorRecord | null) => now === null || !['Draft', 'Deploying'].includes(now.connector.status)
    if ((await until(read, isSettled, signal))?.connector.status !== 'Active') return
  }
  for (let number = 1; number <= demo.runs; number += 1) {
    const started = await deps.runs.start(caller, id, derivedId(id, 'run', String(number))).catch(unlessRefused)
    // Somebody paused it or runs it: it is theirs.
    if (!started) return
    await until(
      () => deps.runs.get(caller, id, started.runId),
      ({ endedAt }) => endedAt !== null,
      signal,
    )
  }
  if (demo.events.length > 0) await sendEvents(deps, caller, id, demo.events)
}

/** As the call of the person would have recorded it: the version names the same person. */
const recordDeployment = ({ db }: Deps, { companyId, userId }: Caller, id: string) =>
  addAuditEvent(db, {
    ...{ companyId, action: 'connector.deployed', actor: { kind: 'person', id: userId }, address: null },
    ...{ target: { type: 'connector', id }, before: null, after: null },
  })

/** As a sender does. One that came before, under the same id, is not taken again. */
async function sendEvents({ hooks, log }: Deps, caller: Caller, id: string, events: DemoConnector['events']): Promise<void> {
  // Each start would make a new secret otherwise.
  if ((await hooks.show(caller, id)).lastReceivedAt !== null) return
  const { plainSecret } = await hooks.renew(caller, id, {})
  for (const [at, event] of events.entries()) {
    const key = derivedId(id, 'event', String(at))
    const body = Buffer.from(JSON.stringify(event))
    const headers = new Map([
      ['authorization', `Bearer ${plainSecret}`],
      ['webhook-id', key],
      ['content-type', 'application/json'],
    ])
    const request = { method: 'POST', query: '', header: (name: string) => headers.get(name) }
    await hooks.receive({ connectorId: id, request, body, address: null, log })
  }
}

async function until<T>(read: () => Promise<T>, isReached: (now: T) => boolean, signal: AbortSignal): Promise<T> {
  const end = performance.now() + waitLimit
  for (;;) {
    signal.throwIfAborted()
    const now = await read()
    if (isReached(now) || performance.now() > end) return now
    await sleep(lookPause, undefined, { signal })
  }
}

function unlessRefused(thrown: unknown): null {
  if (thrown instanceof ProblemError) return null
  throw thrown
}
