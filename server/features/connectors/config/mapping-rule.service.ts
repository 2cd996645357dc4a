/** The saved mapping rules of a company. Everybody of it reads and uses them; who made one, or an administrator, changes and deletes it. */
import type { Kysely } from 'kysely'

import type { MappingRule, NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import { validateMappingRule } from './config-validation.service.ts'
import {
  addMappingRule,
  changeMappingRule,
  findMappingRule,
  listMappingRules,
  removeMappingRule,
} from './mapping-rules.repository.ts'

export type MappingRuleService = ReturnType<typeof createMappingRuleService>

export function createMappingRuleService({ db }: { readonly db: Kysely<Tables> }) {
  return {
    /** @param id of the new rule; the same one again gives the rule that was made with it. */
    async save({ companyId, userId }: Caller, id: string, rule: NewMappingRule): Promise<MappingRule> {
      refuseUnsound(rule)
      return addMappingRule(db, { id, companyId, userId, rule })
    },

    list: ({ companyId }: Caller): Promise<MappingRule[]> => listMappingRules(db, companyId),

    async change(caller: Caller, id: string, rule: NewMappingRule): Promise<MappingRule> {
      refuseUnsound(rule)
      await refuseForeign(db, caller, id)
      const changed = await changeMappingRule(db, { id, companyId: caller.companyId, rule })
      if (!changed) throw refusal('mapping-rule/not-found')
      return changed
    },

    async remove(caller: Caller, id: string): Promise<{ success: true }> {
      await refuseForeign(db, caller, id)
      const { companyId } = caller
      if (!(await removeMappingRule(db, companyId, id))) throw refusal('mapping-rule/not-found')
      return { success: true }
    },
  }
}

function refuseUnsound(rule: NewMappingRule): void {
  const { errors } = validateMappingRule(rule)
  if (errors.length > 0) throw refusal('connector/invalid', { message: 'The mapping rule has errors.', errors })
}

async function refuseForeign(db: Kysely<Tables>, { companyId, userId, role }: Caller, id: string): Promise<void> {
  const rule = await findMappingRule(db, companyId, id)
  if (!rule) throw refusal('mapping-rule/not-found')
  if (role === 'USER' && rule.createdBy !== userId) throw refusal('auth/forbidden')
}
