import { causeEndpoints } from '#contract/connectors/problems/cause.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { CauseService } from './cause.service.ts'
import type { CauseEvidenceService } from './cause-evidence.service.ts'

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
