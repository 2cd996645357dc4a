import { mappingRuleEndpoints } from '#contract/connectors/config/mapping-rule.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { MappingRuleService } from './mapping-rule.service.ts'

export function mappingRuleRoutes(registerEndpoint: RegisterEndpoint, service: MappingRuleService): void {
  registerEndpoint(mappingRuleEndpoints.save, ({ caller, body, newId }) => service.save(caller, newId, body))
  registerEndpoint(mappingRuleEndpoints.list, ({ caller }) => service.list(caller))
  registerEndpoint(mappingRuleEndpoints.change, ({ caller, params, body }) => service.change(caller, params.id, body))
  registerEndpoint(mappingRuleEndpoints.remove, ({ caller, params }) => service.remove(caller, params.id))
}
