import { mappingRuleEndpoints } from '../../contract/mapping-rule.ts'
import { validationEndpoints } from '../../contract/validation.ts'
import type { ValidationDesk } from '../desks/config-validation.ts'
import type { Mount } from '../mount.ts'

export function validationRoutes(mount: Mount, desk: ValidationDesk): void {
  mount(validationEndpoints.validateConfig, ({ body }) => desk.config(body))
  mount(validationEndpoints.validateDataMapping, ({ body }) => desk.dataMapping(body))
  mount(validationEndpoints.validateSection, ({ body }) => desk.section(body))
  mount(mappingRuleEndpoints.validate, ({ body }) => desk.mappingRule(body))
}
