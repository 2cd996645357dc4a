import { mappingRuleEndpoints } from '#contract/connectors/config/mapping-rule.ts'
import { validationEndpoints } from '#contract/connectors/config/validation.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { ValidationService } from './config-validation.service.ts'

export function validationRoutes(registerEndpoint: RegisterEndpoint, service: ValidationService): void {
  registerEndpoint(validationEndpoints.validateConfig, ({ caller, body }) => service.config(caller, body))
  registerEndpoint(validationEndpoints.validateDataMapping, ({ caller, body }) => service.dataMapping(caller, body))
  registerEndpoint(validationEndpoints.validateSection, ({ caller, body }) => service.section(caller, body))
  registerEndpoint(mappingRuleEndpoints.validate, ({ body }) => service.mappingRule(body))
}
