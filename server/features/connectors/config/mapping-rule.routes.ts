import { mappingRuleEndpoints } from '#contract/connectors/config/mapping-rule.ts'
import type { Mount } from '../../kit/register-endpoint.ts'
import type { MappingRuleDesk } from './mapping-rule.service.ts'

export function mappingRuleRoutes(mount: Mount, desk: MappingRuleDesk): void {
  mount(mappingRuleEndpoints.save, ({ caller, body, newId }) => desk.save(caller, newId, body))
  mount(mappingRuleEndpoints.list, ({ caller }) => desk.list(caller))
  mount(mappingRuleEndpoints.remove, ({ caller, params }) => desk.remove(caller, params.id))
}
