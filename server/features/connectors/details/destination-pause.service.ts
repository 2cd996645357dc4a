/** Pauses and resumes one of several destinations (decision 0123). Runs that are open go on with the others. */
import type { Kysely } from 'kysely'

import { destinationsOf } from '#contract/connectors/config/routes/routes.ts'
import type { PausedDestinations } from '#contract/connectors/details/destination-pause.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Engine } from '#server/engine/engine.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import { isBeingUpgraded } from '#server/records/connectors/deployments.repository.ts'
import { pausedRoutesOf, writePausedRoutes } from '#server/records/connectors/paused-routes.repository.ts'
import { findVersion } from '#server/records/connectors/versions.repository.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { showMarks } from '../secrets/connector-secrets.ts'
import { lockConnector } from './connectors.repository.ts'
import { addHistory } from './history.repository.ts'

type Deps = { readonly db: Kysely<Tables>; readonly engine: Pick<Engine, 'wake' | 'quiesce'> }

export type DestinationPauseService = ReturnType<typeof createDestinationPauseService>

export function createDestinationPauseService({ db, engine }: Deps) {
  async function move(caller: Caller, connectorId: string, destination: number, isPause: boolean): Promise<PausedDestinations> {
    const moved = await inOneCommit(db, async (tx) => {
      const record = await lockConnector(tx, tenantScopeOf(caller), connectorId)
      if (record?.connector._id !== connectorId) throw refusal('connector/not-found')
      const { companyId, connector } = record
      const whose = { companyId, connectorId }
      const version =
        connector.liveVersion === null ? null : await findVersion(tx, whose, connector.liveVersion, connector.liveVersion)
      const all = version?.config.routes === undefined ? [] : destinationsOf(showMarks(version.config))
      const found = all.find(({ id }) => id === destination)
      const before = await pausedRoutesOf(tx, whose)
      // A run of an earlier version may wait for one that was removed since.
      if (!found && (isPause || !before.includes(destination))) throw refusal('connector/destination-unknown')
      if (before.includes(destination) === isPause) return { paused: before, isChanged: false }
      // A process of an older version would go on sending.
      if (isPause && (await isBeingUpgraded(tx))) throw refusal('connector/mixed-versions')
      const paused = isPause ? [...before, destination].toSorted((a, b) => a - b) : before.filter((it) => it !== destination)
      await writePausedRoutes(tx, whose, paused)
      await addHistory(tx, {
        ...{ ...whose, actorId: caller.userId, what: isPause ? 'destination paused' : 'destination resumed' },
        ...{ from: connector.status, to: connector.status },
        detail: `${found ? (found.name ?? 'The first destination') : `Removed destination ${destination}`} was ${isPause ? 'paused. Its records wait.' : 'resumed.'}`,
      })
      return { paused, isChanged: true }
    })
    if (moved.isChanged) {
      // Its runs are given back and taken over with the destinations that are paused now.
      await engine.quiesce(connectorId)
      engine.wake()
    }
    return { paused: moved.paused }
  }

  return {
    /**
     * Once this has answered, nothing new is sent to the destination. A repeated call changes nothing.
     * @throws `connector/not-found`, `connector/destination-unknown`, `connector/mixed-versions`.
     */
    pause: (caller: Caller, connectorId: string, destination: number) => move(caller, connectorId, destination, true),

    /** @throws `connector/not-found`, `connector/destination-unknown`. */
    resume: (caller: Caller, connectorId: string, destination: number) => move(caller, connectorId, destination, false),
  }
}
