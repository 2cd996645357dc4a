import { mappingRuleEndpoints } from '#contract/connectors/config/mapping-rule.ts'
import { validationEndpoints } from '#contract/connectors/config/validation.ts'
import { versionEndpoints } from '#contract/connectors/deployments/version.ts'
import { connectorEndpoints } from '#contract/connectors/details/connector.ts'
import { destinationPauseEndpoints } from '#contract/connectors/details/destination-pause.ts'
import { duplicateEndpoints } from '#contract/connectors/details/duplicate.ts'
import { metricsEndpoints } from '#contract/connectors/details/metrics.ts'
import { readingEndpoints } from '#contract/connectors/details/reading.ts'
import { connectorBulkEndpoints } from '#contract/connectors/list/connector-bulk.ts'
import { connectorJobEndpoints } from '#contract/connectors/list/connector-jobs.ts'
import { connectorListEndpoints } from '#contract/connectors/list/connector-list.ts'
import { causeEndpoints } from '#contract/connectors/problems/cause.ts'
import { lookupEndpoints } from '#contract/connectors/runs/lookup.ts'
import { runEndpoints } from '#contract/connectors/runs/run.ts'
import { runListEndpoints } from '#contract/connectors/runs/run-list.ts'
import { runReportEndpoints } from '#contract/connectors/runs/run-report.ts'
import { transactionEndpoints } from '#contract/connectors/runs/transaction.ts'
import { cursorEndpoints } from '#contract/connectors/triggers/cursor.ts'
import type { App } from '../kit/feature.ts'
import type { RegisterEndpoint } from '../kit/register-endpoint.ts'
import type { ValidationService } from './config/config-validation.service.ts'
import type { MappingRuleService } from './config/mapping-rule.service.ts'
import type { VersionService } from './deployments/version.service.ts'
import type { ConnectorService } from './details/connector.service.ts'
import type { ConnectorCopyService } from './details/connector-copy.service.ts'
import type { ConnectorMovesService } from './details/connector-moves.service.ts'
import type { DestinationPauseService } from './details/destination-pause.service.ts'
import type { MetricsService } from './details/metrics.service.ts'
import type { ReadingService } from './details/reading.service.ts'
import type { ConnectorBulkService } from './list/connector-bulk.service.ts'
import type { createConnectorJobsService } from './list/connector-jobs.service.ts'
import type { CauseService } from './problems/cause.service.ts'
import type { CauseEvidenceService } from './problems/cause-evidence.service.ts'
import type { LookupService } from './runs/lookup.service.ts'
import type { RunService } from './runs/run.service.ts'
import type { RunListService } from './runs/run-list.service.ts'
import type { TransactionService } from './runs/transaction.service.ts'
import type { CursorService } from './triggers/cursor.service.ts'

export function connectorRoutes(
  registerEndpoint: RegisterEndpoint,
  service: ConnectorService,
  moves: ConnectorMovesService,
  bulk: ConnectorBulkService,
  copies: ConnectorCopyService,
): void {
  registerEndpoint(connectorBulkEndpoints.move, ({ caller, body }) => bulk.move(caller, body))
  registerEndpoint(connectorListEndpoints.list, ({ caller, query }) => service.list(caller, query.userId))
  registerEndpoint(connectorEndpoints.get, ({ caller, params }) => service.get(caller, params.id))
  registerEndpoint(connectorEndpoints.create, ({ caller, body, newId }) => service.create(caller, newId, body))
  registerEndpoint(duplicateEndpoints.duplicate, ({ caller, params, newId }) => copies.duplicate(caller, params.id, newId))
  registerEndpoint(connectorEndpoints.update, ({ caller, params, body }) => service.update(caller, params.id, body))
  registerEndpoint(connectorEndpoints.saveConfig, ({ caller, params, body }) => service.saveConfig(caller, params.id, body))
  registerEndpoint(connectorEndpoints.remove, ({ caller, params }) => moves.remove(caller, params.id))
  registerEndpoint(connectorEndpoints.pause, ({ caller, params }) => moves.pause(caller, params.id))
  registerEndpoint(connectorEndpoints.resume, ({ caller, params }) => moves.resume(caller, params.id))
  registerEndpoint(connectorEndpoints.deploy, ({ caller, params, body, newId }) =>
    moves.deploy(caller, params.id, newId, body ?? {}),
  )
  registerEndpoint(connectorEndpoints.deploymentStatus, ({ caller, params }) => moves.deploymentStatus(caller, params.id))
}

export function destinationPauseRoutes(registerEndpoint: RegisterEndpoint, service: DestinationPauseService): void {
  const { pause, resume } = destinationPauseEndpoints
  registerEndpoint(pause, ({ caller, params, body }) => service.pause(caller, params.id, body.destination))
  registerEndpoint(resume, ({ caller, params, body }) => service.resume(caller, params.id, body.destination))
}

export function metricsRoutes(registerEndpoint: RegisterEndpoint, service: MetricsService): void {
  registerEndpoint(metricsEndpoints.read, ({ caller, params, query }) => service.read(caller, params.id, query))
}

export function readingRoutes(registerEndpoint: RegisterEndpoint, service: ReadingService): void {
  registerEndpoint(readingEndpoints.read, ({ caller, params, query }) => service.read(caller, params.id, query))
}

