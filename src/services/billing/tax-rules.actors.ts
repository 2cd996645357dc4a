/** Joins the taxes by country to their calls. */
import { taxRuleEndpoints } from '#contract/billing/tax-rules.ts'
import { ruleOf } from '../../machines/billing/tax-rule-entry.ts'
import { type Access, call, once } from '../kit/api-client.ts'
import { entryDialogOf } from '../kit/entry-dialog.actors.ts'
import { listOf } from '../kit/list.actors.ts'

export const taxRulesMachine = (access: Access) =>
  listOf(async (_, signal) => ({ items: [await call(taxRuleEndpoints.list, { access, signal })], total: 1 }))

export const taxRuleMachine = (access: Access, announce: () => void) =>
  entryDialogOf({
    save: async (entry, signal) => {
      const body = ruleOf(entry)
      return body === null ? null : call(taxRuleEndpoints.add, { access, body, signal, patience: once })
    },
    isValid: (entry) => ruleOf(entry) !== null,
    announce,
  })
