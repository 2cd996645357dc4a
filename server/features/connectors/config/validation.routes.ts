import { mappingRuleEndpoints } from '#contract/connectors/config/mapping-rule.ts'
import { validationEndpoints } from '#contract/connectors/config/validation.ts'
import type { Mount } from '../../kit/register-endpoint.ts'
import type { ValidationDesk } from './config-validation.service.ts'

export function validationRoutes(mount: Mount, desk: ValidationDesk): void {
  mount(validationEndpoints.validateConfig, ({ caller, body }) => desk.config(caller, body))
  mount(validationEndpoints.validateDataMapping, ({ caller, body }) => desk.dataMapping(caller, body))
  mount(validationEndpoints.validateSection, ({ caller, body }) => desk.section(caller, body))
  mount(mappingRuleEndpoints.validate, ({ body }) => desk.mappingRule(body))
}