export function runRoutes(registerEndpoint: RegisterEndpoint, service: RunService): void {
  registerEndpoint(runEndpoints.start, ({ caller, params, newId }) => service.start(caller, params.id, newId))
  registerEndpoint(runEndpoints.list, ({ caller, params, query }) => service.list(caller, params.id, query))
  registerEndpoint(runReportEndpoints.read, ({ caller, params }) => service.report(caller, params.id, params.runId))
  registerEndpoint(runReportEndpoints.cancel, ({ caller, params }) => service.cancel(caller, params.id, params.runId))
  registerEndpoint(runReportEndpoints.retryAfterwards, ({ caller, params, body }) =>
    service.retryAfterwards(caller, params.id, params.runId, body.transactionIds ?? null),
  )
  registerEndpoint(runEndpoints.get, ({ caller, params }) => service.get(caller, params.id, params.runId))
}

export function runListRoutes(registerEndpoint: RegisterEndpoint, service: RunListService): void {
  registerEndpoint(runListEndpoints.list, ({ caller, query }) => service.list(caller, query))
  registerEndpoint(runListEndpoints.group, ({ caller, query }) => service.group(caller, query))
  registerEndpoint(runListEndpoints.scheduled, ({ caller, query }) => service.scheduled(caller, query))
}

export function lookupRoutes(registerEndpoint: RegisterEndpoint, service: LookupService): void {
  registerEndpoint(lookupEndpoints.list, ({ caller, params, query }) => service.list(caller, params, query))
}

export function transactionRoutes(registerEndpoint: RegisterEndpoint, service: TransactionService): void {
  registerEndpoint(transactionEndpoints.list, ({ caller, params, query }) => service.list(caller, params.id, query))
}

export function cursorRoutes(registerEndpoint: RegisterEndpoint, service: CursorService): void {
  registerEndpoint(cursorEndpoints.get, ({ caller, params }) => service.get(caller, params.id))
  registerEndpoint(cursorEndpoints.preview, ({ caller, params, body }) => service.preview(caller, params.id, body))
  registerEndpoint(cursorEndpoints.set, ({ caller, params, newId, body }) => service.set(caller, params.id, newId, body))
}

export function mappingRuleRoutes(registerEndpoint: RegisterEndpoint, service: MappingRuleService): void {
  registerEndpoint(mappingRuleEndpoints.save, ({ caller, body, newId }) => service.save(caller, newId, body))
  registerEndpoint(mappingRuleEndpoints.list, ({ caller }) => service.list(caller))
  registerEndpoint(mappingRuleEndpoints.change, ({ caller, params, body }) => service.change(caller, params.id, body))
  registerEndpoint(mappingRuleEndpoints.remove, ({ caller, params }) => service.remove(caller, params.id))
}

export function validationRoutes(registerEndpoint: RegisterEndpoint, service: ValidationService): void {
  registerEndpoint(validationEndpoints.validateConfig, ({ caller, body }) => service.config(caller, body))
  registerEndpoint(validationEndpoints.validateDataMapping, ({ caller, body }) => service.dataMapping(caller, body))
  registerEndpoint(validationEndpoints.validateSection, ({ caller, body }) => service.section(caller, body))
  registerEndpoint(mappingRuleEndpoints.validate, ({ body }) => service.mappingRule(body))
}

export function versionRoutes(registerEndpoint: RegisterEndpoint, service: VersionService): void {
  registerEndpoint(versionEndpoints.list, ({ caller, params, query }) => service.list(caller, params.id, query))
  registerEndpoint(versionEndpoints.get, ({ caller, params }) => service.get(caller, params.id, params.number))
  registerEndpoint(versionEndpoints.rollBack, ({ caller, params, body, newId }) =>
    service.rollBack(caller, params.id, newId, body),
  )
}

export function connectorJobRoutes({ registerEndpoint }: App, jobs: ReturnType<typeof createConnectorJobsService>): void {
  registerEndpoint(connectorJobEndpoints.found, ({ caller, query }) => jobs.found(caller, query))
  registerEndpoint(connectorJobEndpoints.start, ({ caller, body, newId, audit }) => jobs.start(caller, body, newId, audit))
  registerEndpoint(connectorJobEndpoints.newest, ({ caller }) => jobs.newest(caller))
  registerEndpoint(connectorJobEndpoints.stop, ({ caller, params, audit }) => jobs.stop(caller, params.id, audit))
  registerEndpoint(connectorJobEndpoints.retry, ({ caller, params, audit }) => jobs.retry(caller, params.id, audit))
}

export function causeRoutes(registerEndpoint: RegisterEndpoint, service: CauseService, evidence: CauseEvidenceService): void {
  registerEndpoint(causeEndpoints.list, ({ caller, params }) => service.list(caller, params.id))
  registerEndpoint(causeEndpoints.assign, ({ caller, params, body: { userId, seenAt } }) =>
    service.assign(caller, { ...params, seenAt }, userId),
  )
  registerEndpoint(causeEndpoints.resolve, ({ caller, params, body }) => service.resolve(caller, { ...params, ...body }))
  registerEndpoint(causeEndpoints.mute, ({ caller, params, body }) => service.mute(caller, { ...params, ...body }))
  registerEndpoint(causeEndpoints.evidence, ({ caller, params, query }) => evidence.read(caller, { ...params, ...query }))
  registerEndpoint(causeEndpoints.reopen, ({ caller, params, body }) => service.reopen(caller, { ...params, ...body }))
}
