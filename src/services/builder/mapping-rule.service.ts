import { type MappingRule, mappingRuleEndpoints, type NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'
import { type Access, call } from '../kit/api-client.ts'
import { create } from '../kit/idempotent-create.ts'
import { idempotentDelete } from '../kit/idempotent-delete.ts'

/** The rules of the company, oldest first. */
export function listMappingRules(access: Access, signal: AbortSignal): Promise<MappingRule[]> {
  return call(mappingRuleEndpoints.list, { access, signal })
}

/** Whether a rule is sound, before it is saved; each error names its field. */
export function validateMappingRule(access: Access, rule: NewMappingRule, signal: AbortSignal): Promise<ValidationResult> {
  return call(mappingRuleEndpoints.validate, { access, body: rule, signal })
}

export function saveMappingRule(access: Access, rule: NewMappingRule, signal: AbortSignal): Promise<MappingRule> {
  return create(mappingRuleEndpoints.save, { access, body: rule, signal })
}

export function changeMappingRule(access: Access, id: string, rule: NewMappingRule, signal: AbortSignal): Promise<MappingRule> {
  return call(mappingRuleEndpoints.change, { access, params: { id }, body: rule, signal })
}

export async function deleteMappingRule(access: Access, ruleId: string, signal: AbortSignal): Promise<void> {
  await idempotentDelete('mapping-rule/not-found', call(mappingRuleEndpoints.remove, { access, params: { id: ruleId }, signal }))
}
