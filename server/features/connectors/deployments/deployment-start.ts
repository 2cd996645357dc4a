/** What every way to a deployment has in common: the draft, an older version. */
import type { Kysely } from 'kysely'

import type { ConnectorConfig, SourceConfig, Trigger } from '#contract/connectors/config/config.ts'
import { plainSecretsOf } from '#contract/connectors/config/hazards/secret-signs.ts'
import { cursorEndName, sideUses } from '#contract/connectors/config/placeholders.ts'
import { firstRoute } from '#contract/connectors/config/routes/routes.ts'
import type { Deployment } from '#contract/connectors/details/connector.ts'
import type { DeployReading } from '#contract/connectors/triggers/cursor.ts'
import { type FieldProblem, refusal } from '#contract/kit/problem.ts'
import { shortestPeriod } from '#server/engine/schedule/schedule-instants.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import { isBeingUpgraded, openDeployment } from '#server/records/connectors/deployments.repository.ts'
import { pausedRoutesOf } from '#server/records/connectors/paused-routes.repository.ts'
import type { StoredConfig } from '#server/records/connectors/versions.repository.ts'
import type { Quotas } from '../../billing/quotas.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { circularWarnings } from '../config/circular-connectors.ts'
import { validateConfig } from '../config/config-validation.service.ts'
import { connectionFaultsOf } from '../connections/usable-connections.ts'
import { statesBefore, statusAfter } from '../details/connector-status.ts'
import { type ConnectorRecord, moveConnector } from '../details/connectors.repository.ts'
import { addHistory } from '../details/history.repository.ts'
import { showMarks } from '../secrets/connector-secrets.ts'
import { readingOf } from './deployment-reading.ts'

type DeploymentInput = {
  readonly id: string
  /** The connector as it was before; the caller of this holds its row. */
  readonly before: ConnectorRecord
  readonly config: StoredConfig
  /** The version that the configuration is of, when it is an older one. */
  readonly backTo?: number
  readonly quotas: Pick<Quotas, 'refuseSchedule'>
  /** Where it begins to read, where the cursor does not fit. */
  readonly reading: DeployReading | undefined
  /** What nobody has said of it yet, where that is asked for. */
  readonly open?: readonly FieldProblem[]
}

type Request = { readonly [K in 'type' | 'responseFormat' | 'redirectOrigins' | 'auth' | 'operation']?: unknown }

/** Whether a side holds a setting that an engine of an older version would ignore. */
function isNew({ type, responseFormat, redirectOrigins, auth, operation }: Request): boolean {
  if (type === 'nats') return true
  if ((auth as { readonly type?: string } | undefined)?.type === 'connection') return true
  const { keyAsUserName, audience, parameters, tokenRequest } = (auth ?? {}) as Readonly<Record<string, unknown>>
  return [responseFormat, redirectOrigins, operation, keyAsUserName, audience, parameters, tokenRequest].some(
    (it) => it !== undefined,
  )
}

const needsThisVersion = ({ trigger, source, destination, enrichment, dataMapping, records, routes }: StoredConfig) =>
  routes !== undefined ||
  records?.only !== undefined ||
  records?.each !== undefined ||
  records?.group !== undefined ||
  dataMapping.some(({ rule }) => rule?.type === 'formula') ||
  (trigger?.type === 'webhook' && trigger.hook !== undefined) ||
  destination?.databaseConfig?.write !== undefined ||
  (source?.parts ?? 1) > 1 ||
  sideUses((source ?? {}) as Partial<SourceConfig>, cursorEndName) ||
  [source, destination, ...enrichment].some((side) => isNew(side as Request))

/** A connector with one destination is paused as a whole: the pause of that destination would be ignored. */
async function pausedAlone(tx: Kysely<Tables>, { companyId, connector }: ConnectorRecord, { routes }: StoredConfig) {
  if (routes !== undefined) return []
  const paused = await pausedRoutesOf(tx, { companyId, connectorId: connector._id })
  if (!paused.includes(firstRoute)) return []
  return [
    {
      path: '/destination',
      message: 'This destination is paused. Resume it, then deploy. You can pause the whole connector instead',
    },
  ]
}

/**
 * Checks a configuration and queues its deployment.
 * @throws `connector/invalid` with every error of the configuration; what the plan of the company does not hold; `cursor/would-drop`;
 * `connector/mixed-versions` while a process of an older version, which ignores settings it does not know, may take the run or the events.
 */
export async function beginDeployment(tx: Kysely<Tables>, caller: Caller, begun: DeploymentInput): Promise<Deployment> {
  const { id, before, config, backTo, quotas, open = [] } = begun
  const { companyId, connector } = before
  const shownConfig = showMarks(config)
  const errors = [
    ...validateConfig(shownConfig).errors,
    ...(await connectionFaultsOf(tx, { companyId, ownerId: null }, shownConfig)),
    ...(await pausedAlone(tx, before, config)),
    ...open,
  ]
  if (errors.length > 0) throw refusal('connector/invalid', { errors })
  if (needsThisVersion(config) && (await isBeingUpgraded(tx))) throw refusal('connector/mixed-versions')
  await quotas.refuseSchedule(tx, { companyId, connectorId: connector._id }, shortestPeriod(config.trigger as Trigger))
  const reading = await readingOf(tx, before, config, begun.reading)
  const to = statusAfter('user.deployed')
  await moveConnector(tx, tenantScopeOf(caller), connector._id, { from: statesBefore('user.deployed'), to })
  const opened = await openDeployment(tx, {
    id,
    companyId,
    connectorId: connector._id,
    config,
    authorId: caller.userId,
    reading,
    ...(backTo === undefined ? {} : { backTo }),
  })
  const shown = { ...(config as ConnectorConfig), name: connector.name }
  const circular = await circularWarnings(tx, tenantScopeOf(caller), { connectorId: connector._id, config: shown })
  const said = circular.map(({ message }) => ` Warning: ${message}.`).join('')
  const began = `Deployment ${opened.deploymentId} started.${said}`
  await addHistory(tx, {
    companyId,
    connectorId: connector._id,
    actorId: caller.userId,
    what: backTo === undefined ? 'deployed' : 'rolled back',
    from: connector.status,
    to: to.status,
    detail: backTo === undefined ? began : `Rolled back to version ${backTo}. ${began}`,
  })
  const warnings = [...circular, ...plainSecretsOf(showMarks(config))]
  return warnings.length === 0 ? opened : { ...opened, warnings }
}
