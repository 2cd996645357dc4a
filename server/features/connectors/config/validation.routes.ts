import { mappingRuleEndpoints } from '../../contract/mapping-rule.ts'
import { validationEndpoints } from '../../contract/validation.ts'
import type { ValidationDesk } from '../desks/config-validation.ts'
import type { Mount } from '../mount.ts'

export function validationRoutes(mount: Mount, desk: ValidationDesk): void {
  mount(validationEndpoints.validateConfig, ({ caller, body }) => desk.config(caller, body))
  mount(validationEndpoints.validateDataMapping, ({ caller, body }) => desk.dataMapping(caller, body))
  mount(validationEndpoints.validateSection, ({ caller, body }) => desk.section(caller, body))
  mount(mappingRuleEndpoints.validate, ({ body }) => desk.mappingRule(body))
}
